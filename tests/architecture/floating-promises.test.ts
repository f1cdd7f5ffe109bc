import { join } from 'node:path'
import { convertToTsx } from '@astrojs/astro2tsx'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { filesIn, nodesOf, readText } from './sources.ts'

/**
 * Floating promises in `.astro` files: oxlint reads these without types, and its rule finds none.
 * The conversion is that of `astro check`, so that the markup's expressions and the scripts count
 * as well.
 */

const root = join(import.meta.dirname, '..', '..')

/** What TypeScript reads of an Astro file; `lineAt` is the line in that file. */
type Part = { path: string; name: string; code: string; lineAt(offset: number): number }

function partsOf(path: string, text: string): Part[] {
  const { code, mappings, scripts } = convertToTsx(text, { filename: path })
  const lineOfOffset = (offset: number) => text.slice(0, offset).split('\n').length
  const sourceOf = (offset: number) => {
    const [start = 0, , original = 0] =
      mappings.find(([from, length]) => offset >= from && offset < from + length) ?? []
    return original + offset - start
  }
  return [
    {
      path,
      name: join(root, `${path}.tsx`),
      code,
      lineAt: (offset) => lineOfOffset(sourceOf(offset)),
    },
    ...scripts.map(({ content, position }, index) => ({
      path,
      name: join(root, `${path}.${index}.ts`),
      code: `${content}\nexport {}`,
      lineAt: (offset: number) => lineOfOffset(position.start + offset),
    })),
  ]
}

function floatingIn(files: Record<string, string>): string[] {
  const parts = Object.entries(files).flatMap(([path, text]) =>
    partsOf(path, text).filter(({ name, code }) => actsIn(parse(name, code)).length > 0),
  )
  const program = programOf(parts)
  const checker = program.getTypeChecker()
  return parts.flatMap(({ path, name, lineAt }) => {
    const file = program.getSourceFile(name)
    if (!file) throw new Error(`${name} is not read`)
    return actsIn(file)
      .filter((act) => floats(act, checker))
      .map(
        (act) =>
          `${path}:${lineAt(act.getStart(file))} neither awaits nor voids ${act.getText(file)}`,
      )
  })
}

/**
 * Expressions that stand as statements, and are neither awaited, voided nor kept. Most files have
 * none: no types are made for those.
 */
function actsIn(file: ts.SourceFile): ts.Expression[] {
  return nodesOf(file).flatMap((node) => {
    if (!ts.isExpressionStatement(node)) return []
    const act = node.expression
    const isMarkup = ts.isJsxElement(act)
    const isKept =
      ts.isBinaryExpression(act) &&
      act.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
      act.operatorToken.kind <= ts.SyntaxKind.LastAssignment
    return ts.isAwaitExpression(act) || ts.isVoidExpression(act) || isMarkup || isKept ? [] : [act]
  })
}

function floats(act: ts.Expression, checker: ts.TypeChecker): boolean {
  return isThenable(checker.getTypeAtLocation(act), checker) && !isCaught(act)
}

/** A promise, perhaps one, or a list of them. */
function isThenable(type: ts.Type, checker: ts.TypeChecker): boolean {
  if (type.isUnion()) return type.types.some((one) => isThenable(one, checker))
  if (checker.isArrayLikeType(type))
    return checker
      .getTypeArguments(type as ts.TypeReference)
      .some((one) => isThenable(one, checker))
  return type.getProperty('then') !== undefined
}

/** By `.catch(…)` or `.then(…, …)`, as oxlint's rule has it. */
function isCaught(act: ts.Expression): boolean {
  if (!ts.isCallExpression(act) || !ts.isPropertyAccessExpression(act.expression)) return false
  const { name, expression } = act.expression
  if (name.text === 'finally') return isCaught(expression)
  return (
    (name.text === 'catch' && act.arguments.length > 0) ||
    (name.text === 'then' && act.arguments.length > 1)
  )
}

function programOf(parts: readonly Part[]): ts.Program {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path))
  const { options } = ts.parseJsonConfigFileContent(
    { ...config, include: [], files: [] },
    ts.sys,
    root,
  )
  const host = ts.createCompilerHost(options)
  const codes = new Map(parts.map(({ name, code }) => [name, code]))
  const onDisk = { fileExists: host.fileExists, getSourceFile: host.getSourceFile }
  host.fileExists = (path) => codes.has(path) || onDisk.fileExists(path)
  host.getSourceFile = (path, ...more) => {
    const code = codes.get(path)
    return code === undefined ? onDisk.getSourceFile(path, ...more) : parse(path, code)
  }
  const ambient = ['src/env.d.ts', 'node_modules/astro/env.d.ts'].map((path) => join(root, path))
  return ts.createProgram({ rootNames: [...codes.keys(), ...ambient], options, host })
}

function parse(name: string, code: string): ts.SourceFile {
  return ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true)
}

/** Among the others as if it were a page, since types take seconds to make. */
const sample = `---
const { api } = Astro.locals
const save = async (id: number) => id
const isNew: boolean = Astro.url.hash === ''
save(1)
await save(2)
void save(3)
isNew && save(4)
;[5, 6].map(save)
save(7).catch(() => undefined)
save(8).then(() => undefined)
api?.send('GET /event/newNotifications')
let kept = save(9)
kept = save(10)
if (isNew) return Astro.redirect('/')
---
<ul>
  {[11, 12].map((id) => {
    save(id)
    return <li>{id}{kept}</li>
  })}
</ul>
<script>
  const load = async () => document.title
  document.addEventListener('click', () => {
    load()
  })
</script>
`

const paths = filesIn('src').filter((path) => path.endsWith('.astro'))
const found = Map.groupBy(
  floatingIn({
    ...Object.fromEntries(paths.map((path) => [path, readText(path)])),
    'src/pages/sample.astro': sample,
  }),
  (line) => line.startsWith('src/pages/sample.astro:'),
)

test('no promise floats in an Astro file', () => {
  expect(found.get(false) ?? []).toEqual([])
})

test('a promise that floats in frontmatter, markup or a script is found', () => {
  const said = [
    '5 neither awaits nor voids save(1)',
    '8 neither awaits nor voids isNew && save(4)',
    '9 neither awaits nor voids [5, 6].map(save)',
    '11 neither awaits nor voids save(8).then(() => undefined)',
    "12 neither awaits nor voids api?.send('GET /event/newNotifications')",
    '19 neither awaits nor voids save(id)',
    '26 neither awaits nor voids load()',
  ]
  expect(found.get(true)).toEqual(said.map((line) => `src/pages/sample.astro:${line}`))
})

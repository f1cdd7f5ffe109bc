import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import ts from 'typescript'

const root = join(import.meta.dirname, '..', '..')
const { imports: names } = JSON.parse(readText('package.json')) as {
  imports: Record<string, string>
}

/** An import in a file; `file` is the imported path in this repository, or null for a package. */
type Import = { specifier: string; file: string | null; typeOnly: boolean; line: number }

/**
 * A code file. An `.astro` file counts as two: frontmatter and markup, which run on the server, and
 * its `<script>`, which runs in the browser (`page.astro<script>`).
 */
export type Source = { path: string; text: string; ast: ts.SourceFile; imports: readonly Import[] }

export function filesIn(directory: string): string[] {
  return globSync(`${directory}/**/*`, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      posix.join(entry.parentPath.slice(root.length + 1).replaceAll('\\', '/'), entry.name),
    )
    .toSorted()
}

export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

const parsed = new Map<string, Source[]>()

/** Parsed once for all test files of a process. */
export function sourcesIn(directory: string): readonly Source[] {
  const known = parsed.get(directory)
  if (known) return known
  const code = filesIn(directory).filter((path) => /\.(m?ts|tsx|mjs|js|astro)$/.test(path))
  const sources = parseAll(Object.fromEntries(code.map((path) => [path, readText(path)])))
  parsed.set(directory, sources)
  return sources
}

export function parseAll(files: Record<string, string>): Source[] {
  return Object.entries(files).flatMap(([path, text]) =>
    path.endsWith('.astro') ? astroSources(path, text) : [parse(path, path, text)],
  )
}

/**
 * Splits an Astro file; each part is padded with empty lines, so that line numbers match the file.
 */
function astroSources(path: string, text: string): Source[] {
  const [, opening = '', frontmatter = ''] = /^(\s*---\r?\n)([\s\S]*?)\r?\n---/.exec(text) ?? []
  const markup = text.slice(opening.length + frontmatter.length)
  const server = parse(path, path, '\n'.repeat(linesOf(opening)) + frontmatter)
  const scripts = [
    ...markup.matchAll(/<script\b(?![^>]*\bis:inline\b)[^>]*>([\s\S]*?)<\/script>/g),
  ].map((match) => {
    const before = text.length - markup.length + match.index + match[0].indexOf('>') + 1
    return parse(
      `${path}<script>`,
      path,
      '\n'.repeat(linesOf(text.slice(0, before))) + (match[1] ?? ''),
    )
  })
  return [server, ...scripts]
}

function parse(path: string, file: string, text: string): Source {
  const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const ast = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind)
  return { path, text, ast, imports: importsOf(ast, file) }
}

const walked = new WeakMap<ts.Node, readonly ts.Node[]>()

/** Each node before those in it, in the order of the text. A whole file is walked by many rules. */
export function nodesOf(node: ts.Node): readonly ts.Node[] {
  const known = walked.get(node)
  if (known) return known
  const nodes: ts.Node[] = []
  const visit = (one: ts.Node): void => {
    nodes.push(one)
    ts.forEachChild(one, visit)
  }
  visit(node)
  if (ts.isSourceFile(node)) walked.set(node, nodes)
  return nodes
}

export function lineOf(ast: ts.SourceFile, node: ts.Node): number {
  return ast.getLineAndCharacterOfPosition(node.getStart(ast)).line + 1
}

function importsOf(ast: ts.SourceFile, file: string): Import[] {
  const found: Import[] = []
  const add = (specifier: ts.Node | undefined, typeOnly: boolean) => {
    if (!specifier || !ts.isStringLiteralLike(specifier)) return
    found.push({
      specifier: specifier.text,
      file: resolve(file, specifier.text),
      typeOnly,
      line: lineOf(ast, specifier),
    })
  }
  for (const node of nodesOf(ast)) {
    // `import { type A }` is not type-only here: with verbatimModuleSyntax the module is still
    // loaded.
    if (ts.isImportDeclaration(node))
      add(node.moduleSpecifier, node.importClause?.isTypeOnly ?? false)
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly)
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      add(node.argument.literal, true)
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false)
  }
  return found
}

function resolve(from: string, specifier: string): string | null {
  const [path = ''] = specifier.split('?')
  const target = path.startsWith('#') ? named(path) : posix.join(dirname(from), path)
  if (!/^[.#]/.test(path)) return null
  return (
    [target, `${target}.ts`, `${target}.tsx`, `${target}/index.ts`].find(
      (one) => /\.\w+$/.test(one) && existsSync(join(root, one)),
    ) ?? target
  )
}

/** Of a path by a name of `imports` in package.json: the longest that fits, as Node.js does. */
function named(path: string): string {
  const key = Object.keys(names)
    .filter((one) => path.startsWith(one.slice(0, -1)))
    .reduce((longest, one) => (one.length > longest.length ? one : longest), '')
  return posix.join(names[key]!.slice(0, -1), path.slice(key.length - 1))
}

function linesOf(text: string): number {
  return text.split('\n').length - 1
}

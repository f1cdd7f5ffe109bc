import ts from 'typescript'
import { expect, test } from 'vitest'
import { readSources } from '#content/files.server.ts'
import { readLibrary } from '#content/library.ts'
import { brands } from '#sites/registry.ts'
import { nodesOf, parseAll, type Source, sourcesIn } from '../architecture/sources.ts'

/**
 * What the code has a browser keep, by its source, is in the cookie policy of each brand on which
 * it is kept.
 */

type Kind = 'cookie' | 'local storage' | 'session storage' | 'database' | 'cache'

/** Calls that keep something: where among the arguments its name is. */
const keeping = new Map<
  string,
  { kind: Kind; name: (args: readonly ts.Expression[]) => ts.Expression | undefined }
>([
  ['localKept.setItem', { kind: 'local storage', name: ([name]) => name }],
  ['tabKept.setItem', { kind: 'session storage', name: ([name]) => name }],
  ['factory.open', { kind: 'database', name: ([name]) => name }],
  ['caches.open', { kind: 'cache', name: ([name]) => name }],
  [
    'setCookie',
    {
      kind: 'cookie',
      name: ([cookie]) =>
        cookie && ts.isObjectLiteralExpression(cookie) ? propertyOf(cookie, 'name') : undefined,
    },
  ],
])
/** Ways past those calls. The first is the one place that writes a cookie's header. */
const otherWays =
  /\bserialize\(|'Set-Cookie',\s*['`]|document\.cookie\s*=[^=]|\bcookieStore\b|(?:(?:local|session)Storage|indexedDB)(?:\.|\[)/
const headerIsWrittenIn = 'src/lib/cookies.server.ts'

function keptBy(files: readonly Source[]): string[] {
  const found = new Set<string>()
  for (const file of files) {
    for (const node of nodesOf(file.ast)) {
      const keeps = ts.isCallExpression(node)
        ? keeping.get(node.expression.getText(file.ast))
        : undefined
      if (!keeps || !ts.isCallExpression(node)) continue
      const name = keeps.name(node.arguments)
      for (const word of name ? namesIn(name, file, files) : ['?'])
        found.add(`${keeps.kind}: ${word.replace(/^__(?:Secure|Host)-/, '')}`)
    }
  }
  return [...found].toSorted()
}

/** Every value that an expression of a name can have; `?` where the source does not say. */
function namesIn(expression: ts.Expression, file: Source, files: readonly Source[]): string[] {
  if (ts.isStringLiteralLike(expression)) return [expression.text]
  if (ts.isTemplateExpression(expression)) return [expression.head.text.trim()]
  if (ts.isConditionalExpression(expression))
    return [expression.whenTrue, expression.whenFalse].flatMap((one) => namesIn(one, file, files))
  const name = ts.isCallExpression(expression) ? expression.expression : expression
  if (!ts.isIdentifier(name)) return ['?']
  const parameter = parameterNamed(name)
  if (parameter)
    return callsOf(parameter.of, files).flatMap(([call, where]) =>
      argumentIn(call, where, parameter.at),
    )
  const [declared, home] = declarationOf(name.text, file, files)
  if (declared && ts.isVariableDeclaration(declared) && declared.initializer)
    return namesIn(declared.initializer, home, files)
  if (declared && ts.isFunctionDeclaration(declared)) {
    return nodesOf(declared).flatMap((node) =>
      ts.isReturnStatement(node) && node.expression ? namesIn(node.expression, home, files) : [],
    )
  }
  return ['?']

  function argumentIn(call: ts.CallExpression, where: Source, at: number): string[] {
    const given = call.arguments[at]
    return given ? namesIn(given, where, files) : ['?']
  }
}

/** The parameter that a name is, with the function that takes it. */
function parameterNamed(name: ts.Identifier): { of: string; at: number } | null {
  for (let node: ts.Node = name; !ts.isSourceFile(node); node = node.parent) {
    if (!ts.isFunctionDeclaration(node) || !node.name) continue
    const at = node.parameters.findIndex(
      (one) => ts.isIdentifier(one.name) && one.name.text === name.text,
    )
    if (at !== -1) return { of: node.name.text, at }
  }
  return null
}

function callsOf(name: string, files: readonly Source[]): Array<[ts.CallExpression, Source]> {
  const [own] = files.filter((file) =>
    file.ast.statements.some((one) => ts.isFunctionDeclaration(one) && one.name?.text === name),
  )
  return files
    .filter((file) => file === own || importedFrom(name, file) === own?.path)
    .flatMap((file) =>
      nodesOf(file.ast).flatMap((node): Array<[ts.CallExpression, Source]> =>
        ts.isCallExpression(node) &&
        ts.isIdentifier(node.expression) &&
        node.expression.text === name
          ? [[node, file]]
          : [],
      ),
    )
}

function declarationOf(
  name: string,
  file: Source,
  files: readonly Source[],
): [ts.Declaration | undefined, Source] {
  const path = importedFrom(name, file)
  const home = files.find((one) => one.path === path) ?? file
  const declared = nodesOf(home.ast).find(
    (node): node is ts.VariableDeclaration | ts.FunctionDeclaration =>
      (ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node)) &&
      node.name !== undefined &&
      ts.isIdentifier(node.name) &&
      node.name.text === name,
  )
  return [declared, home]
}

function importedFrom(name: string, file: Source): string | null {
  for (const node of file.ast.statements) {
    if (!ts.isImportDeclaration(node) || !ts.isStringLiteral(node.moduleSpecifier)) continue
    const named = node.importClause?.namedBindings
    if (
      !named ||
      !ts.isNamedImports(named) ||
      !named.elements.some((one) => one.name.text === name)
    )
      continue
    const { text } = node.moduleSpecifier
    return file.imports.find(({ specifier }) => specifier === text)?.file ?? null
  }
  return null
}

function propertyOf(object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  for (const one of object.properties) {
    if (one.name?.getText() !== name) continue
    if (ts.isPropertyAssignment(one)) return one.initializer
    if (ts.isShorthandPropertyAssignment(one)) return one.name
  }
  return undefined
}

const files = [...sourcesIn('src'), ...sourcesIn('public')]
const keptSomewhere = keptBy(files)
const { library } = readLibrary(
  readSources(new URL('../../src/content', import.meta.url).pathname),
  brands,
)

/** What a brand's policy says, as the first column of its tables; the table of cookies has no column of places. */
function named(html: string): string[] {
  return [...html.matchAll(/<tr>\s*<td>(.*?)<\/td>\s*<td>(.*?)<\/td>/gs)].flatMap(
    ([, names = '', place = '']) =>
      [...names.matchAll(/<code>(.*?)<\/code>/g)].map(
        ([, name]) =>
          `${/^(?:local storage|session storage|database|cache)$/.test(place) ? place : 'cookie'}: ${name}`,
      ),
  )
}

/** Kept by code that runs on some brands alone. */
const onSome: Readonly<Record<string, (brand: (typeof brands)[number]) => boolean>> = {
  'cookie: upgradeSourceType': ({ billing }) => billing.model !== 'partner',
  'session storage: upgradeWayOn': ({ billing }) => billing.model === 'partner',
  'session storage: monetizationPageViews': ({ flags }) => flags.showAds,
  'session storage: fullPageAdReturnPath': ({ flags }) => flags.showAds,
  'session storage: sentToFullPageAd': ({ flags }) => flags.showAds,
  'local storage: popunderShown': ({ flags }) => flags.showAds,
  'local storage: sharingChanged': ({ flags }) => flags.showAds,
}

test.each(brands.map((brand) => [brand.id, brand] as const))(
  'the cookie policy of %s names what is kept there, and nothing else',
  (_, brand) => {
    const kept = keptSomewhere.filter((one) => onSome[one]?.(brand) ?? true)
    expect(named(library.legal('cookiePolicy', brand).html).toSorted()).toEqual(kept)
  },
)

test('each table of the policy scrolls by itself, where names are wider than a phone', () => {
  for (const brand of brands) {
    const { html } = library.legal('cookiePolicy', brand)
    expect(html.match(/<table>/g)).toHaveLength(
      html.match(/<div class="table-scroll"[^>]*><table>/g)?.length ?? 0,
    )
  }
})

test('nothing is kept by another way', () => {
  const found = files
    .filter(({ path, text }) => otherWays.test(text) && path !== headerIsWrittenIn)
    .map(({ path }) => path)
  expect(found).toEqual([])
})

test('a name is found through constants, parameters and functions of other files', () => {
  const sample = parseAll({
    'src/a.ts': `export const KEY = 'a'\nexport function put(name: string) { tabKept.setItem(name, '1') }\nput('b')`,
    'src/b.client.ts': `import { put } from './a.ts'\nimport { KEY } from './a.ts'\nput(KEY)\nlocalKept.setItem(\`draft \${KEY}\`, '')\nfactory.open(secret, 1)`,
    'src/c.ts': `const nameOf = 'no'\nfunction named(secure: boolean) { return secure ? '__Secure-c' : 'c' }\nsetCookie({ name: named(true), value: nameOf })`,
  })
  expect(keptBy(sample)).toEqual([
    'cookie: c',
    'database: ?',
    'local storage: draft',
    'session storage: a',
    'session storage: b',
  ])
})

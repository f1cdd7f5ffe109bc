import { basename } from 'node:path'
import ts from 'typescript'
import { genderValues } from '#sites/genders.ts'
import { roleOf } from './direction.ts'
import type { Rule } from './rule.ts'
import { lineOf, nodesOf, type Source } from './sources.ts'

const roles = ['contract', 'sql', 'server', 'store', 'client']
/** Second parts of file names that tools require. */
const toolNames = ['config', 'd', 'test', 'spec', 'bench']
/** Files whose default export a tool requires. */
const defaultExports =
  /(^|\/)(\w+\.config\.m?[jt]s|vitest\.config\.ts|global-setup\.ts|on-(pglite|postgres)\.ts|fetch\.ts|(?:vitest|playwright)-report\.mjs)$/
const kebab = /^[a-z0-9]+(-[a-z0-9]+)*$/
const pascal = /^[A-Z][A-Za-z0-9]*$/
/** The layouts `common` and `default` are named by the specification (§2). */
const vagueName = /(^|[/.-])(utils?|helpers?|misc|common|managers?)([/.-]|$)/i

const plain = ({ path }: Source) => path.replace(/<script>$/, '')
const isTest = ({ path }: Source) => /\.(test|spec)\.ts$/.test(path)

/** Returns every matching line of the files as a violation. */
function linesMatching(files: readonly Source[], pattern: RegExp, why: string): string[] {
  return files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        pattern.test(line) ? [`${path}:${index + 1} ${why}: ${line.trim()}`] : [],
      ),
  )
}

function nodesMatching(
  files: readonly Source[],
  isBreach: (node: ts.Node, ast: ts.SourceFile) => boolean,
  why: string,
): string[] {
  return files.flatMap(({ path, ast }) =>
    nodesOf(ast)
      .filter((node) => isBreach(node, ast))
      .map((node) => `${path}:${lineOf(ast, node)} ${why}`),
  )
}

function isModified(node: ts.Node, kind: ts.SyntaxKind): boolean {
  return (
    ts.canHaveModifiers(node) &&
    (ts.getModifiers(node) ?? []).some((modifier) => modifier.kind === kind)
  )
}

function namedIn(node: ts.Node): string[] {
  if (ts.isLiteralTypeNode(node)) return namedIn(node.literal)
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isObjectLiteralExpression(node))
    return node.properties.flatMap((one) =>
      ts.isPropertyAssignment(one) ? namedIn(one.initializer) : [],
    )
  return []
}

/** Fills every store that has a seed, and signs out. */
const signOutTest = 'tests/features/core/accounts/session.store.test.ts'

export const wordRules: Rule[] = [
  {
    rule: 'the suffix of a file is one of the five roles',
    over: 'src',
    sample: { 'src/features/members/likes/likes.service.ts': '' },
    check: (files) =>
      files
        .filter(
          ({ path }) =>
            roleOf(path) !== null && ![...roles, ...toolNames].includes(roleOf(path) ?? ''),
        )
        .map(({ path }) => `${path}: the roles are ${roles.join(', ')}`),
  },
  {
    // Page files are named after their URL, which the specification defines.
    rule: 'files are kebab-case, components PascalCase',
    over: 'all',
    finds: 2,
    sample: {
      'src/features/members/likes/likeButton.tsx': '',
      'src/features/members/likes/LikeRules.ts': '',
    },
    check: (files) =>
      files.flatMap((file) => {
        const path = plain(file)
        if (path.startsWith('src/pages/')) return []
        const [stem = ''] = basename(path).split('.')
        const isComponent = /\.(tsx|astro)$/.test(path)
        if ((isComponent ? pascal : kebab).test(stem)) return []
        return [`${path}: ${isComponent ? 'components are PascalCase' : 'files are kebab-case'}`]
      }),
  },
  {
    rule: 'no file is called utils, helpers, misc, common or manager',
    over: 'all',
    finds: 2,
    sample: { 'src/lib/date-utils.ts': '', 'src/features/helpers/likes.ts': '' },
    check: (files) =>
      files
        .map(plain)
        .filter((path) => vagueName.test(path) && !/^src\/layouts\/Common\.astro$/.test(path))
        .map((path) => `${path}: name it after what is in it`),
  },
  {
    // migrations/index.ts is not a barrel: the Migrator needs names and order.
    rule: 'no barrels',
    over: 'all',
    finds: 2,
    sample: {
      'src/features/members/likes/index.ts': '',
      'src/lib/all.ts': `export * from './clock.ts'`,
    },
    check: (files) => [
      ...files
        .filter(
          ({ path }) =>
            /\/index\.\w+$/.test(path) &&
            !path.startsWith('src/pages/') &&
            path !== 'src/db/migrations/index.ts',
        )
        .map(({ path }) => `${path}: no index files`),
      ...nodesMatching(
        files,
        (node) => ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined,
        'hands on what another file exports',
      ),
    ],
  },
  {
    rule: 'no default exports, except where a tool requires one',
    over: 'all',
    finds: 2,
    sample: {
      'src/lib/a.ts': 'export default function a() {}',
      'src/lib/b.ts': 'const b = 1\nexport default b',
    },
    check: (files) =>
      nodesMatching(
        files.filter(({ path }) => !defaultExports.test(path)),
        (node) => ts.isExportAssignment(node) || isModified(node, ts.SyntaxKind.DefaultKeyword),
        'exports a default',
      ),
  },
  {
    rule: 'no any',
    over: 'all',
    sample: { 'src/lib/a.ts': 'export const a = (b: any) => b' },
    check: (files) =>
      nodesMatching(files, (node) => node.kind === ts.SyntaxKind.AnyKeyword, 'says any'),
  },
  {
    rule: 'no comment suppresses the type checker',
    over: 'all',
    sample: { 'src/lib/a.ts': '// @ts-ign' + 'ore\nexport const a: number = ""' },
    check: (files) => linesMatching(files, /@ts-(ig[n]ore|noc[h]eck)/, 'silences the type checker'),
  },
  {
    rule: 'no comment postpones work',
    over: 'all',
    sample: { 'src/lib/a.ts': '// TO' + 'DO: the rest' },
    check: (files) => linesMatching(files, /\b(TO[D]O|FIX[M]E|XX[X]|HA[C]K)\b/, 'is unfinished'),
  },
  {
    rule: 'no test is skipped, and none runs alone',
    over: 'tests',
    finds: 2,
    sample: {
      'tests/lib/a.test.ts': `test.only('a', () => undefined)\ndescribe.each([1]).skip('b', () => undefined)`,
    },
    check: (files) =>
      nodesMatching(
        files.filter(isTest),
        (node, ast) =>
          ts.isPropertyAccessExpression(node) &&
          /^(only|skip|skipIf|runIf|todo|fails|fixme)$/.test(node.name.text) &&
          /^(test|it|describe)\b/.test(node.expression.getText(ast)),
        'leaves a test out',
      ),
  },
  {
    rule: 'the genders are listed only in sites/genders.ts',
    over: 'all',
    finds: 3,
    sample: {
      'src/features/a/a.ts': `export type Who = 'man' | 'woman' | 'couple' | 'nonbinary'`,
      'src/features/a/a.contract.ts': `const who = z.enum(['woman', 'man', 'couple', 'nonbinary'])`,
      'src/features/a/b.ts': `const who = [${genderValues.map((value) => `{ value: '${value}', label: 'x' }`).join(', ')}]`,
      'src/features/a/c.ts': `export type Looks = 'man' | 'woman'`,
    },
    check: (files) =>
      nodesMatching(
        files.filter(({ path }) => path !== 'src/sites/genders.ts'),
        (node) => {
          const parts = ts.isUnionTypeNode(node)
            ? node.types
            : ts.isArrayLiteralExpression(node)
              ? node.elements
              : []
          const named = parts.flatMap(namedIn)
          return genderValues.every((value) => named.includes(value))
        },
        'writes the genders out again',
      ),
  },
  {
    rule: 'only setCookie of lib/cookies.server.ts writes cookies',
    over: 'src',
    finds: 2,
    sample: {
      'src/features/a/a.server.ts': 'export const seen = `seen=1; Path=/; Max-Age=60`',
      'src/features/b/b.server.ts': "import { serialize } from 'hono/utils/cookie'",
    },
    check: (files) =>
      linesMatching(
        files.filter(({ path }) => path !== 'src/lib/cookies.server.ts'),
        /\b(Max-Age|SameSite)=|['"]hono\/(utils\/)?cookie['"]/,
        'writes a cookie by hand',
      ),
  },
  {
    // Sealing is what the audit log's chain does: what is encrypted can be read by nobody, what is
    // signed by everybody.
    rule: 'what encrypts is called encrypt, what signs is called sign: neither seals',
    over: 'src',
    finds: 2,
    sample: {
      'src/features/a/a.server.ts':
        'export function sealPlace(text: string) { return encrypt(text, secret, purpose) }',
      'src/features/a/b.server.ts': 'const sealed = (text: string) => sign(text, secret)',
    },
    check: (files) =>
      nodesMatching(
        files.filter(({ text }) => /seal/i.test(text)),
        (node, ast) =>
          (ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(node)) &&
          /^(un)?seal/i.test(node.name?.getText(ast) ?? '') &&
          /\b(encrypt|decrypt|sign|verify)\w*\(/.test(node.getText(ast)),
        'encrypts or signs, and is called a seal',
      ),
  },
  {
    rule: 'a type that is exported has a name of its own',
    over: 'src',
    finds: 2,
    sample: {
      'src/features/a/gifts.ts': 'export type Gift = { id: number }\nexport type Target = number',
      'src/features/b/gifts.sql.ts': 'export type Gift = { name: string }\ntype Own = Gift',
      'src/features/c/targets.ts':
        'export interface Target { id: number }\nexport type Own = Target',
    },
    check: (files) => {
      const exported = files.flatMap(({ path, ast }) =>
        ast.statements.flatMap((node) =>
          (ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)) &&
          isModified(node, ts.SyntaxKind.ExportKeyword)
            ? [{ name: node.name.text, place: `${path}:${lineOf(ast, node)}` }]
            : [],
        ),
      )
      return [...Map.groupBy(exported, ({ name }) => name)].flatMap(([name, places]) =>
        places.slice(1).map(({ place }) => `${place} ${name} is exported elsewhere as well`),
      )
    },
  },
  {
    // What stays after a sign-out is shown to the next member at this browser.
    rule: 'the test of signing out fills every store that createSeed makes',
    over: 'all',
    sample: {
      'src/features/a/a.store.ts':
        'export const seedGifts = createSeed((gifts) => $gifts.set(gifts), () => $gifts.set([]))',
      'src/features/a/b.store.ts':
        'export const seedCredits = createSeed((credits) => $credits.set(credits), () => $credits.set(null))',
      [signOutTest]: `import { seedCredits } from './b.store.ts'\nseedCredits(5)`,
    },
    check: (files) => {
      const test = files.find(({ path }) => path === signOutTest)?.text ?? ''
      return nodesMatching(
        files.filter(({ path, text }) => path.startsWith('src/') && text.includes('createSeed')),
        (node, ast) =>
          ts.isVariableDeclaration(node) &&
          node.initializer !== undefined &&
          /^createSeed\b/.test(node.initializer.getText(ast)) &&
          !test.includes(`${node.name.getText(ast)}(`),
        `makes a seed that ${signOutTest} does not fill`,
      )
    },
  },
  {
    rule: 'only api/client.ts rethrows what is no refusal, and only ui/form-answer.ts reads a text of a form',
    over: 'src',
    finds: 3,
    sample: {
      'src/features/a/a.client.ts':
        'try { await like() } catch (error) { if (!(error instanceof CallError)) throw error }',
      'src/features/a/b.client.ts':
        'like().catch((cause: unknown) => { if (!(cause instanceof CallError)) { throw cause } })',
      'src/features/a/c.client.ts':
        "const text = (fields: FormData, name: string) => { const value = fields.get(name); return typeof value === 'string' ? value : '' }",
    },
    check: (files) => [
      ...nodesMatching(
        files.filter(
          ({ path, text }) => path !== 'src/api/client.ts' && text.includes('CallError'),
        ),
        (node, ast) =>
          ts.isIfStatement(node) &&
          /^if \(!\((\w+) instanceof CallError\)\) \{?\s*throw \1\s*\}?$/.test(node.getText(ast)),
        'writes assertRefused of api/client.ts again',
      ),
      ...nodesMatching(
        files.filter(
          ({ path, text }) => path !== 'src/ui/form-answer.ts' && text.includes('FormData'),
        ),
        (node, ast) =>
          ts.isFunctionLike(node) &&
          /\(\w+: FormData, \w+: string\)/.test(node.getText(ast)) &&
          /return typeof (\w+) === 'string' \? \1 : ''/.test(node.getText(ast)),
        'writes textIn of ui/form-answer.ts again',
      ),
    ],
  },
  {
    // Otherwise tests that set the clock would not affect the code.
    rule: 'the time comes from the clock, never from the database or the machine',
    over: 'src',
    finds: 2,
    sample: {
      'src/features/a/a.sql.ts': 'db.selectFrom("views").where(sql`viewed_at > now()`)',
      'src/features/a/a.server.ts': 'export const at = () => new Date()',
    },
    check: (files) => [
      ...nodesMatching(
        files.filter(({ path }) => !path.startsWith('src/db/migrations/')),
        (node, ast) =>
          ts.isTaggedTemplateExpression(node) &&
          /^sql\b/.test(node.tag.getText(ast)) &&
          /\bnow\(\)|\bcurrent_(date|timestamp)\b/i.test(node.template.getText(ast)),
        'asks the database for the time',
      ),
      ...nodesMatching(
        files.filter(({ path }) => /^src\/(features|api|mail)\/.*\.(server|sql)\.ts$/.test(path)),
        (node, ast) =>
          (ts.isNewExpression(node) &&
            node.expression.getText(ast) === 'Date' &&
            (node.arguments?.length ?? 0) === 0) ||
          (ts.isCallExpression(node) && node.expression.getText(ast) === 'Date.now'),
        'asks the machine for the time',
      ),
    ],
  },
  {
    // Statements are planned without their values, and no partial index serves a parameter.
    rule: 'a query compares with a literal true or false, so that a partial index can serve it',
    over: 'src',
    sample: {
      'src/features/a/a.sql.ts': "db.selectFrom('accounts').where('owns_email', '=', true)",
    },
    check: (files) =>
      linesMatching(files, /'[=!<>]+', (true|false)\)/, 'compares with a parameter: use sql.lit'),
  },
]

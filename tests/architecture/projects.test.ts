import { globSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import config from '../vitest.config.ts'
import { parseAll, type Source, sourcesIn } from './sources.ts'

const projects = (config.test?.projects ?? []) as Array<{
  test: { name: string; include: string[]; exclude?: string[]; globalSetup?: string[] }
}>

function runBy(file: string): string[] {
  const holds = (globs: readonly string[] = []) => globs.some((glob) => matchesGlob(file, glob))
  return projects
    .filter(({ test: { include, exclude } }) => holds(include) && !holds(exclude))
    .map((project) => project.test.name)
}

test('every test file is run by a project', () => {
  expect(globSync('tests/**/*.test.ts').filter((file) => runBy(file).length === 0)).toEqual([])
  // A folder that no project includes must have no result.
  expect(runBy('tests/elsewhere/likes.test.ts')).toEqual([])
})

/** Asks for a database of the run, or starts one of its own. */
const opening = /\binject\('(pgliteDump|postgresUrl)'\)|\b(openPglite|openPostgres|startPostgres)\(/

function opensDatabase(
  path: string,
  files: ReadonlyMap<string, Source>,
  seen = new Set<string>(),
): boolean {
  const file = files.get(path)
  if (!file || seen.has(path)) return false
  seen.add(path)
  return (
    opening.test(file.text) ||
    file.imports.some(
      ({ file: target, typeOnly }) =>
        target !== null && !typeOnly && opensDatabase(target, files, seen),
    )
  )
}

/** Tests for which a project starts a database that neither they nor what they import opens. */
function startedInVain(tests: readonly Source[]): string[] {
  const files = new Map(tests.map((file) => [file.path, file]))
  const starting = new Set(
    projects.filter((project) => project.test.globalSetup).map((project) => project.test.name),
  )
  return tests
    .map(({ path }) => path)
    .filter(
      (path) =>
        path.endsWith('.test.ts') &&
        runBy(path).some((name) => starting.has(name)) &&
        !opensDatabase(path, files),
    )
}

test('what PGlite does in its own way is tried on both, and is one list', () => {
  const pglite = projects.find(({ test: { name } }) => name === 'pglite')?.test.include ?? []
  expect(pglite.flatMap((glob) => globSync(glob)).length).toBeLessThan(30)
  expect(pglite.filter((glob) => globSync(glob).length === 0)).toEqual([])
})

test('no database is started for a test that opens none', () => {
  expect(startedInVain(sourcesIn('tests'))).toEqual([])
  const app = {
    'tests/support/app.ts': `export const start = () => openPglite(inject('pgliteDump'))`,
  }
  const rules = {
    'tests/features/a/rules.test.ts': `import { cost } from '../../../src/features/a/cost.ts'\nimport type { App } from '../../support/app.ts'`,
  }
  const likes = { 'tests/features/a/likes.test.ts': `import { start } from '../../support/app.ts'` }
  expect(startedInVain(parseAll({ ...app, ...rules, ...likes }))).toEqual([
    'tests/features/a/rules.test.ts',
  ])
})

test.each([
  ['tests/features/members/likes/likes.test.ts', ['pglite', 'postgres']],
  ['tests/features/members/likes/likes.store.test.ts', ['alone']],
  ['tests/features/members/messages/rules.test.ts', ['pure']],
  ['tests/features/members/photos/disk-files.test.ts', ['apart']],
  ['tests/features/members/messages/inbox.test.ts', ['postgres']],
  ['tests/cli/operator.test.ts', ['pglite']],
  ['tests/cli/operator.postgres.test.ts', ['postgres']],
  ['tests/attacks/statements-that-never-end.postgres.test.ts', ['postgres']],
  ['tests/lib/clock.test.ts', ['pure']],
])('%s is run by %j', (file, names) => {
  expect(runBy(file)).toEqual(names)
})

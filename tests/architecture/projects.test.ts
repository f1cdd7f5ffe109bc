import { globSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import config from '../vitest.config.ts'

const projects = (config.test?.projects ?? []) as Array<{ test: { name: string; include: string[]; exclude?: string[] } }>

function runBy(file: string): string[] {
  const holds = (globs: readonly string[] = []) => globs.some((glob) => matchesGlob(file, glob))
  return projects.filter(({ test: { include, exclude } }) => holds(include) && !holds(exclude)).map((project) => project.test.name)
}

test('every test file is run by a project', () => {
  expect(globSync('tests/**/*.test.ts').filter((file) => runBy(file).length === 0)).toEqual([])
  // A folder that no project includes must have no result.
  expect(runBy('tests/elsewhere/likes.test.ts')).toEqual([])
})

test.each([
  ['tests/features/matching/likes.test.ts', ['pglite', 'postgres']],
  ['tests/features/matching/likes.store.test.ts', ['alone']],
  ['tests/features/messaging/rules.test.ts', ['pure']],
  ['tests/cli/operator.test.ts', ['alone']],
  ['tests/attacks/statements-that-never-end.postgres.test.ts', ['postgres']],
  ['tests/lib/clock.test.ts', ['pure']],
])('%s is run by %j', (file, names) => {
  expect(runBy(file)).toEqual(names)
})

import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Mutant, mutants } from '../mutants/mutants.ts'
import { readText } from './sources.ts'

/** Rows that cannot be made any more, since the code has changed, or that would change nothing. */
function rotten(rows: readonly Mutant[], read: (file: string) => string): string[] {
  return rows.flatMap(({ name, file, text, instead }) => {
    const found = read(file).split(text).length - 1
    return found === 1 && text !== instead ? [] : [`${name}: found ${found} times in ${file}`]
  })
}

test('each breakage is found exactly once in its file', () => {
  expect(rotten(mutants, readText)).toEqual([])
  const row: Mutant = {
    name: 'period',
    rule: '§9',
    file: 'a.ts',
    text: '30_000',
    instead: '60_000',
    tests: [],
  }
  const files = (text: string) => () => text
  expect(rotten([row], files('a = 30_000'))).toEqual([])
  expect(rotten([row], files('a = 40_000'))).toEqual(['period: found 0 times in a.ts'])
  expect(rotten([row], files('a = 30_000\nb = 30_000'))).toEqual(['period: found 2 times in a.ts'])
  expect(rotten([{ ...row, instead: row.text }], files('a = 30_000'))).toHaveLength(1)
})

test('each breakage has a name of its own, and test files that there are', () => {
  const names = mutants.map(({ name }) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  expect(
    mutants
      .filter(({ tests }) => tests.length === 0 || tests.some((file) => !existsSync(file)))
      .map(({ name }) => name),
  ).toEqual([])
})

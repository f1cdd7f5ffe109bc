import { describe, expect, test } from 'vitest'
import { directionRules, acceptedUpward } from './direction.ts'
import { violationsInSample } from './rule.ts'
import { sourcesIn } from './sources.ts'
import { justified, tableRules, tablesIn } from './tables.ts'
import { wordRules } from './words.ts'

/** The rules of the README's sections on folders and suffixes. */

const src = sourcesIn('src')
const tests = sourcesIn('tests')
const code = { src, tests, all: [...src, ...tests] }
const rules = [...directionRules, ...tableRules, ...wordRules]

describe('the architecture', () => {
  test.each(rules)('$rule', ({ check, over }) => {
    expect(check(code[over])).toEqual([])
  })
})

describe('finds a violation of', () => {
  test.each(rules)('“$rule”', (rule) => {
    expect(violationsInSample(rule)).toHaveLength(rule.finds ?? 1)
  })
})

describe('an accepted exception is still used', () => {
  test.each([...acceptedUpward.keys()])('%s', (edge) => {
    expect(
      src.flatMap(({ path, imports }) => imports.map(({ file }) => `${path} -> ${file}`)),
    ).toContain(edge)
  })

  test.each(justified)('$file queries $tables', ({ file, tables }) => {
    const found = src.find(({ path }) => path === file)
    expect([...new Set(found ? tablesIn(found).map(({ table }) => table) : [])]).toEqual(
      expect.arrayContaining(tables),
    )
  })
})

import { describe, expect, test } from 'vitest'
import { directionRules, upward } from './direction.ts'
import { breachesOf } from './rule.ts'
import { sourcesIn } from './sources.ts'
import { justified, ownerOf, tableRules, tablesIn, tablesMade } from './tables.ts'
import { wordRules } from './words.ts'

/** house.md, "Suffixes and imports", and its neighbours, as failing tests. */

const src = sourcesIn('src')
const tests = sourcesIn('tests')
const code = { src, tests, all: [...src, ...tests] }
const rules = [...directionRules, ...tableRules, ...wordRules]

describe('the house', () => {
  test.each(rules)('$rule', ({ check, over }) => {
    expect(check(code[over])).toEqual([])
  })
})

describe('notices a breach of', () => {
  test.each(rules)('“$rule”', (rule) => {
    expect(breachesOf(rule)).toHaveLength(rule.finds ?? 1)
  })
})

describe('an exception stands only as long as it is needed', () => {
  test.each([...upward.keys()])('%s', (edge) => {
    expect(src.flatMap(({ path, imports }) => imports.map(({ file }) => `${path} -> ${file}`))).toContain(edge)
  })

  test.each(justified)('$file asks $tables', ({ file, tables }) => {
    const found = src.find(({ path }) => path === file)
    expect([...new Set(found ? tablesIn(found).map(({ table }) => table) : [])]).toEqual(expect.arrayContaining(tables))
  })
})

test('every table has an owner', () => {
  expect(Object.keys(ownerOf).toSorted()).toEqual(tablesMade().toSorted())
})

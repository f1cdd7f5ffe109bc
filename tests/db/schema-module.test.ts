import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type OpenDatabase, openPostgres } from '#db/connection.server.ts'
import { declarations, declarationsIn, schemaModule } from '../support/schema-module.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openPostgres(`${inject('postgresUrl')}/template_app`, 1)
})
afterAll(() => database.close())

test('src/db/schema.ts is what the schema gives', async () => {
  await expect(await schemaModule(database.db)).toMatchFileSnapshot('../../src/db/schema.ts')
})

test('a table that is declared twice is refused, and one that is made and not declared', async () => {
  const all = declarations()
  const likes = all.filter(({ table }) => table === 'likes')
  await expect(schemaModule(database.db, [...all, ...likes])).rejects.toThrow(
    'likes is declared 2 times',
  )
  const others = all.filter(({ table }) => table !== 'likes')
  await expect(schemaModule(database.db, others)).rejects.toThrow('likes is declared 0 times')
})

test('a declaration that names a column which is not there is refused', async () => {
  const all = declarations().map((one) =>
    one.table === 'likes' ? { ...one, onErasure: new Map([['erased', ['giver_id']]]) } : one,
  )
  await expect(schemaModule(database.db, all)).rejects.toThrow('likes has no column giver_id')
})

test.each([
  ['says nothing of itself', ''],
  ['says how it grows alone', '-- growing, local\n'],
  ['says what is a member’s alone', '-- erased (account_id): why\n'],
  ['is of a member and of nobody', '-- growing, local\n-- kept: why\n-- nobody: why\n'],
  ['grows twice', '-- growing, local\n-- bounded, local\n-- nobody: why\n'],
])('a table that %s is refused', (_, above) => {
  expect(() => declarationsIn('a', `${above}create table gifts (\n  id bigint\n);`)).toThrow(
    'a.sql does not say of gifts',
  )
})

test('what a table says is read from above it, and from behind its columns', () => {
  const text = `-- Gifts, kept for long.
-- growing, by giver_id
-- erased (giver_id, taker_id): a gift tells
-- of both
-- kept
create table gifts (
  giver_id bigint not null, -- kept by a trigger
  words jsonb -- type: Words | null
);`
  expect(declarationsIn('a', text)).toEqual([
    {
      table: 'gifts',
      owner: 'a',
      rows: 'growing',
      place: 'by giver_id',
      onErasure: new Map([
        ['erased', ['giver_id', 'taker_id']],
        ['kept', []],
      ]),
      types: new Map([['words', 'Words | null']]),
      kept: ['giver_id'],
    },
  ])
})

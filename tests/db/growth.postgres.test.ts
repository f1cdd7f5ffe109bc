import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { declarations } from '../support/schema-module.ts'

/**
 * What an engine of many machines (Citus) asks of keys: a unique one contains the column that
 * chooses the machine, and a foreign one leads from that column to that of the other table, or to a
 * table that every machine has. Those that do not are in src/db/README.md, with what would take
 * their place.
 */

type Key = {
  name: string
  table: string
  columns: string[]
  other: string | null
  otherColumns: string[]
}

const KEYS = `
  select i.relname as name, t.relname as table, null as other, '{}'::text[] as "otherColumns",
    array(select coalesce(a.attname::text, '') from unnest(x.indkey::int2[]) with ordinality as k (number, place)
      left join pg_attribute a on a.attrelid = x.indrelid and a.attnum = k.number order by k.place) as columns
  from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
  where x.indisunique and t.relnamespace = 'public'::regnamespace and not t.relispartition
  union all
  select c.conname, t.relname, o.relname,
    array(select a.attname::text from unnest(c.confkey) with ordinality as k (number, place)
      join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.number order by k.place),
    array(select a.attname::text from unnest(c.conkey) with ordinality as k (number, place)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number order by k.place)
  from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_class o on o.oid = c.confrelid
  where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.conparentid = 0 and not t.relispartition
  order by 2, 1`

let client: pg.Client
beforeAll(async () => {
  client = new pg.Client(`${inject('postgresUrl')}/template_app`)
  await client.connect()
})
afterAll(() => client.end())

const keys = async () =>
  (await client.query<Key>(KEYS)).rows.filter(({ table }) => !table.startsWith('kysely'))

const places = new Map(declarations().map(({ table, place }) => [table, place]))
const placeOf = (table: string) => places.get(table) ?? expect.fail(`${table} has no place`)

const columnOf = (table: string): string | null => {
  const place = placeOf(table)
  return place.startsWith('by ') ? place.slice(3) : null
}

function breaks({ table, columns, other, otherColumns }: Key): boolean {
  const column = columnOf(table)
  if (other === null) return column !== null && !columns.includes(column)
  const to = columnOf(other)
  if (to === null) return column !== null && placeOf(other) === 'local'
  return (
    column === null || !columns.some((one, index) => one === column && otherColumns[index] === to)
  )
}

async function written(): Promise<string[]> {
  const text = await readFile(join('src', 'db', 'README.md'), 'utf8')
  const rows = text.split('\n').filter((line) => line.startsWith('| `'))
  return rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name as string),
  )
}

test('every key that would break on many machines is written down, and nothing else', async () => {
  const all = await keys()
  expect(all.length).toBeGreaterThan(250)
  expect((await written()).toSorted()).toEqual(
    all
      .filter(breaks)
      .map(({ name }) => name)
      .toSorted(),
  )
})

test('a key without the member is found, and so is one that leads to somebody else’s rows', async () => {
  await client.query('begin')
  try {
    await client.query(`alter table saved_searches add constraint by_name unique (name), add constraint by_both unique (name, account_id),
      add constraint of_lot foreign key (id) references credit_lots (id), add constraint of_brand foreign key (name) references brands (id)`)
    expect(
      (await keys())
        .filter((key) => /^(by|of)_/.test(key.name))
        .map((key) => [key.name, breaks(key)]),
    ).toEqual([
      ['by_both', false],
      ['by_name', true],
      ['of_brand', false],
      ['of_lot', true],
    ])
  } finally {
    await client.query('rollback')
  }
})

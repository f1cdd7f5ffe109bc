import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import { expect, test } from 'vitest'
import { compiledOnce } from '#db/compiled-once.ts'
import type { Db } from '#db/connection.server.ts'

/** Notes what would be asked. */
function noting(): { db: Db; asked: CompiledQuery[] } {
  const asked: CompiledQuery[] = []
  const db: Db = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (one) => new PostgresIntrospector(one),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log({ query }) {
      asked.push(query)
    },
  })
  return { db, asked }
}

type Given = {
  id: number
  at: Date | null
  parts: ReadonlyArray<{ gender: readonly string[]; box: { south: number } }>
}

test('a query is built once for each shape, and gets the values of each call, those of objects in it as well', async () => {
  let built = 0
  const query = compiledOnce(
    (db, { id, at, parts }: Given, { isRecent }: { isRecent: boolean }) => {
      built += 1
      const [first, second] = parts
      const recent = isRecent ? sql`and seen_at > ${at}` : sql``
      const text = sql<{
        id: number
      }>`select id from x where id > ${id} ${recent} and gender = any(${first?.gender}) and south > ${second?.box.south}`
      return { compile: () => text.compile(db) }
    },
  )
  const { db, asked } = noting()
  const at = new Date('2026-11-20T12:00:00Z')
  const parts = (gender: string, south: number) => [
    { gender: [gender], box: { south: 0 } },
    { gender: [], box: { south } },
  ]
  await query(db, { id: 1, at: null, parts: parts('woman', 50) }, { isRecent: false })
  await query(db, { id: 2, at, parts: parts('man', 51) }, { isRecent: false })
  await query(db, { id: 3, at, parts: parts('couple', 52) }, { isRecent: true })
  expect(built).toBe(2)
  expect(asked.map(({ parameters }) => parameters)).toEqual([
    [1, ['woman'], 50],
    [2, ['man'], 51],
    [3, at, ['couple'], 52],
  ])
})

test('of the shapes that members choose, those asked for last are kept', async () => {
  let built = 0
  const query = compiledOnce((db, { id }: { id: number }, page: number) => {
    built += 1
    const text = sql<{ id: number }>`select id from x where id > ${id} offset ${sql.lit(page)}`
    return { compile: () => text.compile(db) }
  })
  const { db } = noting()
  for (let page = 0; page < 150; page += 1) {
    await query(db, { id: 1 }, 0)
    await query(db, { id: 1 }, page)
  }
  expect(built).toBe(150)
  await query(db, { id: 1 }, 1)
  expect(built).toBe(151)
})

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { accessesOf, recordAccesses } from '#core/audit/accesses.sql.ts'
import { recordAct } from '#core/audit/audit.sql.ts'
import { sealSome } from '#core/audit/chain.server.ts'
import { type OpenDatabase, openPostgres } from '#db/connection.server.ts'
import { addMonths, MONTHS_AHEAD, monthsOf, monthStart } from '#db/months.server.ts'
import { DAY, later } from '#lib/clock.ts'
import { mainBrand } from '#sites/registry.ts'
import { literalOf } from '../support/explanation.ts'
import { copyOfTemplate } from '../support/template.ts'

/** Which months a statement opens, and who waits for whom while one is made. */

let url: string
let one: OpenDatabase
let other: OpenDatabase
beforeAll(async () => {
  url = await copyOfTemplate(inject('postgresUrl'), `t_${randomUUID().replaceAll('-', '')}`)
  one = await openPostgres(url, 3)
  other = await openPostgres(url, 3)
  await addMonths(one.db, 'audit_log', new Date())
})
afterAll(async () => {
  await one.close()
  await other.close()
})

const START = new Date(Date.UTC(new Date().getUTCFullYear() + 2, 0))
const nameOf = (month: Date) => `audit_log_${month.toISOString().slice(0, 7).replace('-', '_')}`
const scope = (at: Date) =>
  ({ brand: mainBrand, member: { id: 5 }, at }) as Parameters<typeof recordAccesses>[1]

const monthsMade = async () =>
  (await monthsOf(one.db, 'audit_log')).filter(({ from }) => from >= START).map(({ from }) => from)

test('two processes make each month once, while an act is written and another read', async () => {
  const writer = await one.db.startTransaction().execute()
  await recordAct(writer, scope(new Date()), { action: 'test', subjectId: 2 })
  const reader = await one.db.startTransaction().execute()
  await sql`select from ${sql.table(nameOf(new Date()))} limit 1`.execute(reader)
  const made = await Promise.all([
    addMonths(one.db, 'audit_log', START),
    addMonths(other.db, 'audit_log', START),
  ])
  expect(made.reduce((sum, count) => sum + count, 0)).toBe(MONTHS_AHEAD + 1)
  await writer.commit().execute()
  await reader.commit().execute()
  expect(await monthsMade()).toEqual([0, 1, 2, 3].map((ahead) => monthStart(START, ahead)))
})

type Asked = { text: string; values: unknown[] }

/** The statements of a function that name the log. */
async function asked(run: () => Promise<unknown>): Promise<Asked[]> {
  const { query } = pg.Client.prototype
  const found: Asked[] = []
  Reflect.set(
    pg.Client.prototype,
    'query',
    function watched(this: pg.Client, ...args: unknown[]): unknown {
      const [given] = args as [Asked | string]
      if (typeof given !== 'string' && /"?audit_log\b/.test(given.text)) found.push(given)
      return Reflect.apply(query, this, args)
    },
  )
  try {
    await run()
  } finally {
    Reflect.set(pg.Client.prototype, 'query', query)
  }
  return found
}

/** The partitions that a statement reads, planned without its values, as the product's are. */
async function opened({ text, values }: Asked): Promise<string[]> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(
    'set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set session_replication_role = replica; begin',
  )
  await client.query(`prepare asked as ${text}`)
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, timing off) execute asked${values.length > 0 ? `(${values.map(literalOf).join()})` : ''}`,
  )
  await client.end()
  const lines = rows
    .map((row) => row['QUERY PLAN'])
    .filter((line) => line.includes('Scan') && !line.includes('never executed'))
  return [
    ...new Set(
      lines.flatMap((line) =>
        [...line.matchAll(/ on (audit_log_(?:rest|\d{4}_\d\d))/g)].map(
          ([, name]) => name as string,
        ),
      ),
    ),
  ].toSorted()
}

test('what is asked for a time opens the months of that time, and no other', async () => {
  for (let ahead = 4; ahead < 24; ahead += 4)
    await addMonths(one.db, 'audit_log', monthStart(START, ahead))
  const at = later(monthStart(START, 20), DAY)
  await recordAct(one.db, scope(at), { action: 'support.view', subjectId: 7 })
  const named = (ahead: number) => nameOf(monthStart(START, ahead))
  const statements = {
    aLook: await asked(() =>
      recordAccesses(one.db, scope(at), [{ subjectId: 7, what: 'account', why: {} }]),
    ),
    aYearOfAccesses: await asked(() => accessesOf(one.db, 7, at)),
    sealing: (await asked(() => sealSome(one.db, 10))).filter(({ text }) =>
      text.includes('update audit_log'),
    ),
  }
  const plans = Object.entries(statements).map(
    async ([name, all]) => [name, await Promise.all(all.map(opened))] as const,
  )
  expect(Object.fromEntries(await Promise.all(plans))).toEqual({
    aLook: [[named(20)]],
    aYearOfAccesses: [
      [...Array.from({ length: 16 }, (_, n) => named(8 + n)), 'audit_log_rest'].toSorted(),
    ],
    // And the act of the test before.
    sealing: [[nameOf(new Date())], [named(20)]],
  })
})

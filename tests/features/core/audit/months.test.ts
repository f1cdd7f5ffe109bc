import { writeFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { recordAct } from '#core/audit/audit.sql.ts'
import { auditSealJob, sealSome } from '#core/audit/chain.server.ts'
import { auditHeadJob, headsFile, readHeads } from '#core/audit/heads.server.ts'
import { verifyChain } from '#core/audit/verify.server.ts'
import { MONTHS_AHEAD, monthsFrom, monthsOf, monthStart } from '#db/months.server.ts'
import { monthJob } from '#jobs/months.server.ts'
import { DAY, later, SECOND } from '#lib/clock.ts'
import { metrics } from '#lib/metrics.server.ts'
import { retentionJob } from '#members/leaving/erasure.server.ts'
import { mainBrand } from '#sites/registry.ts'
import { tamper } from '#tests/support/acts.ts'
import { app, withApp } from '#tests/support/app.ts'

/**
 * The audit log is a table of months, which are made ahead, and dropped when all of a month is
 * older than three years.
 */

withApp()

const once = () => new AbortController().signal
const makeMonths = () => monthJob.start(app.services).run(once())
const retain = () => retentionJob.start(app.services).run(once())
const seal = () => auditSealJob.start(app.services).run(once())

async function act(at: Date): Promise<void> {
  await recordAct(
    app.db,
    { brand: mainBrand, member: { id: 1 }, at },
    { action: 'test', subjectId: 2 },
  )
}

async function verify() {
  const { sessionSecret } = app.services.settings
  return verifyChain(app.db, await readHeads(headsFile(app.dataDir), sessionSecret), sessionSecret)
}

/** How many rows each partition has, without those that have none. */
async function rowsByMonth(): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select tableoid::regclass::text as name, count(*)::int as count from audit_log group by 1 order by 1`.execute(
    app.db,
  )
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

const nameOf = (at: Date) => `audit_log_${at.toISOString().slice(0, 7).replace('-', '_')}`
const months = async () => (await monthsOf(app.db, 'audit_log')).map(({ name }) => name)

const there = async (at: Date) => monthsFrom(at, await monthsOf(app.db, 'audit_log'))

/** The first New Year that has months of its own. */
let newYear: Date
beforeEach(async () => {
  await tamper(
    app.db,
    'delete from audit_log',
    'delete from audit_checkpoints',
    `update audit_head set seq = 0, hash = repeat('0', 64)`,
  )
  await writeFile(headsFile(app.dataDir), '')
  const last = (await monthsOf(app.db, 'audit_log')).at(-1)?.until ?? app.clock.now()
  newYear = new Date(
    Date.UTC(Math.max(last.getUTCFullYear(), app.clock.now().getUTCFullYear()) + 2, 0),
  )
})

function goTo(at: Date): void {
  app.clock.advance(at.getTime() - app.clock.now().getTime())
}

describe('the months', () => {
  test('are there before the first second of each, at New Year, too, and no run makes one again', async () => {
    goTo(later(newYear, -SECOND))
    await makeMonths()
    const made = await months()
    expect(made.slice(-1 - MONTHS_AHEAD)).toEqual(
      [-1, 0, 1, 2].map((ahead) => nameOf(monthStart(newYear, ahead))),
    )
    await makeMonths()
    expect(await months()).toEqual(made)

    await act(later(newYear, -1))
    await act(newYear)
    expect(await rowsByMonth()).toEqual({ [nameOf(later(newYear, -1))]: 1, [nameOf(newYear)]: 1 })
    goTo(newYear)
    expect(await there(app.clock.now())).toBe(MONTHS_AHEAD)
    await makeMonths()
    expect((await months()).at(-1)).toBe(nameOf(monthStart(newYear, MONTHS_AHEAD)))
  })

  test('are made ahead also where the present one cannot be, which the metric says', async () => {
    goTo(newYear)
    const taken = sql.table(nameOf(newYear))
    // As where an operator detached it.
    await sql`create table ${taken} ()`.execute(app.db)
    await expect(makeMonths()).rejects.toThrow('already exists')
    expect((await months()).slice(-MONTHS_AHEAD)).toEqual(
      [1, 2, 3].map((ahead) => nameOf(monthStart(newYear, ahead))),
    )
    expect(await metrics.getSingleMetricAsString('sites_months_ahead')).toContain(
      '{relation="audit_log"} -1',
    )

    await sql`drop table ${taken}`.execute(app.db)
    await makeMonths()
    expect(await there(newYear)).toBe(MONTHS_AHEAD + 1)
    expect(await metrics.getSingleMetricAsString('sites_months_ahead')).toContain(
      `{relation="audit_log"} ${MONTHS_AHEAD}`,
    )
  })

  test('are made once by processes that make them at the same time', async () => {
    goTo(newYear)
    await Promise.all([makeMonths(), makeMonths(), makeMonths()])
    const made = await months()
    expect(made).toEqual([...new Set(made)])
    expect(await there(newYear)).toBe(MONTHS_AHEAD + 1)
  })

  test('take what came before them, where the clock went on by a year: nothing was refused, and the chain is whole', async () => {
    goTo(newYear)
    expect(await there(newYear)).toBe(0)
    for (const days of [0, 1, 40]) await act(later(newYear, days * DAY))
    await act(later(newYear, 400 * DAY))
    await seal()
    await act(later(newYear, 2 * DAY))
    expect(await rowsByMonth()).toEqual({ audit_log_rest: 5 })
    await makeMonths()
    expect(await rowsByMonth()).toEqual({
      [nameOf(newYear)]: 3,
      [nameOf(monthStart(newYear, 1))]: 1,
      audit_log_rest: 1,
    })
    await seal()
    expect(await verify()).toMatchObject({ rows: 5, unsealed: 0, findings: [] })
    // What keeps rows of the rest is on again.
    await expect(sql`delete from audit_log_rest`.execute(app.db)).rejects.toThrow('append-only')
  })

  test('can be emptied or changed by themselves as little as the whole', async () => {
    goTo(newYear)
    await makeMonths()
    await act(newYear)
    const month = sql.table(nameOf(newYear))
    for (const statement of [
      sql`truncate ${month}`,
      sql`delete from ${month}`,
      sql`update ${month} set action = 'other'`,
      sql`truncate audit_log_rest`,
    ])
      await expect(statement.execute(app.db)).rejects.toThrow('append-only')
  })
})

describe('a month is dropped', () => {
  const threeYears = 3 * 365.25 * DAY

  async function monthOfActs(): Promise<void> {
    goTo(newYear)
    await makeMonths()
    for (const at of [newYear, later(newYear, 20 * DAY), later(monthStart(newYear, 1), -1)])
      await act(at)
    await seal()
    await act(monthStart(newYear, 1))
    await act(later(newYear, 45 * DAY))
    await seal()
    await auditHeadJob.start(app.services).run(once())
  }

  test('when its last moment is three years ago, not before, with nothing else; the rest can be verified', async () => {
    await monthOfActs()
    goTo(later(monthStart(newYear, 1), threeYears - 1))
    await retain()
    expect(await verify()).toMatchObject({ rows: 5, first: 1, findings: [] })

    goTo(later(monthStart(newYear, 1), threeYears))
    await retain()
    expect(await months()).not.toContain(nameOf(newYear))
    expect(await rowsByMonth()).toEqual({ [nameOf(monthStart(newYear, 1))]: 2 })
    expect(await verify()).toMatchObject({
      rows: 2,
      first: 4,
      head: { seq: 5 },
      compared: 1,
      findings: [],
    })
    expect(await app.db.selectFrom('audit_checkpoints').select('seq').execute()).toEqual([
      { seq: 3 },
    ])

    await tamper(app.db, `update audit_log set action = 'other' where seq = 4`)
    expect((await verify()).findings).toEqual([{ fault: 'changed', from: 4, to: 4 }])
    await tamper(app.db, 'delete from audit_log where seq = 4')
    expect((await verify()).findings).toEqual([{ fault: 'missing', from: 4, to: 4 }])
  })

  test('by whoever is not the product: that is found', async () => {
    await monthOfActs()
    await sql`drop table ${sql.table(nameOf(newYear))}`.execute(app.db)
    expect((await verify()).findings).toEqual([{ fault: 'missing', from: 1, to: 3 }])
  })

  test('with the acts of the next that the chain has before its last, and waits for one that stays', async () => {
    goTo(newYear)
    await makeMonths()
    const second = monthStart(newYear, 1)
    // Sealed in another order than that of the clock, as transactions that overlap are.
    for (const at of [
      newYear,
      second,
      later(second, -1),
      later(newYear, 33 * DAY),
      later(newYear, 3 * DAY),
      later(newYear, 50 * DAY),
    ]) {
      await act(at)
      await sealSome(app.db, 10)
    }
    goTo(later(second, threeYears))
    await retain()
    // The fourth stays a month longer, and what the chain has after it of the first month with it.
    expect(await verify()).toMatchObject({ first: 2, rows: 5, findings: [] })
    expect(await months()).toContain(nameOf(newYear))
    goTo(later(monthStart(newYear, 2), threeYears))
    await retain()
    expect(await verify()).toMatchObject({ first: 7, rows: 0, findings: [] })
    expect(await months()).not.toContain(nameOf(newYear))
    expect(await months()).not.toContain(nameOf(second))
  })

  test('never before its rows are sealed', async () => {
    await monthOfActs()
    await act(later(newYear, DAY))
    goTo(later(monthStart(newYear, 1), threeYears))
    await retain()
    // It is the newest of the chain, so that all before it stays until that may go.
    expect(await verify()).toMatchObject({ first: 4, rows: 3, unsealed: 0, findings: [] })
    expect(await rowsByMonth()).toEqual({
      [nameOf(newYear)]: 1,
      [nameOf(monthStart(newYear, 1))]: 2,
    })
  })
})

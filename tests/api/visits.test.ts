import type { CompiledQuery } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { saveSettings } from '#core/accounts/settings/settings.contract.ts'
import { visitJob } from '#jobs/visits.server.ts'
import { DAY, later, MINUTE } from '#lib/clock.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { type CastMember, joins } from '../support/cast.ts'

/** Who is there, as a process writes it for all its members together. */

let app: TestApp
let members: CastMember[]
let job: ReturnType<typeof visitJob.start>
const statements: string[] = []
beforeEach(async () => {
  app = await startApp()
  members = []
  for (const name of ['Alice', 'Bob', 'Carol'])
    members.push(await joins(app, { brand: 'adultcrush', username: name }))
  for (const member of members) await member.request('/site/getParameters')
  job = visitJob.start(app.services)
  app.clock.advance(2 * MINUTE)
  const ask = app.db.executeQuery.bind(app.db)
  vi.spyOn(app.db, 'executeQuery').mockImplementation((query, options) => {
    statements.push((query as CompiledQuery).sql)
    return ask(query as CompiledQuery<never>, options)
  })
  statements.length = 0
})
afterEach(async () => {
  await job.close?.()
  await app.close()
})

const writes = () => statements.filter((text) => text.includes('last_seen_at = '))
const run = () => job.run(new AbortController().signal)

function sessions() {
  return app.db
    .selectFrom('sessions')
    .innerJoin('profiles', 'profiles.account_id', 'sessions.account_id')
    .select([
      'sessions.last_seen_at as seen',
      'profiles.last_seen_at as shown',
      'sessions.visit_started_at as started',
      'sessions.expires_at as expires',
      'sessions.created_at as created',
    ])
    .orderBy('sessions.id')
    .execute()
}

test('visits of many members are one statement, and none of them waits for it', async () => {
  const before = await sessions()
  const at = app.clock.now()
  for (const member of members) expect((await member.request('/event/tickers')).status).toBe(200)
  expect([writes(), await sessions()]).toEqual([[], before])
  await run()
  expect(writes()).toHaveLength(1)
  const expected = before.map(({ started, created }) => ({
    seen: at,
    shown: at,
    started: started ?? created,
    created,
    expires: later(at, 30 * DAY),
  }))
  expect(await sessions()).toEqual(expected)
  await run()
  expect(writes()).toHaveLength(1)
})

test('a visit after half an hour begins anew, and no session outlives its longest life', async () => {
  const [Alice] = members
  for (let day = 0; day < 7; day += 1) {
    app.clock.advance(29 * DAY)
    await Alice?.request('/event/tickers')
    await run()
    const [session] = await sessions()
    const at = app.clock.now()
    const isOver = at >= later(session?.created ?? at, 180 * DAY)
    if (isOver) return expect(day).toBe(6)
    const idle = later(at, 30 * DAY)
    const most = later(session?.created ?? at, 180 * DAY)
    expect(session).toMatchObject({ seen: at, started: at, expires: idle < most ? idle : most })
  }
  throw new Error('the session never ended')
})

test('what was not written is when the process stops; from then on each visit is written by itself', async () => {
  const [Alice, Bob] = members
  await Alice?.request('/event/tickers')
  expect(writes()).toEqual([])
  await job.close?.()
  expect(writes()).toHaveLength(1)
  await Bob?.request('/event/tickers')
  expect(writes()).toHaveLength(2)
  const at = app.clock.now()
  expect((await sessions()).slice(0, 2).map(({ seen }) => seen)).toEqual([at, at])
})

test('a visit that waits to be written does not show a presence that was hidden meanwhile', async () => {
  const [Alice] = members
  const visibility = {
    section: 'visibility',
    shownOnOtherBrands: true,
    showsReading: true,
    notesVisits: true,
    sharesWithPartners: false,
  } as const
  // This call is the visit: whoever hides their presence and leaves makes no other.
  await Alice?.calls(saveSettings, { body: { ...visibility, showsOnline: false } })
  await run()
  const noonBefore = new Date(Math.floor(app.clock.now().getTime() / DAY) * DAY - DAY / 2)
  const [session] = await sessions()
  expect(session).toMatchObject({ seen: app.clock.now(), shown: noonBefore })

  await Alice?.calls(saveSettings, { body: { ...visibility, showsOnline: true } })
  app.clock.advance(2 * MINUTE)
  await Alice?.request('/event/tickers')
  await run()
  expect((await sessions())[0]).toMatchObject({ seen: app.clock.now(), shown: app.clock.now() })
})

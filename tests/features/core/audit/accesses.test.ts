import { beforeAll, describe, expect, test } from 'vitest'
import { listAccesses } from '#core/audit/accesses.contract.ts'
import { accessesOf, recordAccesses } from '#core/audit/accesses.sql.ts'
import { recordAct } from '#core/audit/audit.sql.ts'
import { auditCollections } from '#core/audit/leaving.sql.ts'
import { DAY, HOUR, later, MINUTE } from '#lib/clock.ts'
import { mainBrand } from '#sites/registry.ts'
import { supportLink } from '#staff/tickets/agent/agent-links.server.ts'
import { app, withApp } from '#tests/support/app.ts'
import { alice, type CastMember, dan, eve } from '#tests/support/cast.ts'

/** What staff see of members is on record, and the members read when it was. */

withApp()
let people: Record<'alice' | 'dan' | 'eve', CastMember>
beforeAll(async () => {
  people = { alice: await alice(app), dan: await dan(app), eve: await eve(app) }
})

const looks = async (who: CastMember) => (await who.calls(listAccesses)).looks
type Scope = Parameters<typeof recordAccesses>[1]
const scope = () =>
  ({ brand: mainBrand, member: { id: people.eve.id }, at: app.clock.now() }) as Scope
const record = (what: 'account' | 'photos', ...subjects: number[]) =>
  recordAccesses(
    app.db,
    scope(),
    subjects.map((subjectId) => ({ subjectId, what, why: { task: 7 } })),
  )
const rows = () =>
  app.db
    .selectFrom('audit_log')
    .select(['actor_id', 'subject_id', 'details'])
    .where('action', '=', 'staff.look')
    .orderBy('id')
    .execute()

describe('an access of staff', () => {
  test('because of a report is read after thirty days, one at new photos at once', async () => {
    const { db } = app
    const takes = (queue: string) =>
      recordAct(db, scope(), {
        action: 'staff.takeTask',
        subjectId: people.dan.id,
        details: { task: 8, queue },
      })
    await takes('reports')
    await takes('photos')
    const today = '2026-11-20'
    expect(await looks(people.dan)).toEqual([{ day: today, what: 'photos' }])
    expect(await accessesOf(db, people.dan.id, later(app.clock.now(), 30 * DAY))).toEqual([
      { day: today, what: 'account' },
      { day: today, what: 'photos' },
    ])
  })

  test('is one row an hour with who, whom and why; the member reads the day and what, of twelve months, and never who', async () => {
    await record('account', people.alice.id, people.dan.id, people.eve.id)
    app.clock.advance(10 * MINUTE)
    await record('account', people.alice.id)
    await record('photos', people.alice.id)
    const details = (what: string) => ({ what, task: 7 })
    expect(await rows()).toEqual([
      { actor_id: people.eve.id, subject_id: people.alice.id, details: details('account') },
      { actor_id: people.eve.id, subject_id: people.dan.id, details: details('account') },
      { actor_id: people.eve.id, subject_id: people.alice.id, details: details('photos') },
    ])
    const seen = [
      { day: '2026-11-20', what: 'account' },
      { day: '2026-11-20', what: 'photos' },
    ]
    expect(await looks(people.alice)).toEqual(seen)

    app.clock.advance(2 * HOUR)
    const link = new URL(
      supportLink(
        app.services,
        { brand: mainBrand, memberId: people.alice.id, agent: 'Maria' },
        app.clock.now(),
      ) ?? '',
    )
    const opened = await app.frontDoor(
      new Request(link, { method: 'POST', headers: { Host: link.host } }),
      '203.0.113.7',
      async () => new Response('page'),
    )
    expect(opened.status).toBe(200)
    app.clock.advance(DAY)
    await record('account', people.alice.id)
    expect(await looks(people.alice)).toEqual([{ day: '2026-11-21', what: 'account' }, ...seen])

    const copied = []
    for await (const row of auditCollections
      .find(({ name }) => name === 'looks')
      ?.rows(app.db, people.alice.id, app.clock.now()) ?? [])
      copied.push(row)
    expect(copied.map(({ what }) => what)).toEqual(['account', 'photos', 'account', 'account'])
    expect(JSON.stringify(copied)).not.toContain('Maria')
    app.clock.advance(365 * DAY)
    expect(await accessesOf(app.db, people.alice.id, app.clock.now())).toEqual([])
  })
})

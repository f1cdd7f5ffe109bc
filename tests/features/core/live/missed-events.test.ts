import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startSession } from '#api/sessions.sql.ts'
import { notifyMember } from '#core/live/event-hub.server.ts'
import { eventSweepJob } from '#core/live/event-sweep.server.ts'
import { eventsBetween, presentSnapshot } from '#core/live/member-events.sql.ts'
import type { MemberEvent } from '#core/live/member-events.ts'
import { decryptPosition, encryptPosition } from '#core/live/position.server.ts'
import { MINUTE } from '#lib/clock.ts'
import { app, runJob, withApp } from '#tests/support/app.ts'
import { alice, carol, type CastMember, dan } from '#tests/support/cast.ts'

withApp()
let Alice: CastMember
let Dan: CastMember
beforeAll(async () => {
  Alice = await alice(app)
  Dan = await dan(app)
})
afterEach(async () => {
  for (const stream of open.splice(0)) await stream.cut()
})

type Stream = { hints: MemberEvent[]; ids: string[]; cut(): Promise<void> }
const open: Stream[] = []

/** Resolves when the stream has said where it begins. */
async function listens(member: Pick<CastMember, 'request'>, lastEventId?: string): Promise<Stream> {
  const response = await member.request(
    `/event/stream?since=${app.clock.now().getTime() + MINUTE}`,
    {
      headers: lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId },
    },
  )
  const reader = response.body?.getReader()
  if (!reader) throw new Error('no body')
  const hints: MemberEvent[] = []
  const ids: string[] = []
  void (async () => {
    const decoder = new TextDecoder()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      for (const [, field, value = ''] of decoder
        .decode(part.value, { stream: true })
        .matchAll(/^(data|id): (.*)$/gm)) {
        if (field === 'id') ids.push(value)
        else hints.push(JSON.parse(value) as MemberEvent)
      }
    }
  })()
  await vi.waitFor(() => expect(ids).not.toEqual([]))
  const stream = { hints, ids, cut: () => reader.cancel() }
  open.push(stream)
  return stream
}

const ready = { type: 'ready' }
const message = (n: number): MemberEvent => ({ type: 'message', otherId: n })
const tells = (member: CastMember, event: MemberEvent) => notifyMember(app.db, member.id, event)
/**
 * Resolves when this process has read all that was written by now; others may write to the same
 * server meanwhile.
 */
async function isRead(): Promise<void> {
  const { db, events } = app.services
  const present = await presentSnapshot(db)
  await vi.waitFor(async () =>
    expect(await eventsBetween(db, { seen: events.position(), present }, 1)).toEqual([]),
  )
}

/** Alice’s latest id, of a stream that was told something and then cut. */
async function isCut(): Promise<string> {
  const stream = await listens(Alice)
  await tells(Alice, message(1))
  await vi.waitFor(() => expect(stream.hints).toContainEqual(message(1)))
  await stream.cut()
  return stream.ids.at(-1) ?? ''
}

describe('a stream that was cut', () => {
  test('is told exactly what it missed, in order, and nothing of other members', async () => {
    const id = await isCut()
    for (const n of [2, 3, 4]) {
      await tells(Alice, message(n))
      await tells(Dan, message(10 + n))
    }
    await isRead()
    const back = await listens(Alice, id)
    expect(back.hints).toEqual([ready, message(2), message(3), message(4)])
    await tells(Alice, message(5))
    await vi.waitFor(() => expect(back.hints.slice(1)).toEqual([2, 3, 4, 5].map(message)))
    await back.cut()
    expect((await listens(Alice, back.ids.at(-1))).hints).toEqual([ready])
  })

  test('misses nothing that comes while it returns', async () => {
    const id = await isCut()
    const writing = (async () => {
      for (let n = 2; n < 40; n += 1) await tells(Alice, message(n))
    })()
    const back = await listens(Alice, id)
    await writing
    await vi.waitFor(() =>
      expect(back.hints.slice(1)).toEqual(Array.from({ length: 38 }, (_, n) => message(n + 2))),
    )
  })

  test('does not hear again that another session has ended', async () => {
    const id = await isCut()
    await tells(Alice, { type: 'signedOut' })
    await tells(Alice, message(2))
    await isRead()
    expect((await listens(Alice, id)).hints).toEqual([ready, message(2)])
  })

  test('is told to fetch everything where it was away for longer than five minutes, or missed very much', async () => {
    const id = await isCut()
    await tells(Alice, message(2))
    await isRead()
    app.clock.advance(5 * MINUTE)
    expect((await listens(Alice, id)).hints).toEqual([ready, message(2)])
    app.clock.advance(1)
    expect((await listens(Alice, id)).hints).toEqual([ready, { type: 'reload' }])
    const later = await isCut()
    await sql`insert into member_events (member_id, event) select ${Alice.id}, '{"type":"tickers"}' from generate_series(1, 201)`.execute(
      app.db,
    )
    await isRead()
    expect((await listens(Alice, later)).hints).toEqual([ready, { type: 'reload' }])
  })

  test.each(['7', '', 'bm9uc2Vuc2U=', 'x'.repeat(400)])(
    'is told so where its id is none of ours: %s',
    async (id) => {
      await tells(Alice, message(2))
      await isRead()
      expect((await listens(Alice, id)).hints).toEqual([ready, { type: 'reload' }])
    },
  )

  test('learns nothing with its id of another brand', async () => {
    const id = await isCut()
    await tells(Alice, message(2))
    await isRead()
    const session = {
      accountId: Alice.id,
      brand: 'wivesnow',
      device: 'Test browser',
      at: app.clock.now(),
      replaces: null,
    }
    const elsewhere = app.visitor('wivesnow')
    elsewhere.cookies.set('session', await startSession(app.db, session))
    expect((await listens(elsewhere, id)).hints).toEqual([ready, { type: 'reload' }])
  })

  test('learns nothing with somebody else’s id', async () => {
    const id = await isCut()
    await tells(Alice, message(2))
    await isRead()
    expect((await listens(Dan, id)).hints).toEqual([ready, { type: 'reload' }])
  })
})

describe('ids', () => {
  test('say nothing: they are of one length, and another one each time', async () => {
    const first = await listens(Alice)
    const second = await listens(await carol(app))
    for (let n = 0; n < 12; n += 1) await tells(Alice, message(n))
    await vi.waitFor(() => expect(first.hints).toHaveLength(13))
    const ids = [...first.ids, ...second.ids]
    expect(new Set(ids).size).toBe(ids.length)
    expect(new Set(ids.map(({ length }) => length)).size).toBe(1)
    expect(ids.join('')).toMatch(/^[\w+/=]+$/)
  })
})

test('an id is of the same length with very many transactions in progress, and then begins with the earliest of them', () => {
  const holder = { memberId: Alice.id, brandId: 'adultcrush' }
  const inProgress = Array.from({ length: 200 }, (_, n) => 5 + 3 * n)
  const [few, many] = ['5:7:5', `5:900:${inProgress.join()}`].map((snapshot) =>
    encryptPosition(app.services, holder, snapshot),
  )
  expect(many).toHaveLength(few?.length ?? 0)
  expect([few, many].map((id) => decryptPosition(app.services, holder, id ?? ''))).toEqual([
    '5:7:5',
    '5:5:',
  ])
})

test('events are gone within minutes, and those of another server’s dump at once', async () => {
  const { db } = app
  await db.deleteFrom('member_events').execute()
  await tells(Alice, message(1))
  await tells(Dan, message(2))
  await tells(Dan, message(3))
  await sql`update member_events set at = ${app.clock.now()}`.execute(db)
  await sql`update member_events set at = at - interval '6 minutes 1 second' where member_id = ${Alice.id}`.execute(
    db,
  )
  await sql`update member_events set xid = '9000000000' where event->>'otherId' = '3'`.execute(db)
  await runJob(app, eventSweepJob)
  const left = await db
    .selectFrom('member_events')
    .select('event')
    .where('member_id', 'in', [Alice.id, Dan.id])
    .execute()
  expect(left).toEqual([{ event: message(2) }])
})

import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { DAY } from '#lib/clock.ts'
import { openForStaff } from '#members/photos/hashes/tasks.server.ts'
import { judgeNewPhoto } from '#staff/queue/console.contract.ts'
import { app, withApp } from '#tests/support/app.ts'
import { type CastMember, joins, worksAs } from '#tests/support/cast.ts'
import { aPhoto, upload } from '#tests/support/photos.ts'
import { queueOf, takesTask, undoesDecision } from '#tests/support/verdicts.ts'

/**
 * A decision about a photo is taken back at the moment at which something else happens to its task,
 * or to its decider.
 */

withApp({ PHOTO_REVIEW: 'staff' })
let Eve: CastMember
let Ann: CastMember
let number = 0
beforeEach(async () => {
  app.clock.advance(DAY)
  number += 1
  for (const table of ['tasks', 'photo_hashes'] as const) await app.db.deleteFrom(table).execute()
  Eve = await worksAs(app, `BackEve${number}`)
  Ann = await joins(app, { brand: 'adultcrush', username: `BackAnn${number}` })
})

const takes = () => takesTask(Eve, 'photos')
const room = () => queueOf(Eve, 'photos')
const tasks = () =>
  app.db
    .selectFrom('tasks')
    .select(['id', 'leased_by as holder'])
    .where('closed_at', 'is', null)
    .orderBy('id')
    .execute()
const undoes = (id: number) => undoesDecision(Eve, id)
/** Until as many wait for a lock. */
const wait = (count: number) =>
  vi.waitFor(async () => {
    const { rows } =
      await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        app.db,
      )
    expect(rows.length).toBe(count)
  })

/** Eve approves Ann's photo, which still waits its ten seconds. */
async function approves(): Promise<{ photoId: number; decision: number }> {
  const { id: photoId } = await upload(Ann, await aPhoto({ width: 300, height: 400 }))
  await takes()
  const { held } = await room()
  const body = {
    queue: 'photos',
    id: held?.id ?? 0,
    key: held?.photo?.key ?? '',
    verdict: 'approve',
  } as const
  const { next } = await Eve.calls(judgeNewPhoto, { body })
  return { photoId, decision: Number(new URL(next, 'http://x').searchParams.get('undo')) }
}

test('whoever takes a decision back in one window, and the next task in another, holds one task', async () => {
  const { decision } = await approves()
  const Ben = await joins(app, { brand: 'adultcrush', username: `BackBen${number}` })
  await upload(Ben, await aPhoto({ width: 310, height: 420, colour: '#557733' }))
  const calls: Array<Promise<unknown>> = []
  // Neither can write down what it did before both have done it.
  await app.transaction(async (trx) => {
    await sql`lock table audit_log in exclusive mode`.execute(trx)
    calls.push(undoes(decision), takes())
    await wait(2)
  })
  await Promise.all(calls)
  expect((await tasks()).filter(({ holder }) => holder === Eve.id)).toEqual([
    { id: (await room()).held?.id, holder: Eve.id },
  ])
})

test('a decision is taken back also where a new task about its photo is opened at that moment', async () => {
  const { photoId, decision } = await approves()
  const calls: Array<Promise<unknown>> = []
  await app.transaction(async (trx) => {
    await openForStaff(trx, { photoId, ownerId: Ann.id, brand: 'adultcrush', at: app.clock.now() })
    calls.push(undoes(decision))
    await wait(1)
  })
  await Promise.all(calls)
  const { undone_at: undoneAt } = await app.db
    .selectFrom('decisions')
    .select('undone_at')
    .where('id', '=', decision)
    .executeTakeFirstOrThrow()
  expect([undoneAt, (await tasks()).length]).toEqual([app.clock.now(), 1])
})

import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { leaseNext } from '#core/tasks/leases.sql.ts'
import { DAY } from '#lib/clock.ts'
import { REFUSED } from '#members/photos/hashes/hash-table.sql.ts'
import { decideTask } from '#staff/decisions/deciding/decide.contract.ts'
import { app, withApp } from '#tests/support/app.ts'
import { type CastMember, joins, worksAs } from '#tests/support/cast.ts'
import { aPhoto, upload } from '#tests/support/photos.ts'
import { decisionsTakeEffect, undoesDecision } from '#tests/support/verdicts.ts'

/** A refusal is taken back at the moment at which the photo's owner deletes it. */

withApp({ PHOTO_REVIEW: 'staff' })
let Eve: CastMember
let Ann: CastMember
let number = 0
beforeEach(async () => {
  app.clock.advance(DAY)
  number += 1
  for (const table of ['tasks', 'hash_table', 'photo_hashes'] as const)
    await app.db.deleteFrom(table).execute()
  Eve = await worksAs(app, `MeanEve${number}`)
  Ann = await joins(app, { brand: 'wivesnow', username: `MeanAnn${number}` })
})

async function refuses(): Promise<number> {
  const task = await app.transaction((trx) => leaseNext(trx, 'photos', Eve.id, app.clock.now()))
  const body = {
    taskId: task?.id ?? 0,
    act: 'hidePhoto',
    policy: 'nudity',
    note: 'The picture shows more than it may.',
  } as const
  return (await Eve.calls(decideTask, { body })).id
}
const takesEffect = () => decisionsTakeEffect(app)
const refused = async () =>
  (
    await app.db
      .selectFrom('hash_table')
      .select('id')
      .where('list', '=', REFUSED)
      .where('withdrawn_at', 'is', null)
      .execute()
  ).length
/** Until as many wait for a lock. */
const wait = (count: number) =>
  vi.waitFor(async () => {
    const { rows } =
      await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        app.db,
      )
    expect(rows.length).toBe(count)
  })

test.each<[string, (photoId: number) => Promise<() => Promise<unknown>>]>([
  [
    'before it took effect',
    async () => {
      const id = await refuses()
      return () => undoesDecision(Eve, id)
    },
  ],
  [
    'after it took effect',
    async (aboutId) => {
      await refuses()
      await takesEffect()
      await Eve.calls(decideTask, {
        body: { accountId: Ann.id, act: 'restore', about: 'photo', aboutId },
      })
      return takesEffect
    },
  ],
])('a refusal that is taken back %s leaves nothing known of the picture', async (_, decided) => {
  const { id } = await upload(Ann, await aPhoto({ width: 310, height: 420 }))
  const takesBack = await decided(id)
  const both: Array<Promise<unknown>> = []
  // Her deletion waits here for its photo.
  await app.transaction(async (trx) => {
    await trx.selectFrom('photos').select('id').where('id', '=', id).forUpdate().execute()
    both.push(Ann.request(`/image/delete/id/${id}`, { method: 'POST' }))
    await wait(1)
    const taken = takesBack()
    both.push(taken)
    await Promise.race([taken, wait(2)])
  })
  await Promise.all(both)
  expect([
    await app.db.selectFrom('photos').select('id').where('id', '=', id).execute(),
    await refused(),
  ]).toEqual([[], 0])
})

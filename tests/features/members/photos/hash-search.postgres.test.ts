import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { addHashes, changeHashTable, REFUSED } from '#members/photos/hashes/hash-table.sql.ts'
import { photoHashJob } from '#members/photos/hashes/stored.server.ts'
import { app, withApp } from '#tests/support/app.ts'
import { joins } from '#tests/support/cast.ts'
import { aPhoto, photoRows, upload } from '#tests/support/photos.ts'

/** The search among stored photos for what a list adds, beside other transactions. */

withApp()

const runJob = () => photoHashJob.start(app.services).run(new AbortController().signal)

async function isLockAwaited(): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } =
      await sql`select from pg_locks join pg_database on oid = database where datname = current_database() and locktype = 'advisory' and not granted`.execute(
        app.db,
      )
    expect(rows.length).toBeGreaterThan(0)
  })
}

test('passes over no hash that a list is adding while a later one is there already', async () => {
  const alice = await joins(app, { brand: 'adultcrush', username: 'Alice' })
  const { id } = await upload(alice, await aPhoto())
  const stored = await app.db
    .selectFrom('photo_hashes')
    .select('sha256')
    .where('photo_id', '=', id)
    .executeTakeFirstOrThrow()
  const about = { why: 'On the list.', by: null, at: app.clock.now() }
  const isAdded = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const adding = app.transaction(async (trx) => {
    await changeHashTable(trx)
    await addHashes(trx, [{ kind: 'sha256', hash: stored.sha256 }], {
      list: 'test',
      action: 'hold',
      ...about,
    })
    isAdded.resolve()
    await mayEnd.promise
  })
  await isAdded.promise
  const refused = [{ kind: 'sha256' as const, hash: new Uint8Array(32) }]
  await app.transaction((trx) =>
    addHashes(trx, refused, { list: REFUSED, action: 'review', ...about }),
  )
  const running = runJob()
  await Promise.race([running, isLockAwaited()])
  mayEnd.resolve()
  await Promise.all([adding, running])
  await runJob()
  expect((await photoRows(app, alice.id)).map(({ approved_at: approvedAt }) => approvedAt)).toEqual(
    [null],
  )
})

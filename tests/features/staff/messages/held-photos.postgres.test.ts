import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { DAY } from '#lib/clock.ts'
import { givePhotoBack } from '#members/messages/view-once/view-once-check.server.ts'
import { viewOnceName } from '#members/messages/view-once/view-once.ts'
import { heldMessageJob } from '#staff/messages/held-messages.server.ts'
import { app, withApp } from '#tests/support/app.ts'
import { type CastMember, joins } from '#tests/support/cast.ts'

/** A refused photo of a message that was held, at the moment at which its time is over. */

withApp()
let Ann: CastMember
let Bob: CastMember
beforeAll(async () => {
  Ann = await joins(app, { brand: 'adultcrush', username: 'HeldAnn' })
  Bob = await joins(app, { brand: 'adultcrush', username: 'HeldBob', gender: 'man' })
})

/** The key of its file; of a message that was passed on by itself, without it. */
async function refusedPhoto(messageId: number): Promise<string> {
  const { db, photoFiles } = app.services
  const at = app.clock.now()
  const [key, passed] = [
    '7'.repeat(32),
    {
      conversation_id: null,
      brand: 'adultcrush',
      held_at: at,
      until: at,
      ended_at: at,
      outcome: 'passed',
      words: null,
    } as const,
  ]
  const { id } = await db
    .insertInto('held_messages')
    .values({ ...passed, sender_id: Ann.id, other_id: Bob.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const facts = {
    width: 300,
    height: 400,
    isApproved: false,
    isRefused: true,
    rules: null,
    findings: [],
    sha256: null,
    pdq: null,
    quality: null,
  }
  await sql`insert into held_files (key, held_id, message_id, kind, body, facts) values (${key}, ${id}, ${messageId}, 'viewOnce', '', ${JSON.stringify(facts)})`.execute(
    db,
  )
  await photoFiles.write(new Map([[viewOnceName(key), new Uint8Array(9)]]))
  return key
}

test('a held photo is not sent by an objection that is right once its file is being deleted', async () => {
  const { db, photoFiles } = app.services
  const key = await refusedPhoto(4711)
  app.clock.advance(215 * DAY)
  const [isDeleting, mayDelete] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const remove = async (names: readonly string[]) => {
    isDeleting.resolve()
    await mayDelete.promise
    await photoFiles.remove(names)
  }
  const sweeps = heldMessageJob
    .start({ ...app.services, photoFiles: { ...photoFiles, remove } })
    .run(new AbortController().signal)
  await isDeleting.promise
  const givesBack = db
    .transaction()
    .execute((trx) => givePhotoBack(trx, { messageId: 4711, ownerId: Ann.id, at: app.clock.now() }))
  const waits = vi.waitFor(async () => {
    const { rows } =
      await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        db,
      )
    expect(rows.length).toBeGreaterThan(0)
  })
  await Promise.race([givesBack, waits])
  mayDelete.resolve()
  await Promise.all([givesBack, sweeps])
  const messages = await db
    .selectFrom('messages')
    .select('id')
    .where('sender_id', '=', Ann.id)
    .execute()
  expect([messages, await photoFiles.read(viewOnceName(key))]).toEqual([[], null])
})

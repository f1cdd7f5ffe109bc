import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { alice, becomesPremium, type CastMember, dan, writesTo } from '#tests/support/cast.ts'

/**
 * What is answered as an error is not done: the member's other windows are told in the transaction
 * of the change.
 */

let app: TestApp
let Alice: CastMember
let Dan: CastMember
beforeEach(async () => {
  app = await startApp()
  Alice = await alice(app)
  Dan = await dan(app)
  await becomesPremium(app, Dan)
  await writesTo(Dan, Alice, 'Are you there?')
  await sql`update conversation_sides set unread = 0`.execute(app.db)
})
afterEach(() => app.close())

const sideOfAlice = async () => {
  const side = app.db
    .selectFrom('conversation_sides')
    .select(['unread', 'hidden_at', 'muted_at', 'pinned_at'])
  const sessions = app.db.selectFrom('sessions').select('id').where('account_id', '=', Alice.id)
  return {
    ...(await side.where('account_id', '=', Alice.id).executeTakeFirstOrThrow()),
    sessions: (await sessions.execute()).length,
  }
}

test.each([
  ['POST', '/message/unread', { unread: 1 }],
  ['POST', '/message/hide', { hidden_at: expect.any(Date) }],
  ['POST', '/message/pin', { pinned_at: expect.any(Date) }],
  ['POST', '/message/mute', { muted_at: expect.any(Date) }],
  ['GET', '/site/signout', { sessions: 0 }],
])(
  '%s %s is done when it can be told, and not at all when it cannot',
  async (method, path, done) => {
    const body =
      method === 'GET'
        ? {}
        : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ id: Dan.id }) }
    const asks = () => Alice.request(path, { method, ...body })
    const before = await sideOfAlice()
    await sql`alter table member_events add constraint nobody_is_told check (false) not valid`.execute(
      app.db,
    )
    expect((await asks()).status).toBe(500)
    expect(await sideOfAlice()).toEqual(before)
    await sql`alter table member_events drop constraint nobody_is_told`.execute(app.db)
    expect((await asks()).status).toBe(200)
    expect(await sideOfAlice()).toEqual({ ...before, ...done })
  },
)

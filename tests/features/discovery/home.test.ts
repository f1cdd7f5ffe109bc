import { afterAll, beforeAll, expect, test } from 'vitest'
import type { home } from '../../../src/features/discovery/lists.contract.ts'
import type { matchAction } from '../../../src/features/matching/likes.contract.ts'
import { cellOf } from '../../../src/features/places/places.ts'
import { MINUTE } from '../../../src/lib/clock.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { alice, bob, carol, type CastMember } from '../../support/cast.ts'

let app: TestApp
let a: CastMember, b: CastMember, c: CastMember
beforeAll(async () => {
  app = await startApp()
  a = await alice(app)
  b = await bob(app)
  c = await carol(app)
  // Carol lives far away from the others.
  await app.services.db
    .updateTable('profiles')
    .set(cellOf({ latitude: 41.7, longitude: -74 }))
    .where('account_id', '=', c.id)
    .execute()
})
afterAll(() => app.close())

const like = (who: CastMember, whom: CastMember) => who.send<typeof matchAction>('POST /match/{action}', { params: { action: 'like' }, body: { id: whom.id } })

async function listsOf(who: CastMember): Promise<Record<string, unknown>> {
  const { lists } = await who.send<typeof home>('GET /widget/home', {})
  return Object.fromEntries(lists.map(({ list, members, hidden }) => [list, hidden > 0 ? hidden : members.map(({ username }) => username)]))
}

test('nobody is in two lists: whom one knows comes before who is online, near or new', async () => {
  app.clock.advance(10 * MINUTE)
  await listsOf(b)
  expect(await listsOf(b)).toEqual({ matches: [], likesYou: [], onlineNow: [], nearYou: ['Alice'], newMembers: ['Carol'] })
  await listsOf(c)
  expect(await listsOf(b)).toEqual({ matches: [], likesYou: [], onlineNow: ['Carol'], nearYou: ['Alice'], newMembers: [] })
  await like(b, a)
  await like(a, b)
  expect(await listsOf(b)).toEqual({ matches: ['Alice'], likesYou: [], onlineNow: ['Carol'], nearYou: [], newMembers: [] })
})

test('somebody whom a standard member may only count stays among the others', async () => {
  await like(c, a)
  expect(await listsOf(a)).toMatchObject({ likesYou: 1, matches: ['Bob'] })
  await like(c, b)
  const lists = await listsOf(b)
  expect(lists).toMatchObject({ likesYou: ['Carol'], onlineNow: [] })
})

import { beforeAll, describe, expect, test } from 'vitest'
import { getSettings } from '#core/accounts/settings/settings.contract.ts'
import { setShownTo } from '#core/people/shown-to/shown-to.contract.ts'
import { SECOND } from '#lib/clock.ts'
import { app, withApp } from '#tests/support/app.ts'
import {
  alice,
  becomesPremium,
  bob as joinBob,
  carol,
  type CastMember,
  dan,
  joins,
  views,
  writesTo,
} from '#tests/support/cast.ts'
import { meets, placesOf } from '#tests/support/leaving.ts'
import { addressIn, aPhoto, keptBy, look, upload } from '#tests/support/photos.ts'

withApp()
let Alice: CastMember
let Carol: CastMember
let Dan: CastMember
let photo: string
beforeAll(async () => {
  Alice = await alice(app)
  Carol = await carol(app)
  Dan = await dan(app)
  for (const member of [Alice, Carol, Dan]) await becomesPremium(app, member)
  photo = addressIn(await upload(Alice, await aPhoto()))
  await meets(app, Alice, Dan)
})

const setPaused = (who: CastMember, paused: 'yes' | 'no') =>
  who.calls(setShownTo, { body: { to: paused === 'yes' ? 'nobody' : 'everybody' } })
const sinceOf = async (who: CastMember) => (await who.calls(getSettings)).shownTo.since

describe('a member who takes a break', () => {
  test('is found by nobody, and still seen by those with whom there is a conversation', async () => {
    const before = await placesOf(app, Dan, Alice, photo)
    expect(await placesOf(app, Carol, Alice, photo)).toEqual(
      expect.arrayContaining(['search', 'newMembers', 'profile', 'chat', 'photo']),
    )
    // Carol's message in `placesOf` would make a conversation: a member of another brand has none.
    const { since } = await setPaused(Alice, 'yes')
    expect(since).toBe(app.clock.now().toISOString())
    const Eve = await joinBob(app)
    expect(await placesOf(app, Eve, Alice, null)).toEqual([])
    const left = await placesOf(app, Dan, Alice, photo)
    expect(left.filter((place) => place !== 'notifications')).toEqual([
      'profile',
      'inbox',
      'chat',
      'message',
      'photo',
    ])
    expect(before).toEqual(
      expect.arrayContaining([
        'matches',
        'youLike',
        'likesYou',
        'viewedYou',
        'youViewed',
        'search',
      ]),
    )
  })

  test('can write and be written to by those, with the count of new messages', async () => {
    await writesTo(Alice, Dan, 'I am on a break')
    app.clock.advance(SECOND)
    expect(await placesOf(app, Dan, Alice, photo)).toEqual([
      'profile',
      'inbox',
      'chat',
      'message',
      'notifications',
      'photo',
    ])
  })

  test('has no photo at an address that somebody kept, and one in the chat and for themselves', async () => {
    const status = async (src: string, as: CastMember) => (await look(app, src, as)).status
    const stranger = await joins(app, { brand: 'wivesnow', username: 'Stranger' })
    expect(await status(keptBy(app, stranger, photo), stranger)).toBe(404)
    const shown = async (viewer: CastMember) => addressIn((await views(viewer, Alice)).photos[0])
    expect(await status(await shown(Dan), Dan)).toBe(200)
    expect(await status(await shown(Alice), Alice)).toBe(200)
    // Nor is the address made for one of the two good for anybody else.
    expect(await status(await shown(Dan), Carol)).toBe(404)
  })

  test('shows a private photo to whom it was allowed, and to no stranger', async () => {
    const secret = await upload(Alice, await aPhoto({ colour: '#335577' }), { isPrivate: 'true' })
    await app.db
      .insertInto('photo_grants')
      .values({
        owner_id: Alice.id,
        viewer_id: Dan.id,
        requested_at: null,
        granted_at: app.clock.now(),
        refused_at: null,
      })
      .execute()
    const { photos } = await views(Dan, Alice)
    const shown = photos.find(({ id }) => id === secret.id)
    expect((await look(app, addressIn(shown), Dan)).status).toBe(200)
  })

  test('is not shown again by signing in, but by one button, as if nothing had been', async () => {
    const since = await sinceOf(Alice)
    app.clock.advance(60 * SECOND)
    await Alice.visit('/dashboard')
    await setPaused(Alice, 'yes')
    expect(await sinceOf(Alice)).toBe(since)
    const form = (back?: string) =>
      Alice.visit('/profile/setShownTo', {
        method: 'POST',
        headers: { Origin: `http://${Alice.host}` },
        body: new URLSearchParams({ to: 'everybody', ...(back === undefined ? {} : { back }) }),
      })
    for (const [back, next] of [
      ['/search?page=2', '/search?page=2'],
      [
        'https://elsewhere.example/',
        '/profile/edit/settings?screen=shown-to&saved=shown-to#shown-to',
      ],
      [undefined, '/profile/edit/settings?screen=shown-to&saved=shown-to#shown-to'],
    ] as const) {
      const { status, headers } = await form(back)
      expect([status, headers.get('Location')]).toEqual([303, next])
    }
    expect(await placesOf(app, Carol, Alice, photo)).toEqual(
      expect.arrayContaining(['search', 'newMembers', 'profile']),
    )
  })
})

import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newNotifications, recordEvent } from '#core/live/tickers.contract.ts'
import { setShownTo } from '#core/people/shown-to/shown-to.contract.ts'
import { DAY, HOUR, later } from '#lib/clock.ts'
import {
  answerPartner,
  endPartner,
  invitePartner,
  listPartners,
  partnersOfMember,
} from '#members/likes/partners.contract.ts'
import { MOST_PARTNERS } from '#members/likes/partners.ts'
import { blockUser } from '#members/reports/blocks/block.contract.ts'
import { blockContacts } from '#members/reports/contacts/contacts.contract.ts'
import { home } from '#members/search/home/home.contract.ts'
import { saveSearch } from '#members/search/saved-searches/saved-searches.contract.ts'
import { searchUsers } from '#members/search/search.contract.ts'
import { genders } from '#sites/genders.ts'
import { app, setsAccount, setsProfile, withApp } from '#tests/support/app.ts'
import { blocksTakeEffect } from '#tests/support/blocked-addresses.ts'
import {
  alice,
  becomesPremium,
  blocks,
  bob,
  carol,
  type CastMember,
  dan,
  eve,
  joins,
  tickersOf,
  views,
  writesTo,
} from '#tests/support/cast.ts'
import { countedFor } from '#tests/support/counted.ts'

/** Two members linked as partners by both: one invites, the other agrees, either ends it. */

withApp()
let Alice: CastMember
let Dan: CastMember
let Carol: CastMember
let Bob: CastMember
beforeAll(async () => {
  ;[Alice, Dan, Carol, Bob] = [await alice(app), await dan(app), await carol(app), await bob(app)]
  for (const one of [Alice, Dan, Carol]) {
    await becomesPremium(app, one)
    // Home says what is new to whoever is no newcomer.
    await setsAccount(app, one, { created_at: later(app.clock.now(), -60 * DAY) })
  }
})
beforeEach(async () => {
  app.clock.advance(13 * HOUR)
  const { db } = app
  for (const table of [
    'partner_links',
    'blocks',
    'coming_blocks',
    'blocked_contacts',
    'mails',
    'pushes',
    'push_subscriptions',
    'tickers_seen',
  ] as const)
    await db.deleteFrom(table).execute()
  await db.updateTable('profiles').set({ paused_at: null, only_liked_at: null }).execute()
})

const invite = (who: CastMember, whom: { id?: number; username?: string }) =>
  who.calls(invitePartner, {
    body: whom.id === undefined ? { username: whom.username } : { id: whom.id },
  })
const byName = (who: CastMember, username: string) =>
  who.calls(invitePartner, { body: { username } })
const answer = (who: CastMember, whom: CastMember, said: 'accept' | 'decline' = 'accept') =>
  who.calls(answerPartner, { body: { id: whom.id, answer: said } })
const end = (who: CastMember, whom: CastMember) => who.calls(endPartner, { body: { id: whom.id } })
const list = (who: CastMember) => who.calls(listPartners)
const block = (who: CastMember, id: number, also: number[] = []) =>
  who.calls(blockUser, { body: { id, action: 'block', also } })
const setTo = (who: CastMember, to: 'everybody' | 'liked' | 'nobody') =>
  who.calls(setShownTo, { body: { to } })
const partnersOn = async (viewer: CastMember, whom: CastMember) =>
  (await views(viewer, whom)).partners.map(({ username, isYou }) => (isYou ? 'you' : username))
const namesIn = async (who: CastMember) => {
  const { linked, invited, invitations } = await list(who)
  const names = (people: ReadonlyArray<{ username: string | null }>) =>
    people.map(({ username }) => username)
  return { linked: names(linked), invited: names(invited), invitations: names(invitations) }
}
const nobody = { linked: [], invited: [], invitations: [] }
async function links(one: CastMember, other: CastMember): Promise<void> {
  await invite(one, other)
  await answer(other, one)
}

/** Where an invitation calls the one who is invited. */
async function callsAt(who: CastMember): Promise<{
  ticker: number
  notifications: string[]
  home: string[]
  list: number
  mails: number
}> {
  const { newPartnerInvitations: ticker } = await tickersOf(who)
  const { notifications } = await who.calls(newNotifications)
  const { news } = await who.calls(home)
  const mails = await app.db
    .selectFrom('mails')
    .select('id')
    .where('kind', '=', 'partnerInvitation')
    .where('account_id', '=', who.id)
    .execute()
  return {
    ticker,
    notifications: notifications
      .filter(({ kind }) => kind === 'partnerInvitation')
      .map(({ other }) => other?.username ?? ''),
    home: news
      .filter(({ kind }) => kind === 'invitations')
      .flatMap(({ people }) => people.map(({ username }) => username)),
    list: (await list(who)).invitations.length,
    mails: mails.length,
  }
}
const quiet = { ticker: 0, notifications: [], home: [], list: 0, mails: 0 }

describe('an invitation', () => {
  test('by name reaches the other as other requests do, and both profiles show a link once they agree', async () => {
    expect(await byName(Alice, 'dAN')).toMatchObject({ state: 'invited' })
    expect(await callsAt(Dan)).toEqual({
      ticker: 1,
      notifications: ['Alice'],
      home: ['Alice'],
      list: 1,
      mails: 1,
    })
    expect([await namesIn(Alice), await namesIn(Dan)]).toEqual([
      { ...nobody, invited: ['Dan'] },
      { ...nobody, invitations: ['Alice'] },
    ])
    for (const viewer of [Alice, Dan, Carol])
      expect([await partnersOn(viewer, Alice), await partnersOn(viewer, Dan)]).toEqual([[], []])
    await Dan.calls(recordEvent, { params: { name: 'newPartnerInvitations' } })
    expect(await callsAt(Dan)).toMatchObject({ ticker: 0, home: ['Alice'], list: 1 })
    expect(await answer(Dan, Alice)).toMatchObject({ state: 'linked' })
    expect(await callsAt(Dan)).toEqual({ ...quiet, mails: 1 })
    expect([await namesIn(Alice), await namesIn(Dan)]).toEqual([
      { ...nobody, linked: ['Dan'] },
      { ...nobody, linked: ['Alice'] },
    ])
    expect([await partnersOn(Carol, Alice), await partnersOn(Carol, Dan)]).toEqual([
      ['Dan'],
      ['Alice'],
    ])
    expect([await partnersOn(Alice, Alice), await partnersOn(Alice, Dan)]).toEqual([
      ['Dan'],
      ['you'],
    ])
  })

  test('calls the browsers that want to know', async () => {
    const { db } = app
    const { id } = await db
      .selectFrom('sessions')
      .select('id')
      .where('account_id', '=', Dan.id)
      .executeTakeFirstOrThrow()
    const device = {
      account_id: Dan.id,
      session_id: id,
      brand: 'adultcrush',
      endpoint: 'https://push.example/dan',
      p256dh: 'p',
      auth: 'a',
    }
    await db
      .insertInto('push_subscriptions')
      .values({ ...device, kinds: ['partner'], created_at: app.clock.now() })
      .execute()
    await invite(Alice, Dan)
    await answer(Dan, Alice)
    await end(Alice, Dan)
    expect(
      (await db.selectFrom('pushes').select('kind').execute()).map(({ kind }) => kind),
    ).toEqual(['partner'])
  })

  test('that was made already is not made again', async () => {
    await invite(Alice, Dan)
    await expect(invite(Alice, Dan)).rejects.toMatchObject({
      code: 'conflict',
      message: 'You have invited Dan already. The answer is theirs.',
    })
    expect(await callsAt(Dan)).toMatchObject({ list: 1, mails: 1 })
  })

  test('to somebody with whom one is linked is refused', async () => {
    await links(Alice, Dan)
    for (const [from, to] of [[Alice, Dan] as const, [Dan, Alice] as const])
      await expect(invite(from, to)).rejects.toMatchObject({
        code: 'conflict',
        message: `You are linked with ${to.username} already.`,
      })
  })

  test('is accepted once', async () => {
    await links(Alice, Dan)
    await expect(answer(Dan, Alice)).rejects.toMatchObject({
      code: 'conflict',
      message: 'You are linked already.',
    })
    await expect(answer(Dan, Alice, 'decline')).rejects.toMatchObject({ code: 'conflict' })
    expect(await partnersOn(Carol, Dan)).toEqual(['Alice'])
  })

  test('is answered by nobody but the one who is invited', async () => {
    await invite(Alice, Dan)
    for (const [who, whom] of [
      [Alice, Dan] as const,
      [Carol, Alice] as const,
      [Carol, Dan] as const,
    ])
      await expect(answer(who, whom)).rejects.toMatchObject({
        code: 'unavailable',
        message: 'There is no invitation from this member.',
      })
    expect(await namesIn(Dan)).toEqual({ ...nobody, invitations: ['Alice'] })
  })

  test('to oneself is refused, by name and by id', async () => {
    for (const ask of [() => byName(Alice, 'alice'), () => invite(Alice, Alice)])
      await expect(ask()).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('This is you.') as string,
      })
  })

  test('to somebody who joined on another site is refused', async () => {
    await expect(invite(Alice, Bob)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('joined on another of our sites') as string,
    })
    expect(await namesIn(Bob)).toEqual(nobody)
  })

  test('to nobody, to support, and to whoever is blocked either way gets one answer', async () => {
    const Eve = await eve(app)
    await block(Alice, Dan.id)
    await block(Carol, Alice.id)
    const answers = await Promise.all(
      ['nobody-of-this-name', Eve.username, Dan.username, Carol.username].map((name) =>
        byName(Alice, name).catch((error: unknown) => error),
      ),
    )
    for (const one of answers)
      expect(one).toMatchObject({
        errors: [
          { field: 'username', message: 'Nobody of this name can be linked with you here.' },
        ],
      })
  })

  test('without a name says so at the field', async () => {
    await expect(byName(Alice, ' ')).rejects.toMatchObject({
      errors: [{ field: 'username', message: 'Please fill this in.' }],
    })
  })

  test('names who invites: nobody who is not found by the other gives themselves away by it', async () => {
    await setTo(Alice, 'nobody')
    await expect(invite(Alice, Dan)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('End the break first') as string,
    })
    await setTo(Alice, 'liked')
    await expect(invite(Alice, Dan)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Like them first') as string,
    })
    expect(await callsAt(Dan)).toEqual(quiet)
  })

  test('of somebody who is not found any more is nowhere, and is there again afterwards', async () => {
    await invite(Alice, Dan)
    for (const to of ['nobody', 'liked'] as const) {
      await setTo(Alice, to)
      expect(await callsAt(Dan)).toEqual({ ...quiet, mails: 1 })
      await expect(answer(Dan, Alice)).rejects.toMatchObject({ code: 'unavailable' })
    }
    await setTo(Alice, 'everybody')
    expect(await callsAt(Dan)).toMatchObject({ ticker: 1, list: 1 })
  })

  test('ends with a block, and does not come back with its end', async () => {
    for (const [blocker, blocked] of [[Alice, Dan] as const, [Dan, Alice] as const]) {
      await invite(Alice, Dan)
      await block(blocker, blocked.id)
      expect([await namesIn(Alice), await namesIn(Dan)]).toEqual([nobody, nobody])
      await expect(answer(Dan, Alice)).rejects.toMatchObject({ code: 'unavailable' })
      await blocks(blocker, blocked, 'unblock')
      expect(await namesIn(Dan)).toEqual(nobody)
    }
  })

  test('that is declined is not told: it waits for who made it, cannot be made again, and calls nobody', async () => {
    await invite(Alice, Dan)
    expect(await answer(Dan, Alice, 'decline')).toMatchObject({ state: 'declined' })
    expect(await callsAt(Dan)).toEqual({ ...quiet, mails: 1 })
    expect(await namesIn(Alice)).toEqual({ ...nobody, invited: ['Dan'] })
    await expect(invite(Alice, Dan)).rejects.toMatchObject({
      message: 'You have invited Dan already. The answer is theirs.',
    })
    await end(Alice, Dan)
    expect(await namesIn(Alice)).toEqual(nobody)
    expect(await invite(Alice, Dan)).toMatchObject({ state: 'invited' })
    expect(await namesIn(Alice)).toEqual({ ...nobody, invited: ['Dan'] })
    expect(await callsAt(Dan)).toEqual({ ...quiet, mails: 1 })
    // Whoever has declined can change their mind.
    expect(await invite(Dan, Alice)).toMatchObject({ state: 'linked' })
  })

  test('that is taken back before an answer is gone, and can be made anew from either side', async () => {
    await invite(Alice, Dan)
    await end(Alice, Dan)
    expect(await callsAt(Dan)).toEqual({ ...quiet, mails: 1 })
    await expect(answer(Dan, Alice)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await invite(Dan, Alice)).toMatchObject({ state: 'invited' })
    expect(await namesIn(Alice)).toEqual({ ...nobody, invitations: ['Dan'] })
  })

  test('that was declined and taken back does not link whoever is invited by the other later', async () => {
    await invite(Alice, Dan)
    await answer(Dan, Alice, 'decline')
    await end(Alice, Dan)
    expect(await invite(Dan, Alice)).toMatchObject({ state: 'invited' })
    expect(await namesIn(Alice)).toEqual({ ...nobody, invitations: ['Dan'] })
  })

  test('cannot be ended by the one who is invited: they decline it', async () => {
    await invite(Alice, Dan)
    await end(Dan, Alice)
    expect(await namesIn(Dan)).toEqual({ ...nobody, invitations: ['Alice'] })
  })
})

describe('at the same moment', () => {
  test('two who invite each other are linked once', async () => {
    const states = await Promise.all([invite(Alice, Dan), invite(Dan, Alice)])
    expect(states.map(({ state }) => state).toSorted()).toEqual(['invited', 'linked'])
    expect([await partnersOn(Carol, Alice), await partnersOn(Carol, Dan)]).toEqual([
      ['Dan'],
      ['Alice'],
    ])
    expect(await app.db.selectFrom('partner_links').select('inviter_id').execute()).toHaveLength(1)
  })

  test('an invitation accepted twice is accepted once', async () => {
    await invite(Alice, Dan)
    const done = await Promise.allSettled([answer(Dan, Alice), answer(Dan, Alice)])
    expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await partnersOn(Carol, Dan)).toEqual(['Alice'])
  })

  test('an invitation accepted and taken back is one or the other, for both', async () => {
    await invite(Alice, Dan)
    await Promise.allSettled([answer(Dan, Alice), end(Alice, Dan)])
    expect(await namesIn(Dan)).toEqual(nobody)
    expect(await namesIn(Alice)).toEqual(nobody)
  })

  test('a link and a block: the block holds', async () => {
    await invite(Alice, Dan)
    await Promise.allSettled([answer(Dan, Alice), block(Alice, Dan.id)])
    expect([await namesIn(Alice), await namesIn(Dan)]).toEqual([nobody, nobody])
  })

  test(`of ${MOST_PARTNERS + 2} who are accepted by one, ${MOST_PARTNERS} are linked`, async () => {
    const others: CastMember[] = []
    for (let index = 0; index < MOST_PARTNERS + 2; index += 1)
      others.push(await joins(app, { brand: 'adultcrush', username: `Kim${index}` }))
    for (const one of others) await invite(one, Alice)
    const done = await Promise.allSettled(others.map((one) => answer(Alice, one)))
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(MOST_PARTNERS)
    expect((await list(Alice)).linked).toHaveLength(MOST_PARTNERS)
  })
})

describe('a search for linked members', () => {
  const query = {
    linked: 'on',
    radius: 'any',
    country: 'any',
    gender: genders.map(({ value }) => value),
  }
  const found = async (who: CastMember) => {
    const { members } = await who.calls(searchUsers, { query })
    const newest = await who.calls(searchUsers, { query: { ...query, sort: 'newest' } })
    const near = await who.calls(searchUsers, {
      query: { ...query, country: undefined, radius: '250' },
    })
    const names = members.map(({ username }) => username).toSorted()
    for (const other of [newest, near])
      expect(other.members.map(({ username }) => username).toSorted()).toEqual(names)
    expect(await countedFor(app, who, { gender: query.gender, linked: true })).toBe(names.length)
    return names
  }

  test('finds both as soon as both have said so, each of them the other, and nobody once it is ended', async () => {
    await invite(Alice, Dan)
    expect(await found(Carol)).toEqual([])
    await answer(Dan, Alice)
    expect([await found(Carol), await found(Alice), await found(Dan)]).toEqual([
      ['Alice', 'Dan'],
      ['Dan'],
      ['Alice'],
    ])
    await end(Alice, Dan)
    expect(await found(Carol)).toEqual([])
  })

  test('tells no more than the profile: where the viewer does not find the partner, there is no link', async () => {
    await links(Alice, Dan)
    await setTo(Dan, 'nobody')
    expect([await found(Carol), await partnersOn(Carol, Alice)]).toEqual([[], []])
    await setTo(Dan, 'everybody')
    await block(Carol, Dan.id)
    expect(await found(Carol)).toEqual([])
    expect(await found(Dan)).toEqual(['Alice'])
  })

  test('can be kept, under what it looks for', async () => {
    expect(
      await Carol.calls(saveSearch, { body: { query: 'linked=on&radius=any' } }),
    ).toMatchObject({
      name: expect.stringContaining('linked with a partner') as string,
      query: expect.stringContaining('linked=on') as string,
    })
  })
})

describe('a limit', () => {
  test(`of ${MOST_PARTNERS}, invitations that wait included, says why`, async () => {
    const others: CastMember[] = []
    for (let index = 0; index <= MOST_PARTNERS; index += 1)
      others.push(await joins(app, { brand: 'adultcrush', username: `Lou${index}` }))
    const [one, two, three, four] = others as [CastMember, CastMember, CastMember, CastMember]
    await links(Alice, one)
    await invite(Alice, two)
    await invite(Alice, three)
    await expect(invite(Alice, four)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('says who somebody is with') as string,
    })
    await end(Alice, two)
    await invite(Alice, four)
    await answer(three, Alice)
    await answer(four, Alice)
    await invite(two, Alice)
    await expect(answer(Alice, two)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('End one first') as string,
    })
    await expect(invite(Alice, two)).rejects.toMatchObject({ code: 'conflict' })
    await end(Alice, one)
    expect(await answer(Alice, two)).toMatchObject({ state: 'linked' })
    expect((await partnersOn(Carol, Alice)).toSorted()).toEqual([
      two.username,
      three.username,
      four.username,
    ])
  })
})

describe('a link', () => {
  beforeEach(() => links(Alice, Dan))

  test.each(['the one who invited', 'the one who was invited'])(
    'is ended at once by %s, silently',
    async (who) => {
      const [ending, other] = who === 'the one who invited' ? [Alice, Dan] : [Dan, Alice]
      const before = await callsAt(other)
      await end(ending, other)
      expect([await partnersOn(Carol, Alice), await partnersOn(Carol, Dan)]).toEqual([[], []])
      expect([await namesIn(Alice), await namesIn(Dan)]).toEqual([nobody, nobody])
      expect(await callsAt(other)).toEqual(before)
      // Again, and by somebody who has none: nothing changes.
      await end(ending, other)
      await end(Carol, Alice)
    },
  )

  test('ends with a block, in either direction, and by an address that somebody blocks', async () => {
    await block(Dan, Alice.id)
    expect([await partnersOn(Carol, Alice), await partnersOn(Carol, Dan)]).toEqual([[], []])
    await blocks(Dan, Alice, 'unblock')
    expect(await partnersOn(Carol, Alice)).toEqual([])
    await links(Alice, Dan)
    await Alice.calls(blockContacts, { body: { contacts: 'dan@example.org' } })
    await blocksTakeEffect(app)
    expect([await namesIn(Alice), await namesIn(Dan)]).toEqual([nobody, nobody])
  })

  test('is not shown to whoever blocked one of the two, or is blocked by them, or knows one by an address', async () => {
    const away = [
      () => block(Carol, Dan.id),
      () => block(Dan, Carol.id),
      () => Carol.calls(blockContacts, { body: { contacts: 'dan@example.org' } }),
      () => Dan.calls(blockContacts, { body: { contacts: 'carol@example.org' } }),
    ]
    for (const hide of away) {
      expect(await partnersOn(Carol, Alice)).toEqual(['Dan'])
      await hide()
      await blocksTakeEffect(app)
      expect(await partnersOn(Carol, Alice)).toEqual([])
      for (const table of ['blocks', 'blocked_contacts'] as const)
        await app.db.deleteFrom(table).execute()
    }
  })

  test.each(['banned_at', 'deleted_at'] as const)(
    'with somebody of whom %s is set is not shown',
    async (column) => {
      const set = (at: Date | null) => setsAccount(app, Dan, { [column]: at })
      await set(app.clock.now())
      expect(await partnersOn(Carol, Alice)).toEqual([])
      expect((await Carol.calls(partnersOfMember, { params: { id: Alice.id } })).partners).toEqual(
        [],
      )
      await set(null)
      expect(await partnersOn(Carol, Alice)).toEqual(['Dan'])
    },
  )

  test('is not shown on a site where one of the two is not', async () => {
    await setsProfile(app, Dan, { shown_on_other_brands: false })
    expect([await partnersOn(Bob, Alice), await partnersOn(Carol, Alice)]).toEqual([[], ['Dan']])
    await setsProfile(app, Dan, { shown_on_other_brands: true })
    expect(await partnersOn(Bob, Alice)).toEqual(['Dan'])
  })

  test('is not shown to whoever knows one of the two from a conversation alone', async () => {
    await writesTo(Carol, Alice, 'Good evening')
    await setTo(Alice, 'nobody')
    expect([await partnersOn(Carol, Alice), await partnersOn(Carol, Dan)]).toEqual([[], []])
    expect((await Carol.calls(partnersOfMember, { params: { id: Alice.id } })).partners).toEqual([])
    // Who is linked sees both ends, to be able to end it.
    expect((await namesIn(Dan)).linked).toEqual(['Alice'])
  })
})

describe('a block', () => {
  beforeEach(() => links(Alice, Dan))
  const blockedBy = async (who: CastMember) =>
    (
      await app.db
        .selectFrom('blocks')
        .select('blocked_id')
        .where('blocker_id', '=', who.id)
        .orderBy('blocked_id')
        .execute()
    ).map((row) => row.blocked_id)

  test('of one blocks the other as well if asked, and is taken back for both', async () => {
    expect((await Carol.calls(partnersOfMember, { params: { id: Alice.id } })).partners).toEqual([
      { id: Dan.id, username: 'Dan' },
    ])
    await block(Carol, Alice.id)
    expect(await blockedBy(Carol)).toEqual([Alice.id])
    await blocks(Carol, Alice, 'unblock')
    await block(Carol, Alice.id, [Dan.id])
    expect(await blockedBy(Carol)).toEqual([Alice.id, Dan.id].toSorted((a, b) => a - b))
    await Carol.calls(blockUser, { body: { id: Alice.id, action: 'unblock', also: [Dan.id] } })
    expect(await blockedBy(Carol)).toEqual([])
  })

  test('takes nobody with it who is not seen to be linked', async () => {
    await block(Carol, Alice.id, [Bob.id])
    expect(await blockedBy(Carol)).toEqual([Alice.id])
  })

  test('of the partner oneself blocks nobody else', async () => {
    await block(Dan, Alice.id, [Dan.id])
    expect(await blockedBy(Dan)).toEqual([Alice.id])
  })

  test('by a form without script', async () => {
    const form = new URLSearchParams(`id=${Alice.id}&action=block&also=${Dan.id}`)
    const done = await Carol.visit('/profile/blockUser', {
      method: 'POST',
      body: form,
      headers: { Origin: `http://${Carol.host}` },
    })
    expect(done.status).toBe(303)
    expect(await blockedBy(Carol)).toEqual([Alice.id, Dan.id].toSorted((a, b) => a - b))
  })
})

test('forms without script lead to the section, and say what was done', async () => {
  const form = (who: CastMember, path: string, fields: string) =>
    who.visit(path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { Origin: `http://${who.host}` },
    })
  const nextOf = async (...given: Parameters<typeof form>) => {
    const done = await form(...given)
    return [done.status, done.headers.get('Location')]
  }
  expect(await nextOf(Alice, '/profile/invitePartner', 'username=Dan')).toEqual([
    303,
    '/profile/edit/profile?part=partners&saved=partner-invited#partners',
  ])
  expect(await nextOf(Dan, '/profile/answerPartner', `id=${Alice.id}&answer=accept`)).toEqual([
    303,
    '/profile/edit/profile?part=partners&saved=partner-linked#partners',
  ])
  expect(await nextOf(Dan, '/profile/endPartner', `id=${Alice.id}`)).toEqual([
    303,
    '/profile/edit/profile?part=partners&saved=partner-ended#partners',
  ])
  expect((await form(Alice, '/profile/invitePartner', 'username=')).status).toBe(422)
})

import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { settingsValues } from '#core/accounts/settings/settings-words.ts'
import { getSettings } from '#core/accounts/settings/settings.contract.ts'
import { DAY, HOUR, MINUTE } from '#lib/clock.ts'
import { localTimeAt } from '#members/meeting/dates.ts'
import { widget } from '#members/search/lists/lists.contract.ts'
import type { ListName } from '#members/search/lists/lists.ts'
import { searchUsers } from '#members/search/search.contract.ts'
import { heldInShort } from '#money/checkout/held.ts'
import { FAR_AWAY } from '#money/checkout/partner/far-away.ts'
import { brandById } from '#sites/registry.ts'
import type { Brand } from '#sites/site.ts'
import { app, setsAccount, withApp } from '#tests/support/app.ts'
import {
  becomesPremium,
  blocks,
  type CastMember,
  chatOf,
  inboxOf,
  joins,
  reportsMember,
  signsInOn,
  tickersOf,
  views,
} from '#tests/support/cast.ts'
import { aMail, mailsTo } from '#tests/support/mail.ts'

/**
 * What a member decides about who sees them, their mail and their dates is obeyed wherever it
 * matters.
 */

withApp()
let number = 0
let alice: CastMember
let bob: CastMember
beforeEach(async () => {
  app.clock.advance(DAY)
  number += 1
  // Far from those of the other tests, so that lists show these two alone.
  const there = { brand: 'adultcrush', latitude: -40 + number * 2, longitude: 100 }
  alice = await joins(app, {
    ...there,
    username: `Alice${number}`,
    gender: 'woman',
    lookingFor: ['nonbinary'],
  })
  bob = await joins(app, {
    ...there,
    username: `Bob${number}`,
    gender: 'nonbinary',
    lookingFor: ['woman'],
  })
  await becomesPremium(app, alice)
  await becomesPremium(app, bob)
})

type Visibility = Record<
  'shownOnOtherBrands' | 'showsOnline' | 'showsReading' | 'notesVisits' | 'sharesWithPartners',
  boolean
>
const usual: Visibility = {
  shownOnOtherBrands: true,
  showsOnline: true,
  showsReading: true,
  notesVisits: true,
  sharesWithPartners: false,
}

const settings = (member: CastMember) => member.calls(getSettings)
const save = (member: CastMember, body: Record<string, unknown>) =>
  member.send('POST /profile/saveSettings', { body })
const decide = (member: CastMember, changed: Partial<Visibility>) =>
  save(member, { section: 'visibility', ...usual, ...changed })
const idsIn = async (member: CastMember, list: ListName) =>
  (await member.calls(widget, { params: { list, page: 1, count: 20 } })).members.map(({ id }) => id)
const found = async (member: CastMember, query: Record<string, string> = {}) =>
  (await member.calls(searchUsers, { query: { radius: '10', ...query } })).members
const write = (member: CastMember, other: CastMember, body = 'Good evening') =>
  member.send('POST /message/chatMessages', { body: { id: other.id, body } })

test('a new member is shown everywhere and shares nothing with partners; blurring is off', async () => {
  expect(await settings(alice)).toMatchObject({
    visibility: usual,
    mail: { news: false, activity: true },
    locale: 'en-GB',
    theme: 'device',
    unit: 'country',
    safeMode: false,
    isEmailConfirmed: true,
    pendingEmail: null,
    usernameFixedUntil: null,
  })
})

test('says how many there are of what its screens list, of the member alone and up to a hundred', async () => {
  const none = { passkeys: 0, blocked: 0, contacts: 0, tickets: 0, reports: 0, decisions: 0 }
  expect((await settings(alice)).counts).toEqual({ ...none, sharedDates: 0, devices: 1 })
  const carol = await joins(app, { brand: 'adultcrush', username: `Carol${number}` })
  await signsInOn(app, alice, 'wivesnow')
  await reportsMember(alice, bob, { reason: 'fake', details: '' })
  await alice.send('POST /profile/blockContacts', {
    body: { contacts: 'one@example.net\ntwo@example.net' },
  })
  await alice.send('POST /date/share', {
    body: {
      id: carol.id,
      place: 'Café Einstein',
      meetsAt: localTimeAt(new Date(app.clock.now().getTime() + 5 * HOUR), 60),
      utcOffset: 60,
      note: '',
      hours: 6,
      showsName: false,
      showsPhoto: false,
      showsBrand: false,
      checkIn: false,
    },
  })
  await blocks(alice, bob)
  await sql`
    insert into passkeys (account_id, brand, credential_id, public_key, user_handle, sign_count, transports, name, created_at)
    select ${alice.id}, 'adultcrush', sha256(('key' || number)::bytea), '', '', 0, '{}', 'Key', ${app.clock.now()}::timestamptz
    from generate_series(1, 120) as number`.execute(app.db)
  expect((await settings(alice)).counts).toEqual({
    passkeys: 100,
    devices: 2,
    blocked: 1,
    contacts: 2,
    tickets: 0,
    reports: 1,
    decisions: 0,
    sharedDates: 1,
  })
  expect((await settings(bob)).counts).toEqual({ ...none, sharedDates: 0, devices: 1 })
  app.clock.advance(2 * DAY)
  expect((await settings(alice)).counts.sharedDates).toBe(0)
})

test.each([
  [
    {},
    {
      'sign-in': 'No passkey, 1 device',
      blocked: 'Nobody blocked',
      decisions: 'None',
      'shared-dates': 'None shared',
    },
  ],
  [
    {
      passkeys: 1,
      devices: 2,
      blocked: 3,
      contacts: 1,
      tickets: 2,
      decisions: 1,
      sharedDates: 100,
    },
    {
      'sign-in': '1 passkey, 2 devices',
      blocked: '3 blocked, 1 address',
      decisions: '2 tickets, 1 decision',
      'shared-dates': '99+ shared',
    },
  ],
])('the index says %j as %j', async (changed, said) => {
  const own = await settings(alice)
  const holdings = heldInShort({ premiumUntil: null, locale: null }, null, app.clock.now())
  const values = settingsValues(
    { ...own, counts: { ...own.counts, ...changed } },
    { lockAfterMinutes: null, holdings },
  )
  expect(values).toMatchObject({ ...said, contracts: 'No membership' })
  expect(Object.values(values)).not.toContain('')
})

test.each([
  [3, null, '3 credits'],
  [null, 'later', 'Premium until 1 December 2027'],
  [null, 'before', 'No membership'],
  [null, 'never', 'Premium'],
] as const)('with %j credits and premium that ends %j, “%s” is held', (credits, end, held) => {
  const ends = {
    before: new Date('2026-12-01T00:00:00Z'),
    later: new Date('2027-12-01T00:00:00Z'),
    never: FAR_AWAY,
  }
  const at = new Date('2027-01-01T00:00:00Z')
  const premiumUntil = end && ends[end]
  expect(heldInShort({ premiumUntil, locale: null }, credits, at)).toBe(held)
})

test('two tabs with the same settings: each save holds for its section, and of one section the last wins', async () => {
  await decide(alice, { showsOnline: false })
  await save(alice, { section: 'mail', news: true, activity: false })
  await save(alice, { section: 'dates', locale: 'de' })
  // The other tab was open before, and knows nothing of it.
  await decide(alice, { showsReading: false })
  expect(await settings(alice)).toMatchObject({
    visibility: { ...usual, showsReading: false },
    mail: { news: true, activity: false },
    locale: 'de',
  })
})

test('a switch saves itself alone, also at once with another of its section', async () => {
  await decide(alice, { sharesWithPartners: true })
  await Promise.all([
    save(alice, { section: 'visibility', only: 'showsOnline', showsOnline: false }),
    save(alice, { section: 'visibility', only: 'notesVisits', notesVisits: false }),
    save(alice, { section: 'visibility', only: 'shownOnOtherBrands', shownOnOtherBrands: false }),
    save(alice, { section: 'mail', only: 'news', news: true }),
    save(alice, { section: 'mail', only: 'activity', activity: false }),
  ])
  expect(await settings(alice)).toMatchObject({
    visibility: {
      shownOnOtherBrands: false,
      showsOnline: false,
      showsReading: true,
      notesVisits: false,
      sharesWithPartners: true,
    },
    mail: { news: true, activity: false },
  })
  await save(alice, { section: 'visibility', only: 'sharesWithPartners' })
  expect((await settings(alice)).visibility.sharesWithPartners).toBe(false)
  await expect(
    save(alice, { section: 'mail', only: 'showsOnline', showsOnline: true }),
  ).rejects.toMatchObject({ status: 422 })
})

test('a section without a name, or of another, is refused and changes nothing', async () => {
  for (const body of [
    {},
    { section: 'everything' },
    { section: 'dates', locale: 'tlh' },
    { section: 'theme', theme: 'sepia' },
    { section: 'units', unit: 'leagues' },
    { section: 'dates', locale: 'de\u202e' },
  ]) {
    await expect(save(alice, body)).rejects.toMatchObject({ status: 422 })
  }
  expect(await settings(alice)).toMatchObject({
    locale: 'en-GB',
    theme: 'device',
    unit: 'country',
  })
})

test('distances are said in the unit that was chosen, at once and everywhere', async () => {
  const distances = async () => [
    (await found(alice)).find(({ id }) => id === bob.id)?.distance,
    (await views(alice, bob)).distance,
  ]
  const own = await distances()
  const unit = own[0]?.endsWith('miles') ? 'km' : 'miles'
  await Promise.all([
    save(alice, { section: 'units', unit }),
    save(alice, { section: 'theme', theme: 'dark' }),
  ])
  expect(await settings(alice)).toMatchObject({ theme: 'dark', unit })
  for (const distance of await distances()) expect(distance).toMatch(new RegExp(`${unit}$`))
  await save(alice, { section: 'units', unit: 'country' })
  expect(await distances()).toEqual(own)
})

test('a session that has ended saves nothing', async () => {
  const { cookies } = alice
  const kept = cookies.get('session') as string
  await alice.request('/site/signout')
  cookies.set('session', kept)
  await expect(decide(alice, { showsOnline: false })).rejects.toMatchObject({
    status: 401,
    code: 'unauthenticated',
    message: 'Please sign in first.',
  })
})

test('a form without script saves its ticks, and says so on the page', async () => {
  const body = new URLSearchParams({ section: 'visibility', showsOnline: 'on', notesVisits: 'on' })
  const answer = await alice.visit('/profile/saveSettings', {
    method: 'POST',
    body,
    headers: { Origin: `http://${alice.host}` },
  })
  expect([answer.status, answer.headers.get('Location')]).toEqual([
    303,
    '/profile/edit/settings?screen=shown-to&saved=visibility#visibility',
  ])
  expect((await settings(alice)).visibility).toEqual({
    ...usual,
    shownOnOtherBrands: false,
    showsReading: false,
  })
})

describe('being shown on other sites', () => {
  let visitor: CastMember
  beforeEach(async () => {
    visitor = await joins(app, {
      brand: 'wivesnow',
      username: `Vera${number}`,
      gender: 'woman',
      lookingFor: ['nonbinary'],
      latitude: -40 + number * 2,
      longitude: 100,
    })
  })

  test('ends in search, lists, profile and conversations there, and in tickers; and comes back', async () => {
    await bob.send('POST /match/{action}', { params: { action: 'like' }, body: { id: visitor.id } })
    const everywhere = async () => [
      (await found(visitor)).some(({ id }) => id === bob.id),
      (await idsIn(visitor, 'nearYou')).includes(bob.id),
      (await idsIn(visitor, 'likesYou')).includes(bob.id),
      (await tickersOf(visitor)).newLikes === 1,
      (await visitor.request(`/profile/view/id/${bob.id}`)).status === 200,
    ]
    expect(await everywhere()).toEqual([true, true, true, true, true])
    await decide(bob, { shownOnOtherBrands: false })
    expect(await everywhere()).toEqual([false, false, false, false, false])
    expect((await found(alice)).map(({ id }) => id)).toEqual([bob.id])
    await decide(bob, {})
    expect(await everywhere()).toEqual([true, true, true, true, true])
  })
})

describe('being seen online', () => {
  const seen = async () => {
    const card = (await found(alice)).find(({ id }) => id === bob.id)
    return {
      card: card?.isOnline,
      filter: (await found(alice, { online: 'on' })).length,
      list: (await idsIn(alice, 'onlineNow')).includes(bob.id),
      profile: (await views(alice, bob)).isOnline,
      chat: (await chatOf(alice, bob)).other.isOnline,
      inbox: (await inboxOf(alice)).conversations[0]?.other.isOnline,
    }
  }
  const all = { card: true, filter: 1, list: true, profile: true, chat: true, inbox: true }
  const none = { card: false, filter: 0, list: false, profile: false, chat: false, inbox: false }

  test('ends at once in every place that says it, stays so while one goes on, and comes back', async () => {
    await write(bob, alice)
    expect(await seen()).toEqual(all)
    await decide(bob, { showsOnline: false })
    expect(await seen()).toEqual(none)
    for (let minutes = 0; minutes < 20; minutes += 2) {
      app.clock.advance(2 * MINUTE)
      await bob.request('/event/tickers')
    }
    expect(await seen()).toEqual(none)
    await decide(bob, { showsOnline: true })
    expect(await seen()).toEqual(all)
  })

  test('is not told by the order of those last seen, nor by the day', async () => {
    const carol = await joins(app, {
      brand: 'adultcrush',
      username: `Carol${number}`,
      gender: 'nonbinary',
      latitude: -40 + number * 2,
      longitude: 100,
    })
    await decide(bob, { showsOnline: false })
    const orders = new Set<string>()
    const words = new Set<string>()
    for (let hour = 0; hour < 5; hour += 1) {
      app.clock.advance(HOUR)
      await bob.request('/event/tickers')
      orders.add((await found(alice)).map(({ username }) => username).join())
      words.add((await views(alice, bob)).lastSeen)
    }
    expect([...orders]).toEqual([`${carol.username},${bob.username}`])
    expect([...words].every((one) => one !== 'online now')).toBe(true)
  })
})

describe('showing what one has read', () => {
  const readAt = async () => (await chatOf(alice, bob)).otherReadAt
  const read = () => bob.send('POST /message/markAsRead', { body: { id: alice.id } })

  test('ends, also for what was read before, and what is read meanwhile stays unsaid later', async () => {
    const told: string[] = []
    const stop = app.services.events.subscribe(
      alice.id,
      (event) => void (event.type === 'read' && told.push(event.type)),
    )
    await write(alice, bob)
    await read()
    const first = await readAt()
    expect(first).not.toBeNull()
    await decide(bob, { showsReading: false })
    expect(await readAt()).toBeNull()
    app.clock.advance(MINUTE)
    await write(alice, bob, 'And now?')
    await read()
    await decide(bob, {})
    expect(await readAt()).toBe(first)
    await read()
    expect(await readAt()).not.toBe(first)
    // Of three readings the first and the last.
    await expect.poll(() => told).toEqual(['read', 'read'])
    stop()
  })

  test('the reader’s own counter goes on', async () => {
    await decide(bob, { showsReading: false })
    await write(alice, bob)
    expect((await tickersOf(bob)).newMessages).toBe(1)
    await read()
    expect((await tickersOf(bob)).newMessages).toBe(0)
  })
})

describe('visits', () => {
  test('that are not noted appear in no list and no counter, however somebody was looked at', async () => {
    await decide(alice, { notesVisits: false })
    await views(alice, bob)
    await alice.send('POST /event/setLastViewedUser', { body: { id: bob.id } })
    expect(await idsIn(bob, 'viewedYou')).toEqual([])
    expect(await idsIn(alice, 'youViewed')).toEqual([])
    expect((await tickersOf(bob)).newViews).toBe(0)
    await decide(alice, {})
    await views(alice, bob)
    expect(await idsIn(bob, 'viewedYou')).toEqual([alice.id])
    expect((await tickersOf(bob)).newViews).toBe(1)
  })
})

describe('mail', () => {
  const brand = brandById('adultcrush') as Brand
  const send = async (list: 'news' | 'activity') => {
    const to = `${alice.username.toLowerCase()}@example.org`
    await app.services.queueMail(
      app.db,
      aMail({ brand, to, list, accountId: alice.id, kind: list }),
    )
    return (await mailsTo(app, to)).map(({ kind }) => kind)
  }

  test('of a kind that was given up is not sent, and is again when it is wanted again', async () => {
    await save(alice, { section: 'mail', news: false, activity: false })
    expect([await send('news'), await send('activity')]).toEqual([[], []])
    await save(alice, { section: 'mail', news: false, activity: true })
    expect([await send('news'), await send('activity')]).toEqual([[], ['activity']])
    await save(alice, { section: 'mail', news: true, activity: true })
    expect(await send('news')).toEqual(['news', 'activity'])
  })

  test('a link that ends one kind shows here as well', async () => {
    await save(alice, { section: 'mail', news: true, activity: true })
    await send('activity')
    const [mail] = await mailsTo(app, `${alice.username.toLowerCase()}@example.org`)
    const key = new URL(
      /<(.*)>/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1] ?? '',
    ).searchParams.get('key')
    await app.visitor('adultcrush').send('POST /unsubscribe/index', { body: { key } })
    expect((await settings(alice)).mail).toEqual({ news: true, activity: false })
  })

  test('whoever has not proven the address decides nothing about its mail', async () => {
    await setsAccount(app, alice, { email_confirmed_at: null })
    await expect(
      save(alice, { section: 'mail', news: true, activity: true }),
    ).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('confirm your e-mail'),
    })
  })
})

test('blurring others’ pictures is switched on and off, and a form leads back to its page alone', async () => {
  const set = (body: Record<string, unknown>) => alice.send('POST /profile/setSafeMode', { body })
  expect(await set({ on: true, back: '/search?radius=50' })).toEqual({
    safeMode: true,
    next: '/search?radius=50',
  })
  expect((await settings(alice)).safeMode).toBe(true)
  expect((await settings(bob)).safeMode).toBe(false)
  for (const back of ['https://evil.example', '//evil.example', '/\\evil.example'])
    expect(await set({ on: false, back })).toEqual({ safeMode: false, next: '/dashboard' })
  expect((await settings(alice)).safeMode).toBe(false)
})

test('partners may know of a member who said so, since when they said it first', async () => {
  const sharedAt = async () =>
    (
      await app.db
        .selectFrom('accounts')
        .select('sharing_accepted_at as at')
        .where('id', '=', alice.id)
        .executeTakeFirstOrThrow()
    ).at
  expect(await sharedAt()).toBeNull()
  await decide(alice, { sharesWithPartners: true })
  const first = await sharedAt()
  app.clock.advance(HOUR)
  await decide(alice, { sharesWithPartners: true })
  expect(await sharedAt()).toEqual(first)
  await decide(alice, {})
  expect(await sharedAt()).toBeNull()
})

test('a quick way out and a plain tab are off until they are wanted, and then on each page of this member alone', async () => {
  const discretion = { showsExit: true, exitSignsOut: true, plainTitle: true }
  expect((await settings(alice)).discretion).toEqual({
    showsExit: false,
    exitSignsOut: false,
    plainTitle: false,
  })
  await save(alice, { section: 'discretion', ...discretion })
  expect((await settings(alice)).discretion).toEqual(discretion)
  expect((await settings(bob)).discretion).toEqual({
    showsExit: false,
    exitSignsOut: false,
    plainTitle: false,
  })
  await save(alice, { section: 'discretion', plainTitle: 'on' })
  expect((await settings(alice)).discretion).toEqual({
    showsExit: false,
    exitSignsOut: false,
    plainTitle: true,
  })
})

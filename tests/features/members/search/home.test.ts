import { beforeEach, describe, expect, test } from 'vitest'
import { classifiers, type Facts } from '#core/people/classifiers.ts'
import { saveProfile } from '#core/people/edit/edit-profile.contract.ts'
import { cellOf } from '#core/places/places.ts'
import { DAY, HOUR, MINUTE } from '#lib/clock.ts'
import { requestPhoto } from '#members/photos/access/access.contract.ts'
import { home } from '#members/search/home/home.contract.ts'
import { newsLine } from '#members/search/home/home.ts'
import { app, everythingHeard, setsAccount, setsProfile, withApp } from '#tests/support/app.ts'
import {
  becomesPremium,
  blocks,
  type CastMember,
  joins,
  likes,
  views,
  writesTo,
} from '#tests/support/cast.ts'
import { aPhoto, upload } from '#tests/support/photos.ts'

withApp()
let count = 0
/** Premium, long here, and looking for men; each test has its own. */
let me: CastMember
beforeEach(async () => {
  await app.db.updateTable('profiles').set({ hidden_at: app.clock.now() }).execute()
  me = await joins(app, { brand: 'adultcrush', username: `Me${(count += 1)}`, lookingFor: ['man'] })
  await isLongHere(me)
  await becomesPremium(app, me, 300)
})

async function isLongHere(who: CastMember): Promise<void> {
  await setsAccount(app, who, { created_at: new Date(app.clock.now().getTime() - 90 * DAY) })
}

async function man(
  username: string,
  more: { birthday?: string; latitude?: number } = {},
): Promise<CastMember> {
  const he = await joins(app, {
    brand: 'adultcrush',
    username: `${username}${count}`,
    gender: 'man',
    lookingFor: ['woman'],
    ...more,
  })
  await becomesPremium(app, he)
  return he
}

const at = (who: CastMember) => who.calls(home)
const short = (username: string) => username.replace(String(count), '')

async function newsOf(who: CastMember): Promise<Record<string, string[] | number>> {
  const { news } = await at(who)
  return Object.fromEntries(
    news.map(({ kind, people, count: number }) => [
      kind,
      people.length > 0 ? people.map(({ username }) => short(username)) : number,
    ]),
  )
}

async function strangersOf(who: CastMember): Promise<string[]> {
  const { people } = await at(who)
  return people.map(({ username }) => short(username)).toSorted()
}

describe('home', () => {
  test('tells of everything that happened, and of nobody twice', async () => {
    const [ada, ben, cid, dov, eli, fox] = [
      await man('Ada'),
      await man('Ben'),
      await man('Cid'),
      await man('Dov'),
      await man('Eli'),
      await man('Fox'),
    ]
    await upload(me, await aPhoto(), { isPrivate: 'true' })
    expect(await strangersOf(me)).toEqual(['Ada', 'Ben', 'Cid', 'Dov', 'Eli', 'Fox'])
    // Each does more than one thing; the first of the page's order counts.
    for (const he of [ada, ben, cid, dov, eli]) await views(he, me)
    for (const he of [ada, ben, cid, dov]) await likes(he, me)
    for (const he of [ada, cid]) await likes(me, he)
    await writesTo(ada, me)
    await ben.calls(requestPhoto, { body: { id: me.id } })
    expect(await newsOf(me)).toEqual({
      unread: ['Ada'],
      requests: ['Ben'],
      matches: ['Cid'],
      likes: ['Dov'],
      visitors: ['Eli'],
    })
    expect(await strangersOf(me)).toEqual(['Fox'])
    // Written to, a match is no news, and he is the visitor that he was; blocked, somebody is gone.
    await writesTo(me, cid)
    await blocks(me, eli)
    await blocks(me, fox)
    expect(await newsOf(me)).toEqual({
      unread: ['Ada'],
      requests: ['Ben'],
      likes: ['Dov'],
      visitors: ['Cid'],
    })
    expect(await strangersOf(me)).toEqual([])
  })

  test('tells a standard member how many like them, and not who', async () => {
    const alice = await joins(app, {
      brand: 'adultcrush',
      username: `Std${count}`,
      lookingFor: ['man'],
    })
    const [ada, ben] = [await man('Ada'), await man('Ben')]
    for (const he of [ada, ben]) await likes(he, alice)
    const { news } = await at(alice)
    expect(news).toEqual([{ kind: 'likes', people: [], count: 2, isMore: false }])
    expect(JSON.stringify(news)).not.toContain('Ada')
  })

  test('shows visitors since the last visit, which a reload and a new session do not end', async () => {
    const ada = await man('Ada')
    await views(ada, me)
    expect(await at(me)).toMatchObject({ since: null, news: [{ kind: 'visitors', count: 1 }] })
    app.clock.advance(10 * MINUTE)
    expect(await at(me)).toMatchObject({ since: null, news: [{ kind: 'visitors' }] })
    const lastLook = app.clock.now().toISOString()

    // An hour on other pages is the same visit.
    for (let minutes = 0; minutes < 60; minutes += 20) {
      app.clock.advance(20 * MINUTE)
      await views(me, ada)
    }
    expect((await at(me)).since).toBeNull()
    const seen = app.clock.now().toISOString()
    expect(seen).not.toBe(lastLook)

    app.clock.advance(8 * HOUR)
    expect(await at(me)).toMatchObject({ since: seen, news: [] })
    await views(ada, me)
    app.clock.advance(MINUTE)
    expect(await at(me)).toMatchObject({ since: seen, news: [{ kind: 'visitors', count: 1 }] })
    expect((await at(me)).since).toBe(seen)
  })

  test('counts to twenty, and says that there are more', async () => {
    const ada = await man('Ada')
    const { db } = app
    const strangers = await Promise.all(Array.from({ length: 24 }, (_, index) => man(`M${index}x`)))
    await db
      .insertInto('views')
      .values(
        strangers.map(({ id }) => ({
          viewer_id: id,
          viewed_id: me.id,
          viewed_at: app.clock.now(),
        })),
      )
      .execute()
    const { news, people } = await at(me)
    expect(news).toMatchObject([{ kind: 'visitors', count: 20, isMore: true }])
    expect(news[0]?.people).toHaveLength(4)
    expect(people.length).toBeLessThanOrEqual(8)
    expect(people.map(({ id }) => id)).toContain(ada.id)
  })
})

describe('new people', () => {
  const wish = (more: Record<string, unknown>) =>
    me.calls(saveProfile, {
      body: {
        section: 'wishes',
        lookingFor: ['man'],
        ageFrom: null,
        ageTo: null,
        distance: null,
        ...more,
      } as never,
    })

  test('are of the ages and the distance that one wished for', async () => {
    await man('Ada', { birthday: '1990-01-01' })
    await man('Old', { birthday: '1950-01-01' })
    const far = await man('Far')
    await setsProfile(app, far, cellOf({ latitude: 43.7, longitude: -74 }))
    expect(await strangersOf(me)).toEqual(['Ada', 'Far', 'Old'])
    await wish({ ageFrom: 30, ageTo: 50 })
    expect(await strangersOf(me)).toEqual(['Ada', 'Far'])
    await wish({ ageFrom: 30, ageTo: 50, distance: 50 })
    expect(await strangersOf(me)).toEqual(['Ada'])
  })

  test('are the same for whoever comes back within a minute, but for who is no longer seen', async () => {
    await man('Ada')
    const ben = await man('Ben')
    // That she is premium now: whoever is changed is looked for anew.
    await everythingHeard(app)
    expect(await strangersOf(me)).toEqual(['Ada', 'Ben'])
    await man('Cid')
    expect(await strangersOf(me)).toEqual(['Ada', 'Ben'])
    await blocks(ben, me)
    expect(await strangersOf(me)).toEqual(['Ada', 'Cid'])
  })

  test('come with what they and the member both say', async () => {
    const says = (who: CastMember, facts: Facts) =>
      who.calls(saveProfile, {
        body: {
          section: 'facts',
          ...Object.fromEntries(classifiers.map(({ name }) => [name, facts[name] ?? []])),
        } as never,
      })
    const ada = await man('Ada')
    const ben = await man('Ben')
    const interests = ['wine', 'books', 'hiking', 'art', 'music']
    await says(me, { intentions: ['dates', 'chat'], interests, languages: ['en', 'es', 'fr'] })
    await says(ada, { intentions: ['dates'], interests, languages: ['en', 'es'], smoking: ['no'] })
    await says(ben, { languages: ['en'], smoking: ['no'] })
    const words =
      'You both are here for dates, both like art, books and hiking, both speak Spanish.'
    const { people } = await at(me)
    expect(people.map(({ username, inCommon }) => [short(username), inCommon])).toEqual([
      ['Ben', undefined],
      ['Ada', words],
    ])
    expect((await views(me, ada)).inCommon).toBe(words)
    expect((await views(ada, me)).inCommon).toBe(words)
    expect((await views(me, ben)).inCommon).toBeNull()
    expect((await views(me, me)).inCommon).toBeNull()
  })

  test('are looked for anew a minute later', async () => {
    await man('Ada')
    expect(await strangersOf(me)).toEqual(['Ada'])
    await man('Ben')
    app.clock.advance(MINUTE)
    expect(await strangersOf(me)).toEqual(['Ada', 'Ben'])
  })

  test('are nobody whom one likes or writes with; whom one looked at comes last', async () => {
    const [ada, ben, cid, dov] = [
      await man('Ada'),
      await man('Ben'),
      await man('Cid'),
      await man('Dov'),
    ]
    await likes(me, ada)
    await writesTo(me, ben)
    app.clock.advance(MINUTE)
    await views(cid, cid)
    await views(me, cid)
    const { people } = await at(me)
    expect(people.map(({ id }) => id)).toEqual([dov.id, cid.id])
  })
})

describe('a newcomer', () => {
  test('sees what to do first, and strangers when a photo and a few words are there', async () => {
    const newcomer = await joins(app, {
      brand: 'adultcrush',
      username: `New${count}`,
      lookingFor: ['man'],
    })
    const ada = await man('Ada')
    expect(await at(newcomer)).toMatchObject({
      todo: ['photo', 'words', 'wishes', 'like'],
      people: [],
    })
    await upload(newcomer, await aPhoto())
    await newcomer.calls(saveProfile, {
      body: { section: 'about', headline: '', about: 'I cook on Sundays.' } as never,
    })
    expect(await at(newcomer)).toMatchObject({ todo: ['wishes', 'like'], people: [{ id: ada.id }] })
    await likes(newcomer, ada)
    expect((await at(newcomer)).todo).toEqual(['wishes'])
    app.clock.advance(15 * DAY)
    expect((await at(newcomer)).todo).toEqual([])
  })
})

describe('a line of home', () => {
  const people = ['Ada', 'Ben', 'Cid'].map((username, id) => ({ id, username }))
  test.each([
    [
      { kind: 'unread', people: people.slice(0, 1), count: 1, isMore: false },
      'Ada wrote to you',
      '/messages?with=0',
    ],
    [
      { kind: 'visitors', people: people.slice(0, 2), count: 2, isMore: false },
      'Ada and Ben looked at your profile',
      '/plist/viewedyou/1',
    ],
    [
      { kind: 'likes', people, count: 3, isMore: false },
      'Ada, Ben and 1 other like you',
      '/plist/likesyou/1',
    ],
    [
      { kind: 'likes', people, count: 20, isMore: true },
      'Ada, Ben and 15+ others like you',
      '/plist/likesyou/1',
    ],
    [
      { kind: 'likes', people: [], count: 1, isMore: false },
      'Somebody likes you',
      '/plist/likesyou/1',
    ],
    [
      { kind: 'likes', people: [], count: 20, isMore: true },
      '20+ people like you',
      '/plist/likesyou/1',
    ],
  ] as const)('%o', (news, words, href) => {
    expect(newsLine(news)).toEqual({ words, liked: [], href })
  })

  test('says what of the profile is liked, by one and by several', () => {
    const photo = { kind: 'photo', id: 1, picture: null } as const
    const answer = {
      kind: 'prompt',
      id: 2,
      question: 'A perfect Sunday',
      answer: 'A long walk',
    } as const
    const [Ada, Ben, Cid] = people.map((one, index) => ({
      ...one,
      likedOfYours: [[answer], [photo, answer, { ...photo, id: 3 }], []][index],
    }))
    if (!Ada || !Ben || !Cid) throw new Error('nobody')
    const line = { count: 1, isMore: false }
    expect(newsLine({ kind: 'likes', people: [Ada], ...line })).toEqual({
      words: 'Ada likes your answer to “A perfect Sunday”',
      liked: [],
      href: '/profile/view/id/0',
    })
    expect(newsLine({ kind: 'matches', people: [Ada], ...line }).liked).toEqual([
      'Ada likes your answer to “A perfect Sunday”',
    ])
    expect(newsLine({ kind: 'likes', people: [Ada, Ben, Cid], count: 3, isMore: false })).toEqual({
      words: 'Ada, Ben and 1 other like you',
      liked: [
        'Ada likes your answer to “A perfect Sunday”',
        'Ben likes 2 of your photos and your answer to “A perfect Sunday”',
      ],
      href: '/plist/likesyou/1',
    })
  })
})

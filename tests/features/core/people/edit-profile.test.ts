import { beforeEach, describe, expect, test } from 'vitest'
import { classifiers } from '#core/people/classifiers.ts'
import { ownProfileToEdit } from '#core/people/edit/edit-profile.contract.ts'
import { DAY } from '#lib/clock.ts'
import { listBlocked } from '#members/reports/blocks/blocked.contract.ts'
import { searchUsers } from '#members/search/search.contract.ts'
import { brands } from '#sites/registry.ts'
import { app, setsAccount, withApp } from '#tests/support/app.ts'
import { becomesPremium, type CastMember, joins, views } from '#tests/support/cast.ts'
import { aRegistration } from '#tests/support/joining.ts'

/** What a member says of themselves: saved by section, seen by others, used by search. */

withApp()
let number = 0
let alice: CastMember
let bob: CastMember
beforeEach(async () => {
  app.clock.advance(DAY)
  number += 1
  alice = await joins(app, { brand: 'adultcrush', username: `Alice${number}` })
  bob = await joins(app, { brand: 'adultcrush', username: `Bob${number}`, gender: 'man' })
})

const mine = () => alice.calls(ownProfileToEdit)
const save = (body: Record<string, unknown>) => alice.send('POST /profile/save', { body })
const seen = () => views(bob, alice)
const submit = (path: string, fields: string) =>
  alice.visit(path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { Origin: `http://${alice.host}` },
  })

describe('a profile', () => {
  test('is saved by section: each leaves the others as they are, and others see it', async () => {
    await save({ section: 'about', headline: 'Tea first', about: 'Then the sea.' })
    await save({
      section: 'facts',
      intentions: ['dates', 'chat'],
      relation: 'single',
      interests: ['sea'],
      languages: ['nl', 'en'],
      smoking: 'no',
    })
    await save({ section: 'wishes', lookingFor: ['couple'], ageFrom: 30, ageTo: 45, distance: 50 })
    expect(await mine()).toEqual({
      headline: 'Tea first',
      about: 'Then the sea.',
      prompts: [],
      birthday: '1992-05-04',
      gender: 'woman',
      lookingFor: ['couple'],
      ageFrom: 30,
      ageTo: 45,
      distance: 50,
      facts: {
        intentions: ['dates', 'chat'],
        relation: ['single'],
        interests: ['sea'],
        languages: ['nl', 'en'],
        smoking: ['no'],
      },
      identity: { words: [], ownWord: '', pronouns: [], ownPronouns: '' },
    })
    const profile = await seen()
    expect([profile.headline, profile.about, profile.lookingFor]).toEqual([
      'Tea first',
      'Then the sea.',
      ['couple'],
    ])
    expect(profile.facts).toEqual([
      { fact: 'Here for', words: ['Chatting', 'Dates'] },
      { fact: 'Relationship', words: ['Single'] },
      { fact: 'Likes', words: ['Sea and beach'] },
      { fact: 'Speaks', words: ['Dutch', 'English'] },
      { fact: 'Smoking', words: ['Does not smoke'] },
    ])
    expect(JSON.stringify(profile)).not.toMatch(/ageFrom|1992-05-04/)
  })

  test('says nothing where a member prefers not to, also after they had said it', async () => {
    expect((await seen()).facts).toEqual([])
    await save({ section: 'facts', relation: 'married', interests: ['wine', 'books'] })
    await save({ section: 'facts', relation: '', interests: [] })
    expect((await seen()).facts).toEqual([])
  })

  test('of two tabs, the last save of a section wins, and only there', async () => {
    await Promise.all([
      save({ section: 'about', headline: 'From one tab', about: 'x' }),
      save({ section: 'facts', relation: 'open' }),
      save({ section: 'wishes', lookingFor: ['man'], ageFrom: '', ageTo: '', distance: '' }),
    ])
    await save({ section: 'about', headline: 'From the other', about: 'y' })
    expect(await mine()).toMatchObject({
      headline: 'From the other',
      about: 'y',
      facts: { relation: ['open'] },
      lookingFor: ['man'],
      ageFrom: null,
      distance: null,
    })
  })

  test.each([
    ['emoji', 'Tea 🫖 and 👩‍👩‍👧', 'Tea 🫖 and 👩‍👩‍👧'],
    ['text from right to left', 'שלום, אני אוהבת את הים', 'שלום, אני אוהבת את הים'],
    ['a turned direction', 'Call \u202e12345\u202c now', 'Call 12345 now'],
    ['zero-width text alone', '\u200b\u200d\ufeff \u2060', ''],
    ['letters made of parts', 'cafe\u0301', 'café'],
    ['markup', '<b onclick=x>&amp;</b>', '<b onclick=x>&amp;</b>'],
  ])('takes %s in each of its words', async (_, typed, kept) => {
    await save({ section: 'about', headline: typed, about: typed })
    expect(await seen()).toMatchObject({ headline: kept, about: kept })
  })

  test.each([
    [
      'a headline that is too long',
      { section: 'about', headline: 'x'.repeat(101), about: '' },
      'headline',
    ],
    [
      'words that are too long',
      { section: 'about', headline: '', about: '🫖'.repeat(2001) },
      'about',
    ],
    ['nobody to look for', { section: 'wishes', lookingFor: [] }, 'lookingFor'],
    ['somebody of no gender of ours', { section: 'wishes', lookingFor: ['dragon'] }, 'lookingFor'],
    ['an age below 18', { section: 'wishes', lookingFor: ['man'], ageFrom: 17 }, 'ageFrom'],
    ['an age of words', { section: 'wishes', lookingFor: ['man'], ageTo: '４０😀' }, 'ageTo'],
    [
      'ages the wrong way round',
      { section: 'wishes', lookingFor: ['man'], ageFrom: 40, ageTo: 30 },
      'ageTo',
    ],
    [
      'a distance that is not offered',
      { section: 'wishes', lookingFor: ['man'], distance: 3 },
      'distance',
    ],
    ['a fact that is not offered', { section: 'facts', relation: 'single\u200b' }, 'relation'],
    ['two of what has one', { section: 'facts', relation: ['single', 'married'] }, 'relation'],
    [
      'more than may be chosen',
      { section: 'facts', intentions: ['chat', 'friends', 'dates', 'casual'] },
      'intentions',
    ],
  ])('refuses %s at its field, and keeps what was there', async (_, body, field) => {
    const before = await mine()
    await expect(save(body)).rejects.toMatchObject({
      status: 422,
      errors: [{ field: expect.stringMatching(new RegExp(`^${field}`)) }],
    })
    expect(await mine()).toEqual(before)
  })

  test('does not take what is not asked: a birthday, a gender, somebody else’s id', async () => {
    await save({
      section: 'about',
      headline: 'Mine',
      about: '',
      birthday: '1950-01-01',
      gender: 'man',
      id: bob.id,
    })
    expect(await mine()).toMatchObject({
      birthday: '1992-05-04',
      gender: 'woman',
      headline: 'Mine',
    })
    expect((await bob.calls(ownProfileToEdit)).headline).toBe('')
  })

  test('is saved by forms without script, which tick one or none', async () => {
    for (const [section, fields, facts] of [
      [
        'facts',
        'section=facts&relation=&interests=sea&languages=en&languages=de&smoking=no&drinking=',
        { interests: ['sea'], languages: ['en', 'de'], smoking: ['no'] },
      ],
      ['facts', 'section=facts&relation=&smoking=&drinking=', {}],
    ] as const) {
      const answer = await submit('/profile/save', fields)
      expect([answer.status, answer.headers.get('Location')]).toEqual([
        303,
        `/profile/edit/profile?part=${section}&saved=${section}#${section}`,
      ])
      expect((await mine()).facts).toEqual(facts)
    }
  })

  test('saves the facts that are named alone, and leaves the others as they are', async () => {
    await save({ section: 'facts', relation: 'single', interests: ['sea'], languages: ['en'] })
    const answer = await submit(
      '/profile/save',
      'section=facts&only=interests&interests=wine&interests=books&relation=married',
    )
    expect(answer.headers.get('Location')).toBe(
      '/profile/edit/profile?part=likes&saved=likes#likes',
    )
    await Promise.all([
      save({ section: 'facts', only: ['languages'] }),
      save({ section: 'facts', only: ['smoking', 'drinking'], smoking: 'no', drinking: '' }),
    ])
    expect((await mine()).facts).toEqual({
      relation: ['single'],
      interests: ['wine', 'books'],
      smoking: ['no'],
    })
    await expect(save({ section: 'facts', only: ['height'] })).rejects.toMatchObject({
      status: 422,
    })
  })

  test('a form whose session has ended shows its words again', async () => {
    await alice.request('/site/signout')
    const answer = await submit('/profile/save', 'section=about&headline=Kept&about=Kept')
    expect([answer.status, await answer.text()]).toEqual([401, 'page:/form/edit-profile'])
  })
})

test('classifiers are in the site parameters of every brand, with everything the form offers', async () => {
  for (const { id } of brands) {
    const parameters = (await (await app.visitor(id).request('/site/getParameters')).json()) as {
      classifiers: Record<string, unknown>
    }
    expect(Object.keys(parameters.classifiers)).toEqual([
      'gender',
      'lookingFor',
      ...classifiers.map(({ name }) => name),
    ])
    for (const { name, options } of classifiers)
      expect(parameters.classifiers[name]).toEqual(options)
  }
})

describe('a classifier that the parameters serve', () => {
  const register = (more: Record<string, unknown>) =>
    app.visitor('adultcrush').posts('/registration/save', {
      ...aRegistration(),
      username: `Kind${(kinds += 1)}`,
      email: `kind${kinds}@example.org`,
      ...more,
    })
  let kinds = 0

  test.each(['gender', 'lookingFor', ...classifiers.map(({ name }) => name)])(
    '%s takes each of its values, and no other',
    async (name) => {
      const served = (await (await alice.request('/site/getParameters')).json()) as {
        classifiers: Record<string, Array<{ value: string }>>
      }
      const values = served.classifiers[name]?.map(({ value }) => value) ?? []
      expect(values.length).toBeGreaterThan(1)
      const send = (value: string) => {
        const given = { [name]: name === 'gender' ? value : [value] }
        if (name === 'gender') return register(given)
        return alice.posts(
          '/profile/save',
          name === 'lookingFor' ? { section: 'wishes', ...given } : { section: 'facts', ...given },
        )
      }
      for (const value of values) expect([value, (await send(value)).status]).toEqual([value, 200])
      const refused = await send('unheardOf')
      const { errors } = (await refused.json()) as { errors: Array<{ field: string }> }
      expect([refused.status, errors.map(({ field }) => field)]).toEqual([
        422,
        [name === 'gender' ? name : `${name}.0`],
      ])
    },
  )
})

describe('whom one would like to meet', () => {
  const search = async (query: Record<string, string> = {}) =>
    alice.calls(searchUsers, { query: query })
  const ids = async (path: string) =>
    ((await (await alice.request(path)).json()) as { members: Array<{ id: number }> }).members.map(
      ({ id }) => id,
    )
  let young: CastMember
  let old: CastMember
  beforeEach(async () => {
    young = await joins(app, {
      brand: 'adultcrush',
      username: `Young${number}`,
      gender: 'couple',
      birthday: '2004-01-01',
    })
    old = await joins(app, {
      brand: 'adultcrush',
      username: `Old${number}`,
      gender: 'couple',
      birthday: '1970-01-01',
    })
    await save({ section: 'wishes', lookingFor: ['couple'], ageFrom: 18, ageTo: 30, distance: 25 })
  })

  test('is what a search starts with, and each list', async () => {
    const { members, filters } = await search()
    expect(filters).toMatchObject({ gender: ['couple'], ageFrom: 18, ageTo: 30, radius: 25 })
    const shown = members.map(({ id }) => id)
    expect([shown.includes(young.id), shown.includes(old.id)]).toEqual([true, false])
    for (const list of ['onlineNow', 'nearYou', 'newMembers']) {
      const listed = await ids(`/widget/${list}/page/1/count/48`)
      expect([list, listed.includes(young.id), listed.includes(old.id)]).toEqual([
        list,
        true,
        false,
      ])
    }
  })

  test('gives way to what a search names: a form that leaves the ages empty means every age', async () => {
    expect((await search({ ageFrom: '50' })).filters).toMatchObject({ ageFrom: 50, ageTo: 99 })
    expect((await search({ country: 'US' })).filters).toMatchObject({ ageFrom: 18, ageTo: 99 })
    expect((await search({ radius: 'any' })).filters).toMatchObject({ ageTo: 30, radius: null })
    expect((await search({ place: 'Boston' })).filters).toMatchObject({
      ageTo: 30,
      place: { name: 'Boston' },
    })
  })

  test('left open again, is everybody', async () => {
    await save({ section: 'wishes', lookingFor: ['couple'], ageFrom: '', ageTo: '', distance: '' })
    expect((await search()).filters).toMatchObject({ ageFrom: 18, ageTo: 99 })
  })
})

describe('where one is', () => {
  const move = (member: CastMember, place: Record<string, unknown>) =>
    member.posts('/profile/changeLocation', { country: 'GB', place: 'London', ...place })
  const placeOf = async (member: CastMember) =>
    ((await (await member.request('/location/current')).json()) as { place: { name: string } })
      .place.name

  test('is changed: others see it and the distance from there, which is still a cell', async () => {
    expect((await move(alice, {})).status).toBe(200)
    expect(await seen()).toMatchObject({ placeName: 'London', country: 'GB' })
    const { latitude } = await app.db
      .selectFrom('profiles')
      .select('latitude')
      .where('account_id', '=', alice.id)
      .executeTakeFirstOrThrow()
    expect(Math.abs(latitude - 51.5085)).toBeGreaterThan(0)
  })

  test.each([
    ['emoji', '🏝️'],
    ['zero-width text', '\u200b\u200b'],
    ['a place that nobody knows', 'Atlantis'],
    ['nothing', ''],
  ])('is not changed to %s', async (_, place) => {
    const answer = await move(alice, { place })
    expect([answer.status, await answer.json()]).toEqual([
      422,
      expect.objectContaining({ errors: [expect.objectContaining({ field: 'place' })] }),
    ])
    expect(await placeOf(alice)).toBe('New York City')
  })

  test('is a place of the chosen country', async () => {
    expect((await move(alice, { country: 'DE', placeId: 2643743 })).status).toBe(422)
  })

  test('is changed by premium members alone where the brand says so, by anybody elsewhere', async () => {
    const [closed, open] = [
      brands.filter(({ flags }) => flags.locationChangeNeedsPremium),
      brands.filter(({ flags }) => !flags.locationChangeNeedsPremium),
    ]
    expect([closed.length > 0, open.length > 0]).toEqual([true, true])
    for (const { id } of closed) {
      const member = await joins(app, { brand: id, username: `Mover${id}` })
      const answer = await move(member, {})
      expect([id, answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
        id,
        402,
        'needsPremium',
      ])
      expect(await placeOf(member)).toBe('New York City')
      await becomesPremium(app, member)
      expect((await move(member, {})).status).toBe(200)
      expect(await placeOf(member)).toBe('London')
    }
  })

  test('is changed ten times a day at most', async () => {
    const statuses: number[] = []
    for (let time = 0; time < 11; time += 1)
      statuses.push((await move(alice, { place: time % 2 === 0 ? 'Leeds' : 'London' })).status)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('blocked members', () => {
  const blocked = (query: { page?: number } = {}) => alice.calls(listBlocked, { query })

  test('are listed to who blocked them alone, latest first, and let back in', async () => {
    const carol = await joins(app, { brand: 'wivesnow', username: `Carol${number}` })
    await alice.posts('/profile/blockUser', { id: bob.id })
    app.clock.advance(1000)
    await alice.posts('/profile/blockUser', { id: carol.id })
    expect((await blocked()).members.map(({ username }) => username)).toEqual([
      carol.username,
      bob.username,
    ])
    expect((await bob.calls(listBlocked, { query: {} })).members).toEqual([])
    const answer = await submit('/profile/blockUser', `id=${bob.id}&action=unblock`)
    expect(answer.headers.get('Location')).toBe(
      '/profile/edit/settings?screen=blocked&saved=blocked#blocked-members',
    )
    expect((await blocked()).members.map(({ username }) => username)).toEqual([carol.username])
    expect((await bob.request(`/profile/view/id/${alice.id}`)).status).toBe(200)
  })

  test('who are gone are left out', async () => {
    await alice.posts('/profile/blockUser', { id: bob.id })
    await setsAccount(app, bob, { deleted_at: app.clock.now() })
    expect((await blocked()).members).toEqual([])
    expect((await alice.request('/profile/blocked?page=0')).status).toBe(422)
    expect((await blocked({ page: 999 })).members).toEqual([])
  })
})

import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Given } from '#api/contract.ts'
import { classifiers, type Facts } from '#core/people/classifiers.ts'
import { saveProfile } from '#core/people/edit/edit-profile.contract.ts'
import { MINUTE } from '#lib/clock.ts'
import {
  savedSearches,
  saveSearch,
} from '#members/search/saved-searches/saved-searches.contract.ts'
import { countUsers, searchUsers } from '#members/search/search.contract.ts'
import { chipsOf, inWords, widerSearch } from '#members/search/search.ts'
import { app, withApp } from '#tests/support/app.ts'
import { alice, type CastMember, joins } from '#tests/support/cast.ts'

withApp()
let Alice: CastMember
const men: Record<string, CastMember> = {}

const says: Record<string, Facts> = {
  Adam: {
    intentions: ['dates', 'friends'],
    relation: ['single'],
    interests: ['art', 'music'],
    languages: ['en', 'fi'],
    smoking: ['no'],
    drinking: ['sometimes'],
  },
  Ben: {
    intentions: ['casual'],
    relation: ['divorced'],
    interests: ['music'],
    languages: ['en', 'fr'],
    smoking: ['yes'],
    drinking: ['no'],
  },
  Cem: {},
}

beforeAll(async () => {
  Alice = await alice(app)
  for (const [username, facts] of Object.entries(says)) {
    const man = await joins(app, { brand: 'adultcrush', username, gender: 'man' })
    await saysOf(man, facts)
    men[username] = man
  }
})
beforeEach(async () => {
  app.clock.advance(MINUTE)
  await app.db.updateTable('profiles').set({ last_seen_at: app.clock.now() }).execute()
})

function saysOf(who: CastMember, facts: Facts): Promise<unknown> {
  const all = Object.fromEntries(classifiers.map(({ name }) => [name, facts[name] ?? []]))
  return who.calls(saveProfile, { body: { section: 'facts', ...all } as never })
}

const search = (query: Given<typeof searchUsers>['query']) =>
  Alice.calls(searchUsers, { query: { radius: 'any', ...query } })
const names = async (query: Given<typeof searchUsers>['query']) =>
  (await search(query)).members.map(({ username }) => username).toSorted()

/** What few say is looked up by what they say; of more than so many, members are read in order. */
describe.each(['by what they say', 'in order'])('members who are read %s', (way) => {
  beforeAll(async () => {
    if (way === 'by what they say') return
    // As if thousands of others said the same.
    const { db } = app
    await sql`alter table profile_facts disable trigger all`.execute(db)
    await sql`
      insert into profile_facts (term, account_id)
      select term, 1000000 + n
      from (select distinct term from profile_facts) said, generate_series(1, 3000) n`.execute(db)
  })

  test.each([
    [{ intentions: ['friends'] }, ['Adam']],
    [{ intentions: ['friends', 'casual'] }, ['Adam', 'Ben']],
    [{ relation: ['divorced'] }, ['Ben']],
    [{ relation: ['divorced', 'single'] }, ['Adam', 'Ben']],
    [{ interests: ['art', 'books'] }, ['Adam']],
    [{ interests: ['music'] }, ['Adam', 'Ben']],
    [{ languages: ['fr'] }, ['Ben']],
    [{ languages: ['fi', 'fr'] }, ['Adam', 'Ben']],
    [{ smoking: ['no', 'vapes'] }, ['Adam']],
    [{ drinking: ['no'] }, ['Ben']],
    [{ drinking: ['no', 'sometimes'] }, ['Adam', 'Ben']],
    [{ interests: ['music'], smoking: ['yes'] }, ['Ben']],
    [{ languages: ['fi'], smoking: ['yes'] }, []],
    [{ languages: ['ko'] }, []],
    [{ languages: [] }, ['Adam', 'Ben', 'Cem']],
  ] as const)('are found by %j: %j', async (facts, found) => {
    expect(await names(facts as never)).toEqual(found)
    expect(await names({ ...facts, country: 'any', online: 'on', sort: 'newest' })).toEqual(found)
    expect(await names({ ...facts, radius: '50', sort: 'nearest' })).toEqual(found)
  })

  test('are counted', async () => {
    const { count } = await Alice.calls(countUsers, { query: { radius: 'any', smoking: ['no'] } })
    expect(count).toBeNull()
  })

  test('are found by what they say now', async () => {
    await saysOf(men['Cem'] as CastMember, { languages: ['tr'] })
    expect(await names({ languages: ['tr'] })).toEqual(['Cem'])
    await saysOf(men['Cem'] as CastMember, {})
    expect(await names({ languages: ['tr'] })).toEqual([])
  })
})

test('a value that is not offered is refused', async () => {
  await expect(search({ languages: ['tlh'] })).rejects.toMatchObject({ code: 'invalid' })
})

test('the answer says what was looked for, in words and as filters that can be left out', async () => {
  const { filters } = await search({ smoking: ['no', 'vapes'], languages: ['fr', 'de'] })
  expect(filters.facts).toEqual({ languages: ['fr', 'de'], smoking: ['no', 'vapes'] })
  const own = {
    placeName: 'Leeds',
    country: 'US',
    unit: 'miles' as const,
    lookingFor: ['man', 'woman'] as const,
  }
  expect(inWords(filters, own)).toBe(
    'women and men in the whole country, speaks: French or German, does not smoke or vapes',
  )
  const chips = chipsOf(filters, own)
  expect(chips.map(({ label }) => label)).toEqual([
    'Speaks: French or German',
    'Does not smoke or vapes',
  ])
  expect(chips.map((chip) => chip.without.facts)).toEqual([
    { smoking: ['no', 'vapes'] },
    { languages: ['fr', 'de'] },
  ])
  expect(widerSearch(filters, own)).toMatchObject({
    label: 'Include people whatever they say of themselves',
    filters: { facts: {} },
  })
})

test('a saved search keeps it', async () => {
  await Alice.calls(saveSearch, {
    body: { name: 'Quiet', query: 'radius=any&smoking=no&languages=fi&languages=en' },
  })
  const { saved } = await Alice.calls(savedSearches)
  expect(saved[0]?.query).toContain('languages=fi&languages=en&smoking=no')
})

import { beforeEach, describe, expect, test } from 'vitest'
import { ownProfileToEdit } from '#core/people/edit/edit-profile.contract.ts'
import {
  type Identity,
  identityInWords,
  identityWords,
  MAX_OWN,
  pronouns,
} from '#core/people/identity.ts'
import { searchUsers } from '#members/search/search.contract.ts'
import { genderValues } from '#sites/genders.ts'
import { app, withApp } from '#tests/support/app.ts'
import { type CastMember, joins, views } from '#tests/support/cast.ts'

/**
 * Gender and pronouns as a member says them, apart from the gender by which they are searched
 * (specification §3, genders).
 */

withApp()
let number = 0
let Alice: CastMember
let Bob: CastMember
beforeEach(async () => {
  number += 1
  Alice = await joins(app, { brand: 'adultcrush', username: `Alice${number}` })
  Bob = await joins(app, { brand: 'adultcrush', username: `Bob${number}`, gender: 'man' })
})

const nothing: Identity = { words: [], ownWord: '', pronouns: [], ownPronouns: '' }
const save = (body: Record<string, unknown>) =>
  Alice.send('POST /profile/save', { body: { section: 'identity', ...nothing, ...body } })
const saved = async () => (await Alice.calls(ownProfileToEdit)).identity
const seen = async (viewer = Bob) => (await views(viewer, Alice)).identity

describe('gender and pronouns', () => {
  test('are said in the member’s own words and order, and leave the gender that is searched', async () => {
    expect(await seen()).toEqual({ gender: ['Woman'], pronouns: [] })
    await save({
      words: ['nonbinary', 'agender'],
      ownWord: 'Demigirl',
      pronouns: ['they', 'she'],
      ownPronouns: 'fae/faer',
    })
    expect(await saved()).toEqual({
      words: ['nonbinary', 'agender'],
      ownWord: 'Demigirl',
      pronouns: ['they', 'she'],
      ownPronouns: 'fae/faer',
    })
    for (const viewer of [Bob, Alice])
      expect(await seen(viewer)).toEqual({
        gender: ['Non-binary', 'Agender', 'Demigirl'],
        pronouns: ['they/them', 'she/her', 'fae/faer'],
      })
    for (const gender of genderValues) {
      const { members } = await Bob.calls(searchUsers, {
        query: { gender: [gender], radius: 'any', country: 'any' },
      })
      expect([gender, members.some(({ id }) => id === Alice.id)]).toEqual([
        gender,
        gender === 'woman',
      ])
    }
    await save({})
    expect(await seen()).toEqual({ gender: ['Woman'], pronouns: [] })
  })

  test('are saved by themselves: the other sections stay, and leave them', async () => {
    await Alice.send('POST /profile/save', {
      body: { section: 'about', headline: 'Tea first', about: 'Then the sea.' },
    })
    await save({ words: ['trans'] })
    await Alice.send('POST /profile/save', { body: { section: 'facts', relation: 'single' } })
    expect(await Alice.calls(ownProfileToEdit)).toMatchObject({
      headline: 'Tea first',
      gender: 'woman',
      facts: { relation: ['single'] },
      identity: { ...nothing, words: ['trans'] },
    })
  })

  test.each([
    ['a word that is not offered', { words: ['dragon'] }, 'words'],
    ['four words', { words: ['agender', 'trans', 'man', 'woman'] }, 'words'],
    ['three pronouns', { pronouns: ['she', 'he', 'they'] }, 'pronouns'],
    ['a word of one’s own that is too long', { ownWord: 'x'.repeat(MAX_OWN + 1) }, 'ownWord'],
    [
      'pronouns of one’s own that are too long',
      { ownPronouns: '🫖'.repeat(MAX_OWN + 1) },
      'ownPronouns',
    ],
  ])('refuse %s at its field, and keep what was there', async (_, body, field) => {
    await save({ words: ['man'] })
    await expect(save(body)).rejects.toMatchObject({
      status: 422,
      errors: [{ field: expect.stringMatching(new RegExp(`^${field}`)) }],
    })
    expect(await saved()).toEqual({ ...nothing, words: ['man'] })
  })

  test('take own words as the other words of a profile: no turned direction, nothing that cannot be seen', async () => {
    await save({ ownWord: '\u202eDemigirl\u202c', ownPronouns: '\u200b\u2060' })
    expect(await saved()).toEqual({ ...nothing, ownWord: 'Demigirl' })
  })

  test('a form without script: a list for each word, gaps left out', async () => {
    const form = (fields: string) =>
      Alice.visit('/profile/save', {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: { Origin: `http://${Alice.host}` },
      })
    const own = '&ownWord=&ownPronouns='
    const done = await form(`section=identity&words=&words=queer&words=trans&pronouns=they${own}`)
    expect(done.status).toBe(422)
    const kept = await form(
      `section=identity&words=&words=transWoman&words=trans&pronouns=they${own}`,
    )
    expect([kept.status, kept.headers.get('Location')]).toEqual([
      303,
      '/profile/edit/profile?part=identity&saved=identity#identity',
    ])
    expect(await saved()).toEqual({
      ...nothing,
      words: ['transWoman', 'trans'],
      pronouns: ['they'],
    })
  })
})

test.each([
  ['woman', nothing, ['Woman'], []],
  ['woman', { ...nothing, words: ['transWoman'] }, ['Trans woman'], []],
  // A couple stays one: the words are those of two.
  ['couple', { ...nothing, words: ['genderqueer'] }, ['Couple', 'Genderqueer'], []],
  ['man', { ...nothing, words: ['noLongerOffered'], pronouns: ['ask'] }, ['Man'], ['ask me']],
] as const)('%s who says %j', (gender, said, words, spoken) => {
  expect(identityInWords(gender, said as unknown as Identity)).toEqual({
    gender: words,
    pronouns: spoken,
  })
})

test('the list is short, in order and without a word twice', () => {
  const labels = identityWords.map(({ label }) => label)
  expect(labels.length).toBeLessThanOrEqual(25)
  expect(labels).toEqual(labels.toSorted((a, b) => a.localeCompare(b, 'en')))
  for (const list of [identityWords, pronouns])
    expect(new Set(list.map(({ value }) => value)).size).toBe(list.length)
})

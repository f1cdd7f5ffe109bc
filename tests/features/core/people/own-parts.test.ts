import { expect, test } from 'vitest'
import { classifiers, factParts } from '#core/people/classifiers.ts'
import { partOfForm } from '#core/people/edit/own-part.ts'
import { fieldsOfPart, isFieldPart } from '#core/people/edit/own-parts.ts'
import { saidIn } from '#core/people/edit/part-fields.ts'
import { ownParts } from '#sites/profile-parts.ts'

/** The parts of one's own profile: what each asks, and what its row says. */

const parts = ownParts.flatMap(({ id }) => (isFieldPart(id) ? [id] : []))

test('a member may say each classifier, in the words that it has, in one part alone', () => {
  const fields = parts.flatMap((part) => fieldsOfPart(part, 'km'))
  for (const { name, options } of classifiers) {
    const asked = fields.filter((field) => 'name' in field && field.name === name)
    expect([name, asked]).toEqual([
      name,
      [expect.objectContaining({ options: expect.arrayContaining([...options]) })],
    ])
  }
  expect(Object.values(factParts).flat().toSorted()).toEqual(
    classifiers.map(({ name }) => name).toSorted(),
  )
})

test.each([
  ['about', { headline: 'Tea first', about: '' }, 'Tea first'],
  ['about', { headline: 'Tea first', about: 'Then\nthe sea.' }, 'Tea first\nThen\nthe sea.'],
  [
    'identity',
    { words: ['woman', 'agender'], ownWord: 'x', pronouns: ['she'] },
    'Woman · Agender · x · she/her',
  ],
  [
    'facts',
    { intentions: ['dates', 'chat'], relation: ['single'], languages: ['en'] },
    'Chatting, Dates · Single',
  ],
  ['languages', { languages: 'en', relation: 'single' }, 'English'],
  [
    'wishes',
    { lookingFor: ['man'], ageFrom: '30', ageTo: '', distance: '50' },
    'Men · 30–99 · within 30 miles',
  ],
  ['wishes', { lookingFor: [], ageFrom: '', ageTo: '', distance: '' }, ''],
] as const)('the row of %s says %j', (part, values, words) => {
  expect(saidIn(fieldsOfPart(part, 'miles'), values as never)).toBe(words)
})

test.each([
  ['/profile/save', { section: 'wishes' }, 'wishes'],
  ['/profile/save', { section: 'facts', only: 'interests' }, 'likes'],
  ['/profile/save', { section: 'facts', only: ['intentions', 'relation'] }, 'facts'],
  ['/profile/prompts/index', { act: 'add' }, 'prompts'],
  ['/profile/endPartner', {}, 'partners'],
  ['/profile/changeLocation', {}, 'place'],
  ['/profile/visiting', {}, 'visiting'],
] as const)('a refused form of %s with %j is shown in its part', (address, values, part) => {
  expect(partOfForm(address, values as never)).toBe(part)
})

import { expect, test } from 'vitest'
import { cutAt, lengthInWords, lengthOf } from '#guests/texts/editor/shown-length.ts'

/** What an editor hears of how much of their words others show. */

test.each([
  ['', 0],
  ['  two  words \n', 9],
  ['é', 1],
])('%j is as long as the server counts it', (typed, length) => {
  expect(lengthOf(typed)).toBe(length)
})

test.each([
  [0, '0 characters of about 60 that are shown.'],
  [1, '1 character of about 60 that are shown.'],
  [60, '60 characters of about 60 that are shown.'],
  [61, '61 characters: those after 60 are usually cut.'],
])('of %i characters it is said how much is shown', (length, said) => {
  expect(lengthInWords(length, 60)).toBe(said)
})

test.each([
  ['Short enough', 'Short enough'],
  ['Cut at a word that is near', 'Cut at a word …'],
  ['Withoutanyspaceatallinit', 'Withoutanyspacea …'],
])('%j is cut as others cut it', (text, cut) => {
  expect(cutAt(text, 16)).toBe(cut)
})

import { describe, expect, test } from 'vitest'
import { searchQuestions } from '#guests/help/help-search.ts'
import { foundInWords, openingOf, plainText } from '#guests/help/help-words.ts'
import { brands } from '#sites/registry.ts'
import { shippedTexts } from '#tests/support/texts.ts'

/** What the search of the help pages finds, as the server and the browser do it. */

const [adultcrush] = brands
if (!adultcrush) throw new Error('no brand')
const questions = shippedTexts.help(adultcrush)
const idsFor = (query: string) => searchQuestions(questions, query).map(({ id }) => id)

/** Three made-up questions, so that a rule can be told from what marketers happen to write. */
const few = [
  {
    id: 'stop',
    title: 'How do I stop my plan?',
    category: 'paying',
    keywords: 'cancel, ending',
    html: '<p>In your settings.</p>',
  },
  {
    id: 'photo',
    title: 'Where are my photos?',
    category: 'profile',
    html: '<p>They are checked first. You can cancel an upload.</p>',
  },
  {
    id: 'reply',
    title: 'Why is there no answer?',
    category: 'messages',
    html: '<p>Not everybody replies &amp; that is <b>fine</b>.</p>',
  },
] as const
const among = (query: string) => searchQuestions(few, query).map(({ id }) => id)

describe('among the shipped questions', () => {
  test.each([
    ['password', 'forgot-password'],
    ['forgot my pasword', 'forgot-password'],
    ['paswrod', 'forgot-password'],
    ['pasw', 'forgot-password'],
    ['How do I cancel?', 'cancel-renewal'],
    ['cancelling my subscription', 'cancel-renewal'],
    ['deleting my acount', 'delete-account'],
    ['money back', 'refund'],
    ['blokc', 'block'],
    ['e-mail not arriving', 'confirm-email'],
    ['GDPR', 'copy-of-my-data'],
    ['banned', 'account-suspended'],
    ['unsubscribe', 'mails'],
  ])('%s finds %s near the top', (query, id) => {
    expect(idsFor(query).slice(0, 3)).toContain(id)
  })

  test('what is typed with a slip is found first', () => {
    expect(idsFor('pasword')[0]).toBe('forgot-password')
  })

  test.each(['xyzzy', 'qqqq wwww', '💬💬 ⁂⁂ zzzzz'])('%s finds nothing', (query) => {
    expect(idsFor(query)).toEqual([])
  })

  test.each(['', '   ', 'how do I', 'the', '?', 'é', '<script>'.replace('script', '')])(
    '“%s” says nothing, and leaves all in their order',
    (query) => {
      expect(searchQuestions(questions, query)).toBe(questions)
    },
  )

  test('what is typed letter by letter never loses the question on the way', () => {
    for (const word of ['password', 'subscription', 'conversation']) {
      for (let length = 2; length <= word.length; length += 1)
        expect(idsFor(word.slice(0, length)), word.slice(0, length)).not.toEqual([])
    }
  })
})

test('the search finds a word in the title before one in the keywords, and that before one in an answer', () => {
  const answer = { id: 'answer', title: 'a', category: 'x', html: '<p>about rabbits</p>' }
  const keywords = { id: 'keywords', title: 'b', category: 'x', keywords: 'rabbit', html: '' }
  const title = { id: 'title', title: 'A rabbit?', category: 'x', html: '' }
  expect(searchQuestions([answer, keywords, title], 'rabbits').map(({ id }) => id)).toEqual([
    'title',
    'keywords',
    'answer',
  ])
  expect(searchQuestions([answer], 'rabbits')).toEqual([answer])
})

test('the search finds what has all of the words before what has some', () => {
  expect(among('cancel plan')).toEqual(['stop'])
  expect(among('answer photos settings')).toEqual(['photo', 'reply'])
  expect(among('cancel elephants')).toEqual(['stop'])
})

test('the search leaves out what has one word of many where something has them all', () => {
  const all = { id: 'all', title: 'Where is my big red boat?', category: 'x', html: '' }
  const one = { id: 'one', title: 'Is there a boat?', category: 'x', html: '' }
  expect(searchQuestions([one, all], 'big red boat')).toEqual([all])
  expect(searchQuestions([one], 'big red boat')).toEqual([one])
})

test.each([
  ['another form', 'cancelled', ['stop']],
  ['an irregular one', 'replied', ['reply']],
  ['accents and capitals', 'PHÖTOS', ['photo']],
  ['a beginning', 'repl', ['reply']],
  ['a missing letter', 'setings', ['stop']],
  ['two swapped letters', 'phtoos', ['photo']],
  ['the category', 'profiles', ['photo']],
])('knows %s of a word', (_, query, ids) => {
  expect(among(query)).toEqual(ids)
})

test('the search takes a word for a slip only where nobody uses it', () => {
  const near = [
    { id: 'mail', title: 'Where is my mail?', category: 'x', html: '' },
    { id: 'main', title: 'Which photo is the main one?', category: 'x', html: '' },
  ]
  expect(searchQuestions(near, 'main').map(({ id }) => id)).toEqual(['main'])
  expect(searchQuestions(near, 'maix').map(({ id }) => id)).toEqual(['mail', 'main'])
})

test('the search reads no markup', () => {
  expect(among('amp')).toEqual([])
  expect(
    plainText('<p>Fish &amp; <strong>“chips”</strong>, &lt;3</p>\n<p><a href="/x">x</a>.</p>'),
  ).toBe('Fish & “chips”, <3 x.')
})

test('an opening ends with a whole word', () => {
  expect(openingOf('<p>Short.</p>')).toBe('Short.')
  expect(openingOf('<p>One two, three four five</p>', 12)).toBe('One two …')
})

test.each([
  [0, 'Nothing found for “x”.'],
  [1, 'One answer found.'],
  [12, '12 answers found.'],
])('says that it found %d', (count, words) => {
  expect(foundInWords(count, 'x')).toBe(words)
})

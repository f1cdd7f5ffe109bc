import MiniSearch from 'minisearch'
import { plainText } from './help-words.ts'

export type Searchable = {
  id: string
  title: string
  category: string
  keywords?: string | undefined
  html: string
}

/** Results below this fraction of the best score are dropped. */
const WORTHWHILE = 0.2
/** Maximum of search terms, because a longer query is pasted text. */
const MAX_WORDS = 8
/** Longer words are matched exactly, without typo tolerance. */
const LONGEST_WORD = 40

const fillers = new Set(
  'a about am an and any are as at be been by can cant could did do does doesnt dont for from had has have how i id if im in into is isnt it its ive me my no not of on or our please so some that the their them then there these they this to us was we were what whats when where which who why will with wont would you your'.split(
    ' ',
  ),
)

const irregular: ReadonlyMap<string, string> = new Map([
  ['bought', 'buy'],
  ['email', 'mail'],
  ['forgotten', 'forget'],
  ['forgot', 'forget'],
  ['hidden', 'hide'],
  ['left', 'leave'],
  ['lost', 'lose'],
  ['paid', 'pay'],
  ['people', 'person'],
  ['seen', 'see'],
  ['sent', 'send'],
  ['stolen', 'steal'],
  ['written', 'write'],
  ['wrote', 'write'],
])

/** Best first. Returns all questions in their order if the query has only stop words. */
export function searchQuestions<Q extends Searchable>(
  questions: readonly Q[],
  query: string,
): readonly Q[] {
  const asked = [...new Set(wordsOf(query))].slice(0, MAX_WORDS)
  if (asked.length === 0) return questions
  const found = indexOf(questions).search(asked.join(' '))
  const least = (found[0]?.score ?? 0) * WORTHWHILE
  return found.flatMap(({ id, score }) =>
    score < least ? [] : (questions.find((question) => question.id === id) ?? []),
  )
}

const indexes = new WeakMap<readonly Searchable[], MiniSearch<Searchable>>()

/** Cached per list, because lists are immutable. */
function indexOf(questions: readonly Searchable[]): MiniSearch<Searchable> {
  const before = indexes.get(questions)
  if (before) return before
  const index = new MiniSearch<Searchable>({
    fields: ['title', 'keywords', 'category', 'html'],
    extractField: (question, field) =>
      field === 'html' ? plainText(question.html) : question[field as keyof Searchable],
    tokenize: wordsOf,
    processTerm: formsOf,
    searchOptions: {
      boost: { title: 8, keywords: 6, category: 3 },
      prefix: true,
      // Only an unknown word is treated as a typo; a short one perhaps in a word that is still
      // being typed.
      processTerm: (word) =>
        finds(word, 0) ? formsOf(word) : word.length < 6 ? [word, word.slice(0, 3)] : word,
      fuzzy: (word) => slipsIn(word).find((slips) => finds(word, slips)) ?? 0,
    },
  })
  const finds = (word: string, fuzzy: number): boolean =>
    index.search(word, { processTerm: formsOf, fuzzy }).length > 0
  index.addAll(questions)
  indexes.set(questions, index)
  return index
}

/** How many are looked for, one after the other; two swapped letters are two slips. */
function slipsIn({ length }: string): number[] {
  if (length < 4 || length > LONGEST_WORD) return []
  return [0, 1, 2, 3].slice(0, length < 6 ? 2 : length < 7 ? 3 : 4)
}

const formsOf = (word: string): string[] => [...new Set([word, stemOf(word)])]

function wordsOf(text: string): string[] {
  const plain = text
    .slice(0, 20_000)
    .normalize('NFD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase()
  const words = plain.replaceAll('e-mail', 'email').match(/[\p{L}\p{N}]+/gu) ?? []
  return words.filter((word) => word.length > 1 && !fillers.has(word))
}

/**
 * Crude stemming, applied to both query and text: `cancelling`, `cancelled` and `cancellation` ->
 * `cancel`.
 */
function stemOf(word: string): string {
  const regular = (irregular.get(word) ?? word)
    .replace(/ies$/, 'y')
    .replace(/(?<=ss|x|z|ch|sh)es$|(?<=..[^su])s$/, '')
  const bare = regular
    .replace(/ifications?$/, 'ify')
    .replace(/(?<=...)(ations?|ing|ed|ment|ly|e)$/, '')
  return bare.replace(/([^aeiou])\1$/, '$1').replace(/i$/, 'y')
}

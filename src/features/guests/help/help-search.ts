export type Searchable = {
  id: string
  title: string
  category: string
  keywords?: string | undefined
  html: string
}

const WEIGHTS = { title: 8, keywords: 6, category: 3, answer: 1 }
/** Results below this fraction of the best score are dropped. */
const WORTHWHILE = 0.2
/** Maximum of search terms, because a longer query is pasted text. */
const MAX_WORDS = 8
export const LONGEST_QUERY = 200
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
  const asked = [...new Set(wordsOf(query).filter(isTelling))].slice(0, MAX_WORDS)
  if (asked.length === 0) return questions
  const { weighed, vocabulary } = readWell(questions)

  const scores = questions.map((question) => ({ question, matches: 0, points: 0 }))
  for (const word of asked) {
    const meant = meaningsOf(word, vocabulary)
    const points = weighed.map(({ words }) =>
      Math.max(0, ...[...meant].map(([other, closeness]) => (words.get(other) ?? 0) * closeness)),
    )
    const found = points.filter((each) => each > 0).length
    scores.forEach((score, index) => {
      const gained = points[index] ?? 0
      if (gained === 0) return
      score.matches += 1
      // Inverse document frequency: a word that occurs in many answers counts less.
      score.points += gained * Math.log(1 + questions.length / found)
    })
  }
  const ranked = scores.map(({ question, matches, points }) => ({
    question,
    points: points * matches,
  }))
  const best = Math.max(...ranked.map(({ points }) => points))
  return ranked
    .filter(({ points }) => points > 0 && points >= best * WORTHWHILE)
    .toSorted((a, b) => b.points - a.points)
    .map(({ question }) => question)
}

export function foundInWords(count: number, query: string): string {
  if (count === 0) return `Nothing found for “${query}”.`
  return count === 1 ? 'One answer found.' : `${count} answers found.`
}

export function plainText(html: string): string {
  return html
    .replaceAll(/<\/?(a|code|em|strong)\b[^<>]*>/g, '')
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => signs[name] ?? ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

export function openingOf(html: string, most = 140): string {
  const text = plainText(html)
  if (text.length <= most) return text
  return `${text.slice(0, text.lastIndexOf(' ', most)).replace(/[\s,;:.–-]+$/, '')} …`
}

const signs: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
}

function wordsOf(text: string): string[] {
  const plain = text
    .slice(0, 20_000)
    .normalize('NFD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase()
  return plain.replaceAll('e-mail', 'email').match(/[\p{L}\p{N}]+/gu) ?? []
}

function isTelling(word: string): boolean {
  return word.length > 1 && !fillers.has(word)
}

type WellRead = {
  weighed: ReadonlyArray<{ words: ReadonlyMap<string, number> }>
  vocabulary: ReadonlySet<string>
}
const readBefore = new WeakMap<readonly Searchable[], WellRead>()

/** The vocabulary of all questions, cached per list, because lists are immutable. */
function readWell(questions: readonly Searchable[]): WellRead {
  const before = readBefore.get(questions)
  if (before) return before
  const weighed = questions.map((question) => ({ words: weighedWords(question) }))
  const read = { weighed, vocabulary: new Set(weighed.flatMap(({ words }) => [...words.keys()])) }
  readBefore.set(questions, read)
  return read
}

const weighedBefore = new WeakMap<Searchable, ReadonlyMap<string, number>>()

/** The weight of each word of a question, cached, because questions are immutable. */
function weighedWords(question: Searchable): ReadonlyMap<string, number> {
  const before = weighedBefore.get(question)
  if (before) return before
  const words = new Map<string, number>()
  const add = (text: string, weight: number) => {
    for (const word of new Set(wordsOf(text).filter(isTelling)))
      words.set(word, (words.get(word) ?? 0) + weight)
  }
  add(question.title, WEIGHTS.title)
  add(question.keywords ?? '', WEIGHTS.keywords)
  add(question.category, WEIGHTS.category)
  add(plainText(question.html), WEIGHTS.answer)
  weighedBefore.set(question, words)
  return words
}

/** Only an unknown word is treated as a typo. */
function meaningsOf(typed: string, vocabulary: ReadonlySet<string>): Map<string, number> {
  const meant = new Map<string, number>()
  const stem = stemOf(typed)
  for (const word of vocabulary) {
    if (stemOfKnown(word) === stem) meant.set(word, 1)
    else if (word.startsWith(typed)) meant.set(word, 0.7)
  }
  if (meant.size > 0) return meant
  let fewest = typed.length < 4 ? 0 : typed.length < 7 ? 1 : 2
  for (const word of fewest === 0 ? [] : vocabulary) {
    const slips = slipsBetween(typed, word, fewest)
    if (slips > fewest) continue
    if (slips < fewest) meant.clear()
    fewest = slips
    meant.set(word, 0.5)
  }
  return meant
}

const stems = new Map<string, string>()

function stemOfKnown(word: string): string {
  const stem = stems.get(word) ?? stemOf(word)
  stems.set(word, stem)
  return stem
}

/** Crude stemming, applied to both query and text: `cancelling`, `cancelled` and `cancellation` -> `cancel`. */
function stemOf(word: string): string {
  const regular = (irregular.get(word) ?? word)
    .replace(/ies$/, 'y')
    .replace(/(?<=ss|x|z|ch|sh)es$|(?<=..[^su])s$/, '')
  const bare = regular
    .replace(/ifications?$/, 'ify')
    .replace(/(?<=...)(ations?|ing|ed|ment|ly|e)$/, '')
  return bare.replace(/([^aeiou])\1$/, '$1').replace(/i$/, 'y')
}

/** Three rows of the edit distance matrix, allocated once for all comparisons. */
let [older, old, row] = [new Uint8Array(64), new Uint8Array(64), new Uint8Array(64)]

/** Damerau-Levenshtein distance to the beginning of a known word, or `most` + 1 as soon as it is exceeded. */
function slipsBetween(typed: string, word: string, most: number): number {
  if (word.length < typed.length - most || typed.length > LONGEST_WORD) return most + 1
  const length = Math.min(word.length, typed.length + most)
  for (let to = 0; to <= length; to += 1) old[to] = to
  for (let at = 1; at <= typed.length; at += 1) {
    const letter = typed.charCodeAt(at - 1)
    row[0] = at
    let fewest = at
    for (let to = 1; to <= length; to += 1) {
      let slips = Math.min(
        (old[to] as number) + 1,
        (row[to - 1] as number) + 1,
        (old[to - 1] as number) + (letter === word.charCodeAt(to - 1) ? 0 : 1),
      )
      const isSwapped =
        at > 1 &&
        to > 1 &&
        letter === word.charCodeAt(to - 2) &&
        typed.charCodeAt(at - 2) === word.charCodeAt(to - 1)
      if (isSwapped) slips = Math.min(slips, (older[to - 2] as number) + 1)
      row[to] = slips
      if (slips < fewest) fewest = slips
    }
    // A row depends on the previous row or, by a transposition, on the one before it.
    if (fewest > most + 1) return most + 1
    ;[older, old, row] = [old, row, older]
  }
  return Math.min(...old.subarray(0, length + 1))
}

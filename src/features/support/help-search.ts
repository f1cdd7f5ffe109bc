/** A question as search reads it: `category` a word for what it is about, `html` the answer. */
export type Searchable = { id: string; title: string; category: string; keywords?: string | undefined; html: string }

/** What it counts for to find a word there. */
const WEIGHTS = { title: 8, keywords: 6, category: 3, answer: 1 }
/** What comes to less than this part of the best only mentions it by the way. */
const WORTHWHILE = 0.2
/** A question has fewer words than this that say anything; what is longer was pasted. */
const MOST_WORDS = 8
export const LONGEST_QUERY = 200
/** Nobody mistypes a longer one: what is longer is found as it stands, or not. */
const LONGEST_WORD = 40

/** Words of any question, about nothing. */
const fillers = new Set(
  'a about am an and any are as at be been by can cant could did do does doesnt dont for from had has have how i id if im in into is isnt it its ive me my no not of on or our please so some that the their them then there these they this to us was we were what whats when where which who why will with wont would you your'.split(' '),
)

/** Forms that no ending gives away, by the form that stands for all of them. */
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

/**
 * The questions that a query finds, best first: those that have its words, in any form, begun or slightly
 * mistyped. Without a word that says anything, all of them, in their order.
 */
export function searchQuestions<Q extends Searchable>(questions: readonly Q[], query: string): readonly Q[] {
  const asked = [...new Set(wordsOf(query).filter(isTelling))].slice(0, MOST_WORDS)
  if (asked.length === 0) return questions
  const { weighed, vocabulary } = readWell(questions)

  const scores = questions.map((question) => ({ question, matches: 0, points: 0 }))
  for (const word of asked) {
    const meant = meaningsOf(word, vocabulary)
    const points = weighed.map(({ words }) => Math.max(0, ...[...meant].map(([other, closeness]) => (words.get(other) ?? 0) * closeness)))
    const found = points.filter((each) => each > 0).length
    scores.forEach((score, index) => {
      const gained = points[index] ?? 0
      if (gained === 0) return
      score.matches += 1
      // A word that half of the answers have says little about any of them.
      score.points += gained * Math.log(1 + questions.length / found)
    })
  }
  const ranked = scores.map(({ question, matches, points }) => ({ question, points: points * matches }))
  const best = Math.max(...ranked.map(({ points }) => points))
  return ranked
    .filter(({ points }) => points > 0 && points >= best * WORTHWHILE)
    .toSorted((a, b) => b.points - a.points)
    .map(({ question }) => question)
}

/** How many were found, in words: what is shown and announced. */
export function foundInWords(count: number, query: string): string {
  if (count === 0) return `Nothing found for “${query}”.`
  return count === 1 ? 'One answer found.' : `${count} answers found.`
}

/** An answer without its markup. */
export function plainText(html: string): string {
  return html
    .replaceAll(/<\/?(a|code|em|strong)\b[^>]*>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => signs[name] ?? ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** How an answer begins, in whole words of at most `most` characters. */
export function openingOf(html: string, most = 140): string {
  const text = plainText(html)
  if (text.length <= most) return text
  return `${text.slice(0, text.lastIndexOf(' ', most)).replace(/[\s,;:.–-]+$/, '')} …`
}

const signs: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

function wordsOf(text: string): string[] {
  const plain = text.slice(0, 20_000).normalize('NFD').replaceAll(/[\p{M}'’]/gu, '').toLowerCase()
  return plain.replaceAll('e-mail', 'email').match(/[\p{L}\p{N}]+/gu) ?? []
}

function isTelling(word: string): boolean {
  return word.length > 1 && !fillers.has(word)
}

type WellRead = { weighed: ReadonlyArray<{ words: ReadonlyMap<string, number> }>; vocabulary: ReadonlySet<string> }
const readBefore = new WeakMap<readonly Searchable[], WellRead>()

/** The words of all questions; read once for each list, since lists do not change either. */
function readWell(questions: readonly Searchable[]): WellRead {
  const before = readBefore.get(questions)
  if (before) return before
  const weighed = questions.map((question) => ({ words: weighedWords(question) }))
  const read = { weighed, vocabulary: new Set(weighed.flatMap(({ words }) => [...words.keys()])) }
  readBefore.set(questions, read)
  return read
}

const weighedBefore = new WeakMap<Searchable, ReadonlyMap<string, number>>()

/** Every word of a question with what it counts for; read once, since questions do not change. */
function weighedWords(question: Searchable): ReadonlyMap<string, number> {
  const before = weighedBefore.get(question)
  if (before) return before
  const words = new Map<string, number>()
  const add = (text: string, weight: number) => {
    for (const word of new Set(wordsOf(text).filter(isTelling))) words.set(word, (words.get(word) ?? 0) + weight)
  }
  add(question.title, WEIGHTS.title)
  add(question.keywords ?? '', WEIGHTS.keywords)
  add(question.category, WEIGHTS.category)
  add(plainText(question.html), WEIGHTS.answer)
  weighedBefore.set(question, words)
  return words
}

/** The known words that a typed one may mean, with how surely. Only a word that nothing knows is taken for a slip. */
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

/** The same for a word of the answers, of which there are only so many. */
function stemOfKnown(word: string): string {
  const stem = stems.get(word) ?? stemOf(word)
  stems.set(word, stem)
  return stem
}

/** `cancelling`, `cancelled` and `cancellation` -> `cancel`: crude, and the same for both sides. */
function stemOf(word: string): string {
  const regular = (irregular.get(word) ?? word).replace(/ies$/, 'y').replace(/(?<=ss|x|z|ch|sh)es$|(?<=..[^su])s$/, '')
  const bare = regular.replace(/ifications?$/, 'ify').replace(/(?<=...)(ations?|ing|ed|ment|ly|e)$/, '')
  return bare.replace(/([^aeiou])\1$/, '$1').replace(/i$/, 'y')
}

/** Three rows of the table that is filled to compare two words, whose letters are numbers here: one for all comparisons. */
let [older, old, row] = [new Uint8Array(64), new Uint8Array(64), new Uint8Array(64)]

/**
 * Letters missed, added, changed or swapped between what was typed and the beginning of a word; `most` + 1 as soon
 * as it is certain that they are more. Nothing of a word counts that lies further on than `most` letters.
 */
function slipsBetween(typed: string, word: string, most: number): number {
  if (word.length < typed.length - most || typed.length > LONGEST_WORD) return most + 1
  const length = Math.min(word.length, typed.length + most)
  for (let to = 0; to <= length; to += 1) old[to] = to
  for (let at = 1; at <= typed.length; at += 1) {
    const letter = typed.charCodeAt(at - 1)
    row[0] = at
    let fewest = at
    for (let to = 1; to <= length; to += 1) {
      let slips = Math.min((old[to] as number) + 1, (row[to - 1] as number) + 1, (old[to - 1] as number) + (letter === word.charCodeAt(to - 1) ? 0 : 1))
      const isSwapped = at > 1 && to > 1 && letter === word.charCodeAt(to - 2) && typed.charCodeAt(at - 2) === word.charCodeAt(to - 1)
      if (isSwapped) slips = Math.min(slips, (older[to - 2] as number) + 1)
      row[to] = slips
      if (slips < fewest) fewest = slips
    }
    // A row grows from the one before or, by a swap, from the one before that.
    if (fewest > most + 1) return most + 1
    ;[older, old, row] = [old, row, older]
  }
  return Math.min(...old.subarray(0, length + 1))
}

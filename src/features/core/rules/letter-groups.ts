/**
 * Which groups of up to three letters a text has, and which a regular expression needs: a message
 * has few of those that the rules need, so that most expressions are not run over it. One walk over
 * the text answers for all of them.
 */

/** Letters and the space are told apart; digits are one, everything else is one. */
const BITS = 5
const MOST_GROUPS = 1 << (3 * BITS)
const GROUP = MOST_GROUPS - 1
const PAIR = (1 << (2 * BITS)) - 1
const SPACE = 27
const DIGIT = 28
const OTHER = 29
const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const letter = String.fromCharCode(code)
  if (letter >= 'a' && letter <= 'z') return code - 96
  if (letter >= '0' && letter <= '9') return DIGIT
  return letter === ' ' ? SPACE : OTHER
})

function kindAt(text: string, index: number): number {
  return kinds[text.charCodeAt(index)] ?? OTHER
}

/** Blocks of a text are the bits of a number. */
const MOST_BLOCKS = 32
/**
 * No rule finds anything longer (a test holds it): what is found lies in one block or in two that
 * follow each other.
 */
export const MOST_FOUND = 160

export type GroupedText = {
  readonly text: string
  /** Letters of a block. */
  readonly step: number
  /** For each group, as a number of up to three kinds, the blocks that have it. */
  readonly blocks: Int32Array
}

const shared = new Int32Array(MOST_GROUPS)

/**
 * Of a text in small letters. One is read at a time: the next one takes over the memory, which a
 * short message would pay for.
 */
export function groupedText(text: string): GroupedText {
  const step = Math.max(Math.ceil(text.length / MOST_BLOCKS), MOST_FOUND)
  const blocks = shared.fill(0)
  let last = 0
  for (let start = 0, bit = 1; start < text.length; start += step, bit <<= 1) {
    const end = Math.min(text.length, start + step)
    for (let index = start; index < end; index += 1) {
      const kind = kindAt(text, index)
      last = ((last << BITS) | kind) & GROUP
      const known = blocks[last] ?? 0
      // Where the three are known, two and one of them are.
      if ((known & bit) !== 0) continue
      const pair = last & PAIR
      blocks[last] = known | bit
      blocks[pair] = (blocks[pair] ?? 0) | bit
      blocks[kind] = (blocks[kind] ?? 0) | bit
    }
  }
  return { text, step, blocks }
}

function groupsOfWord(word: string): number[] {
  const length = Math.min(3, word.length)
  return Array.from({ length: word.length - length + 1 }, (_, start) => {
    const own = Array.from({ length }, (_letter, index) => kindAt(word, start + index))
    return own.reduce((group, kind) => (group << BITS) | kind, 0)
  })
}

/** Of each list of words, a text that matches has one at least. */
type Needs = readonly (readonly string[])[]
/**
 * What a part of an expression matches: these words and no others, or null where they are too many
 * to list.
 */
type Part = { words: readonly string[] | null; needs: Needs; most: number }

const MOST_WORDS = 150
const nothing: Part = { words: [''], needs: [], most: 0 }
const anyLetter: Part = { words: null, needs: [], most: 1 }

function shortest(words: readonly string[]): number {
  return Math.min(...words.map((word) => word.length))
}

function withWords({ words, needs }: Pick<Part, 'words' | 'needs'>): Needs {
  return words === null || shortest(words) === 0 ? needs : [...needs, words]
}

function inOrder(parts: readonly Part[]): Part {
  const needs: (readonly string[])[] = []
  let words: readonly string[] = ['']
  let isWhole = true
  let most = 0
  for (const part of parts) {
    most += part.most
    needs.push(...part.needs)
    if (part.words !== null && words.length * part.words.length <= MOST_WORDS) {
      words = words.flatMap((word) => part.words?.map((next) => word + next) ?? [])
    } else {
      needs.push(...withWords({ words, needs: [] }))
      words = part.words ?? ['']
      isWhole = false
    }
  }
  return isWhole
    ? { words, needs, most }
    : { words: null, needs: withWords({ words, needs }), most }
}

function oneOf(parts: readonly Part[]): Part {
  const most = Math.max(...parts.map((part) => part.most))
  const words = parts.flatMap((part) => part.words ?? [])
  if (parts.every((part) => part.words !== null) && words.length <= MOST_WORDS)
    return { words: [...new Set(words)], needs: [], most }
  const best = parts.map(
    (part) =>
      withWords(part).toSorted(
        (a, b) => Math.min(3, shortest(b)) - Math.min(3, shortest(a)) || a.length - b.length,
      )[0],
  )
  const known = best.filter((list) => list !== undefined)
  return { words: null, needs: known.length === best.length ? [known.flat()] : [], most }
}

/**
 * Reads the part of the language of regular expressions that the rules use; where it is not sure,
 * it needs nothing.
 */
function partOf(source: string): Part {
  let at = 0
  const next = () => source[at] ?? ''

  function alternatives(): Part {
    const parts = [sequence()]
    while (next() === '|') {
      at += 1
      parts.push(sequence())
    }
    return parts.length === 1 && parts[0] ? parts[0] : oneOf(parts)
  }

  function sequence(): Part {
    const parts: Part[] = []
    while (at < source.length && next() !== '|' && next() !== ')') parts.push(repeated(atom()))
    return inOrder(parts)
  }

  function repeated(part: Part): Part {
    const times = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/.exec(source.slice(at))
    if (!times) return part
    at += times[0].length
    const [, sign, least = '0', comma, last] = times
    if (sign === '?')
      return { words: part.words && [...new Set([...part.words, ''])], needs: [], most: part.most }
    const isEndless = sign !== undefined || (comma !== undefined && last === '')
    const most = isEndless ? Number.POSITIVE_INFINITY : part.most * Number(last ?? least)
    const atLeast = Math.min(sign === '+' ? 1 : Number(least), 3)
    // At least so often, one after the other, and what follows is open.
    return { ...inOrder([...Array.from({ length: atLeast }, () => part), anyLetter]), most }
  }

  function atom(): Part {
    if (next() === '(') return group()
    if (next() === '[') return anyOf()
    const letter = next()
    at += 1
    if (letter === '^' || letter === '$') return nothing
    if (letter === '.') return anyLetter
    return letter === '\\' ? escaped() : { words: [letter], needs: [], most: 1 }
  }

  function escaped(): Part {
    const letter = next()
    at += 1
    if (letter === 'b') return nothing
    // Digits are one kind: any of them stands for all.
    if (letter === 'd') return { words: ['0'], needs: [], most: 1 }
    return /[a-z]/i.test(letter) ? anyLetter : { words: [letter], needs: [], most: 1 }
  }

  function group(): Part {
    const [kind = ''] = /^\((?:\?(?::|<?[=!]))?/.exec(source.slice(at)) ?? []
    at += kind.length
    const inside = alternatives()
    at += 1
    return kind === '(?:' || kind === '(' ? inside : { ...nothing, most: inside.most }
  }

  function anyOf(): Part {
    const end = source.indexOf(']', at + 1)
    const letters = source.slice(at + 1, end)
    at = end + 1
    if (/^\^|\\|\w-\w/.test(letters)) return anyLetter
    return { words: [...letters], needs: [], most: 1 }
  }

  return alternatives()
}

export type GroupedExpression = {
  readonly expression: RegExp
  readonly needs: readonly (readonly (readonly number[])[])[]
  /** Letters that it reads at most. */
  readonly most: number
}

/** An expression, with the groups that any text has in which it finds something. */
export function groupedExpression(source: string): GroupedExpression {
  const part = partOf(source)
  return {
    expression: new RegExp(source),
    needs: withWords(part).map((words) => words.map(groupsOfWord)),
    most: part.most,
  }
}

/** A bit for each block that, with the next one, has all that the expression needs. */
function blocksFor(blocks: Int32Array, needs: GroupedExpression['needs']): number {
  let left = -1
  for (const words of needs) {
    let some = 0
    for (const word of words) {
      let all = left
      for (const group of word) {
        const own = blocks[group] ?? 0
        all &= own | (own >>> 1)
        if (all === 0) break
      }
      some |= all
      if (some === left) break
    }
    left = some
    if (left === 0) return 0
  }
  return left
}

/**
 * Whether an expression finds something in a text: it is run where the letters that it needs are
 * near each other.
 */
export function isFoundIn(
  { text, step, blocks }: GroupedText,
  { expression, needs }: GroupedExpression,
): boolean {
  const left = blocksFor(blocks, needs)
  const count = Math.ceil(text.length / step)
  for (let block = 0; block < count; block += 1) {
    if (((left >>> block) & 1) === 0) continue
    const first = block
    while (block + 1 < count && ((left >>> (block + 1)) & 1) === 1) block += 1
    if (first === 0 && block >= count - 2) return expression.test(text)
    // The ends of a part are not the ends of the text, nor of a word: what is found there is looked
    // for once more in all.
    if (expression.test(text.slice(first * step, (block + 2) * step))) return expression.test(text)
  }
  return false
}

import { groupedExpression, type GroupedExpression } from './letter-groups.ts'

/**
 * A message as the rules read it: however letters are drawn, spaced or replaced, one spelling comes
 * out.
 */
export type MessageWords = {
  /** Small letters without accents; of spelled-out or dotted words the word. */
  text: string
  /** The same with spelled-out words as they stand. */
  plain: string
}

/** Letters of other alphabets that look like Latin ones. */
const drawn: Record<string, string> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  і: 'i',
  ѕ: 's',
  ј: 'j',
  к: 'k',
  м: 'm',
  т: 't',
  в: 'b',
  н: 'h',
  ԁ: 'd',
  ԝ: 'w',
  α: 'a',
  ε: 'e',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  ν: 'v',
  ι: 'i',
  κ: 'k',
  χ: 'x',
  ı: 'i',
  ß: 'ss',
  œ: 'oe',
  æ: 'ae',
  ø: 'o',
}
const drawnLetters = new RegExp(`[${Object.keys(drawn).join('')}]`, 'g')

/** Signs that stand for a letter where letters are around them: `wh4tsapp`. */
const replaced: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
  '€': 'e',
}

const numberWords: ReadonlyArray<readonly [digit: string, words: string]> = [
  ['0', 'zero|null|cero|nul'],
  ['1', 'one|eins|un|uno|een'],
  ['2', 'two|zwei|zwo|deux|dos|due|twee'],
  ['3', 'three|drei|trois|tres|tre|drie'],
  ['4', 'four|vier|quatre|cuatro|quattro'],
  ['5', 'five|funf|fuenf|cinq|cinco|cinque|vijf'],
  ['6', 'six|sechs|seis|sei|zes'],
  ['7', 'seven|sieben|sept|siete|sette|zeven'],
  ['8', 'eight|acht|huit|ocho|otto'],
  ['9', 'nine|neun|neuf|nueve|nove|negen'],
]
const digitOf = new Map(
  numberWords.flatMap(([digit, words]) => words.split('|').map((word) => [word, digit] as const)),
)
const numberWord = new RegExp(`\\b(?:${[...digitOf.keys()].join('|')})\\b`, 'g')

/** `w h a t s a p p`, `w.h.a.t.s` and `w-h-a-t-s`: at least four letters, each alone. */
const spelled = /(?<![a-z0-9])[a-z0-9](?:[ ._*-]{1,2}[a-z0-9](?![a-z0-9])){3,}/g

const apostrophes = /[’‘`]/g
/** One sign for a word or a unit, of which NFKD makes up to eighteen letters; no rule reads it. */
const signsForWords =
  /[\u321d\u321e\u327c\u327d\u3300-\u337f\u3389\u33a8\u33ae\u33af\u33c2\u33c6\u33d8\ufdf2-\ufdfc]/g
/** NFKD would take three letters for each Korean syllable. */
const butSyllables = /[^\uac00-\ud7a3]+/g

function latinOf(body: string): string {
  const own = body.replaceAll(apostrophes, "'")
  // Most messages have no other letters.
  if (!/[^\n -~]/.test(own)) return own.toLowerCase()
  return own
    .replaceAll(signsForWords, ' ')
    .normalize('NFC')
    .replaceAll(butSyllables, (letters) => letters.normalize('NFKD'))
    .replaceAll(/[\p{Mn}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase()
    .replaceAll(drawnLetters, (letter) => drawn[letter] ?? letter)
    .replaceAll(apostrophes, "'")
}

/** A message is read for its rules and for its hash. */
let last = { body: '', words: { text: '', plain: '' } }

export function wordsOf(body: string): MessageWords {
  if (last.body !== body) last = { body, words: readWords(body) }
  return last.words
}

function readWords(body: string): MessageWords {
  const plain = latinOf(body)
    // All that is not one space already.
    .replaceAll(/[^\S ]\s*| \s+/g, ' ')
  const text = plain
    .replaceAll(spelled, (letters) =>
      /[a-z]/.test(letters) ? letters.replaceAll(/[ ._*-]/g, '') : letters,
    )
    .replaceAll(
      /(?<=[a-z])[013457@$!€](?=[a-z]{2})|(?<=[a-z]{2})[013457@$!€](?=[a-z])/g,
      (sign) => replaced[sign] ?? sign,
    )
  return { text, plain }
}

/** Number words as digits, for telephone numbers. */
export function withDigits(plain: string): string {
  return plain.replaceAll(numberWord, (word) => digitOf.get(word) ?? word)
}

/** So many letters more has the rest of a word. */
const REST = 24

/**
 * An expression over `MessageWords.text`, in which `\w*` and `\w+` are the rest of a word and have
 * an end: without one, ten thousand letters without a space are read again from each of them.
 */
export function endingExpression(source: string): GroupedExpression {
  return groupedExpression(
    source.replaceAll('\\w*', `\\w{0,${REST}}`).replaceAll('\\w+', `\\w{1,${REST}}`),
  )
}

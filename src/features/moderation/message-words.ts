/** A message as the rules read it: however letters are drawn, spaced or replaced, one spelling comes out. */
export type MessageWords = {
  /** Small letters without accents; of spelled-out or dotted words the word. */
  text: string
  /** `text` with number words as digits, for telephone numbers. */
  digits: string
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
const drawnLetters = new RegExp(`[${Object.keys(drawn).join('')}]`, 'gu')

/** Signs that stand for a letter where letters are around them: `wh4tsapp`. */
const replaced: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i', '€': 'e' }

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
const digitOf = new Map(numberWords.flatMap(([digit, words]) => words.split('|').map((word) => [word, digit] as const)))
const numberWord = new RegExp(`\\b(?:${[...digitOf.keys()].join('|')})\\b`, 'g')

/** `w h a t s a p p`, `w.h.a.t.s` and `w-h-a-t-s`: at least four letters, each alone. */
const spelled = /(?<![a-z0-9])[a-z0-9](?:[ ._*-]{1,2}[a-z0-9](?![a-z0-9])){3,}/g

export function wordsOf(body: string): MessageWords {
  const plain = body
    .normalize('NFKD')
    .replaceAll(/[\p{Mn}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase()
    .replaceAll(drawnLetters, (letter) => drawn[letter] ?? letter)
    .replaceAll(/[’‘`´]/g, "'")
    .replaceAll(/\s+/g, ' ')
  const text = plain
    .replaceAll(spelled, (letters) => (/[a-z]/.test(letters) ? letters.replaceAll(/[ ._*-]/g, '') : letters))
    .replaceAll(/(?<=[a-z])[013457@$!€](?=[a-z]{2})|(?<=[a-z]{2})[013457@$!€](?=[a-z])/g, (sign) => replaced[sign] ?? sign)
  return { text, digits: plain.replaceAll(numberWord, (word) => digitOf.get(word) ?? word) }
}

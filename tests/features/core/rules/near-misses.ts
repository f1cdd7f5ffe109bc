import { MAX_CHARACTERS } from '#members/messages/messages.contract.ts'

/**
 * Messages made to keep the rules busy: they begin what a rule looks for, again and again, and
 * never end it.
 */
const begun = {
  'a word of a rule without a space': 'schick',
  'another one': 'invest',
  'a word that two of the choices fit': 'un ',
  'mail addresses without a sign': 'ab.',
  'links without an end': 'ab-',
  'sums without a currency': '111.',
  'digits one by one': '1 2 3 ',
  requests: 'send need buy transfer ',
  'questions for money without an end': 'need money ',
  'orders without a sum': 'and send me the ',
  insults: 'you are so ',
  'sentences of a word': 'rib. ',
  'letters one by one': 'a b c dd ',
  'signs that stand for a word': '\ufdfa',
  'units that are two letters': '\u33a8',
  syllables: '\uac01',
  accents: 'e\u0301\u0302 ',
  emoji: '\u{1f600}',
}
/**
 * What opens the way to the rules' expressions: they have all the words, but nowhere near each
 * other.
 */
const words =
  'x@y .com x.live gift card, bitcoin. Money until rent? A fee. Please send. Unpaid. Hospital. Risk free. Coach. Usdt. 20 dollars. Que sei tu es je bent '

export function nearMisses(characters = MAX_CHARACTERS): Record<string, string> {
  const long = (start: string, again: string) =>
    (start + again.repeat(characters)).slice(0, characters)
  return Object.fromEntries(
    Object.entries(begun).flatMap(([name, again]) => [
      [name, long('', again)],
      [`${name}, behind the words of the rules`, long(words, again)],
      [`${name}, behind a word that begins an insult`, long('que ', again)],
    ]),
  )
}

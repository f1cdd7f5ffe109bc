import { MAX_WORDS } from '../inbox/inbox.ts'

/** Hits of one page, and messages of a conversation that one page looks through. */
export const HITS_PAGE = 50
export const MOST_SEARCHED = 10_000

/** Invisible characters alone are no search: they would find what nobody can see. */
export function searched(q: string): string {
  return q.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '').trim() === '' ? '' : q
}

/** What an address asks for, as long as may be asked for. */
export function wordsOf(asked: string | null): string {
  return [...(asked ?? '')].slice(0, MAX_WORDS).join('').trim()
}

/** How many were found, as a screen reader says it, too. */
export function hitsInWords(count: number, hasOlder: boolean): string {
  if (count === 0)
    return hasOlder
      ? `Nothing found among ${MOST_SEARCHED.toLocaleString('en')} messages. You can search older ones.`
      : 'Nothing found. Messages that you wrote or can read are searched.'
  const found = count === 1 ? '1 message' : `${count} messages`
  return hasOlder ? `${found}; there may be older ones` : found
}

/** Characters of a hit before the words, and of the whole. */
const BEFORE = 40
const MOST = 160

export type Cut = { before: string; found: string; after: string }

/** A message as one line around the words, cut between characters; `found` is empty without them. */
export function cutAround(body: string, q: string): Cut {
  const characters = [...body.replaceAll(/\s+/g, ' ')]
  // Some are longer in lower case: places are counted in characters of the message.
  const lower = characters.map((character) => character.toLowerCase())
  const at = lower.join('').indexOf(q.toLowerCase())
  const placeOf = (length: number) => {
    let place = 0
    for (let seen = 0; seen < length; place += 1) seen += lower[place]?.length ?? length
    return place
  }
  const [start, end] = at < 0 ? [0, 0] : [placeOf(at), placeOf(at + q.toLowerCase().length)]
  const first = start > BEFORE ? start - BEFORE : 0
  const last = Math.max(end, first + MOST)
  return {
    before: `${first > 0 ? '…' : ''}${characters.slice(first, start).join('')}`,
    found: characters.slice(start, end).join(''),
    after: `${characters.slice(end, last).join('')}${characters.length > last ? '…' : ''}`,
  }
}

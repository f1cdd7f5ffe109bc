import type { Services } from '#api/services.server.ts'
import type { Person } from '#core/accounts/standing/standing.sql.ts'
import { introductionOf } from '#core/people/edit/words.sql.ts'
import { lockProfile } from '#core/people/pictures/has-photo.sql.ts'
import { answersOf } from '#core/people/prompts/prompts.sql.ts'
import type { Trx } from '#db/connection.server.ts'
import { keyedHash } from '#lib/keyed-hash.server.ts'
import type { TextPart } from '../decisions.ts'

const BYTES = 16

/** By what a text is known again; without the secret, nobody can guess the words from it. */
export function textKeyOf(
  { settings }: { settings: Pick<Services['settings'], 'sessionSecret'> },
  words: string,
): string {
  return keyedHash(words, settings.sessionSecret, 'decided texts')
    .subarray(0, BYTES)
    .toString('hex')
}

/**
 * What stands where a decision is about a text, locked with its profile; the caller has locked the
 * person. Empty where nothing stands there. Null for an update, which is written once and never
 * changed.
 */
export async function standingText(
  trx: Trx,
  { id, username }: Pick<Person, 'id' | 'username'>,
  part: TextPart,
  textId: number,
): Promise<string | null> {
  if (part === 'update') return null
  if (part === 'username') return username
  await lockProfile(trx, id)
  if (part === 'prompt')
    return (await answersOf(trx, id)).find((one) => one.id === textId)?.answer ?? ''
  return (await introductionOf(trx, id))[part]
}

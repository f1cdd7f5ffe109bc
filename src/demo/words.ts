import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { once } from '../lib/once.ts'
import type { Gender } from '../sites/genders.ts'

/** An interest, as a profile names it, and a conversation about it. */
export type Interest = Record<'name' | 'doing' | 'ask' | 'answer', string>

type Lists =
  | 'usernameFirst'
  | 'usernameSecond'
  | 'headlines'
  | 'headlinesForTwo'
  | 'traits'
  | 'quirks'
  | 'things'
  | 'partners'
  | 'openings'
  | 'openingsUnder28'
  | 'openingsOver45'
  | 'work'
  | 'days'
  | 'endings'
  | 'updates'
  | 'photoWords'
  | 'openers'
  | 'replies'
  | 'plans'
  | 'answersToPlans'
  | 'goodbyes'
  | 'followUps'
  | 'nudges'
  | 'declines'

type Words = Readonly<Record<Lists, readonly string[]>> & {
  readonly firstNames: Readonly<Record<Gender, readonly string[]>>
  readonly seeking: Readonly<Record<'one' | 'two', readonly string[]>>
  readonly reasonsToBeHere: Readonly<Record<string, readonly string[]>>
  readonly exchanges: ReadonlyArray<readonly string[]>
  readonly interests: readonly Interest[]
}

/**
 * Read when the demo is made: parsing takes tens of milliseconds, which no start in production
 * needs.
 */
export const demoWords = once(
  () => parse(readFileSync(new URL('words.yaml', import.meta.url), 'utf8')) as Words,
)

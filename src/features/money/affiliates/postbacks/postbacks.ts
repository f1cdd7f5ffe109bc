import { DAY, HOUR, MINUTE } from '#lib/clock.ts'
import { minorDigits } from '#lib/formats.ts'
import type { CommissionState } from '../payouts/commission-state.ts'

/** What an affiliate's server is told: names that they gave themselves, a random one, and sums. */
export type Postback = {
  subid: string
  campaign: string
  /** What it is for: `join`, `first`, `share`, or `return` of money that went back. */
  event: string
  /** In the currency's own unit, as `12.50`; below zero for what goes back. */
  sum: string
  currency: string
  id: string
  state: CommissionState
}

export const macros = ['subid', 'campaign', 'event', 'sum', 'currency', 'id', 'state'] as const

export const MAX_POSTBACK_URL = 1000

/**
 * Why this cannot be an affiliate's address; null where it can. Where its name leads is asked when the
 * connection is made.
 */
export function postbackUrlProblem(
  url: string,
  isPublicName: (url: string) => boolean,
): string | null {
  if (url.length > MAX_POSTBACK_URL) return `Please use at most ${MAX_POSTBACK_URL} characters.`
  if (!/^https:\/\/[^/?#{}\s]+([/?]|$)/.test(url) || !isPublicName(url))
    return 'Please give an address on the internet that begins with https:// and a name with a dot.'
  const unknown = [...url.matchAll(/\{(\w*)\}/g)]
    .map(([, name = '']) => name)
    .find((name) => !(macros as readonly string[]).includes(name))
  return unknown === undefined
    ? null
    : `There is no {${unknown}}. Known are ${macros.map((name) => `{${name}}`).join(' ')}.`
}

/** The address with what it asks for. Values change no host: the macros stand behind it. */
export function addressOf(template: string, postback: Postback): URL {
  return new URL(
    template.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
      name in postback ? encodeURIComponent(postback[name as keyof Postback]) : whole,
    ),
  )
}

/** `1250` of USD is `12.50`, of JPY `1250`. */
export function decimalSum(amount: number, currency: string): string {
  const digits = minorDigits(currency)
  return (amount / 10 ** digits).toFixed(digits)
}

/** After each failed try; the tenth gives up, 72 hours after the first. */
export const pauses: readonly number[] = [
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  9 * HOUR,
  14 * HOUR,
  18 * HOUR,
  23 * HOUR,
]
export const MOST_TRIES = pauses.length + 1
/** An affiliate's server that takes nothing for so long is told nothing more, however much waits. */
export const SILENT_FOR = 3 * DAY

import { DAY } from '../lib/clock.ts'
import { instantOf } from '../lib/zoned-times.ts'
import type { Brand } from '../sites/site.ts'

/** Pages of /promo that are no campaigns, in small letters, and the other name of every page. */
const reserved = new Set(['index', 'landing', 'oneclick', 'affiliate', 'loadingtemplate'])

/**
 * Why a campaign may not have a name; null where it may. A number alone is a campaign of a partner.
 */
export function campaignNameProblem(name: string): string | null {
  if (reserved.has(name.toLowerCase())) return 'this name is of another page'
  return /^[a-z0-9-]{1,80}$/.test(name) && /[a-z]/.test(name)
    ? null
    : 'the name of a campaign has small letters, digits and dashes only, and one letter at least'
}

/** From when and until when a campaign's page is there, in milliseconds. */
export type CampaignDays = { opensAt: number; closesAt: number }

/** Both days are of the campaign, by the clocks of its brand. */
export function daysOf(
  { from, until }: { from?: string | undefined; until?: string | undefined },
  { timeZone }: Pick<Brand, 'timeZone'>,
): CampaignDays {
  return {
    opensAt: (from === undefined ? null : beginOf(from, timeZone)) ?? -Infinity,
    closesAt: (until === undefined ? null : beginOf(dayAfter(until), timeZone)) ?? Infinity,
  }
}

/** Where clocks go forward at midnight, the day begins an hour later. */
function beginOf(day: string, zone: string): number | null {
  return (instantOf(`${day}T00:00`, zone) ?? instantOf(`${day}T01:00`, zone))?.getTime() ?? null
}

const dayAfter = (day: string) => new Date(Date.parse(day) + DAY).toISOString().slice(0, 10)

export function isOpenAt({ opensAt, closesAt }: CampaignDays, at: Date): boolean {
  return opensAt <= at.getTime() && at.getTime() < closesAt
}

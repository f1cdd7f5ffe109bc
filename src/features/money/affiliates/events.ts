import { domainEvent } from '#api/domain-events.ts'

/**
 * So many came to a guest page of a brand from elsewhere. `source`: the affiliate's code, empty where
 * there is none; `campaign` likewise, one of that affiliate. Said a few seconds later for all that a
 * process has counted.
 */
export const arrived = domainEvent<{
  brand: string
  source: string
  campaign: string
  count: number
  at: Date
}>('arrived')

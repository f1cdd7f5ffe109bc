import { domainEvent } from '../../../api/domain-events.ts'

/** A profile gets other words. */
export const introduced = domainEvent<{
  accountId: number
  brand: string
  joinedAt: Date
  text: string
  at: Date
}>('introduced')

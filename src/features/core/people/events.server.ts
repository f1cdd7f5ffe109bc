import { domainEvent } from '#api/domain-events.ts'

export const introduced = domainEvent<{
  accountId: number
  brand: string
  joinedAt: Date
  text: string
  at: Date
}>('introduced')

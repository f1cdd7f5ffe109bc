import { domainEvent, question } from '#api/domain-events.ts'

/** An account gets an address; `atOnce`: nobody there has seen anybody yet. */
export const addressGiven = domainEvent<{ id: number; email: string; at: Date; atOnce: boolean }>(
  'addressGiven',
)

/** An account's address is proven: of one that was proven before and changed, once more. */
export const addressConfirmed = domainEvent<{ id: number; at: Date }>('addressConfirmed')

/** An account has got, and confirmed, the address that an act of staff offered. */
export const addressCorrected = domainEvent<{ id: number; act: number; at: Date }>(
  'addressCorrected',
)

/**
 * Whether a brand is closed to an account by a decision, and the address that says why; null where
 * it is open.
 */
export const closedBy = question<
  { account: { id: number; bannedAt: Date | null }; brand: string; at: Date },
  { statement: string | null } | null
>('closedBy')

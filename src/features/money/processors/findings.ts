import type { Contract } from '../orders/contracts.sql.ts'
import type { GatewayEvent } from './gateway/webhook.contract.ts'

/**
 * What was reported of a subscription and applied, by kind; `isWaiting`: a report of it is not
 * settled yet.
 */
export type Reported = { kinds: readonly string[]; isWaiting: boolean }

/** An order as our books have it, for a comparison with its processor's. */
export type KnownSale = {
  contract: Contract
  /** Days between two charges; null for what does not renew. */
  everyDays: number | null
  at: Date
}

/**
 * Where the processor says otherwise. `event` is what it should have reported, or what was reported
 * and it does not know; `applies`: nothing of it is guessed, so that it can be applied as if it had
 * been reported.
 */
export type SaleFinding = {
  kind: 'missed' | 'altered' | 'unlisted'
  event: GatewayEvent
  detail: string
  applies: boolean
  needsOperator?: boolean
}

const FOUND = 'swept:'

/** The same finding has the same id on each night, so that it is applied and noted once. */
export function foundId(parts: ReadonlyArray<string | number>): string {
  return `${FOUND}${parts.join(':')}`.slice(0, 100)
}

export const isFound = (eventId: string): boolean => eventId.startsWith(FOUND)

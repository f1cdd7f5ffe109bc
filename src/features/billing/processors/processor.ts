import type { GatewayEvent } from '../gateway/webhook.contract.ts'

/**
 * What the product asks of whoever charges cards. Its reports come by a webhook of its own and are applied by
 * `receiveEvent`. Each call throws unless the processor confirms; it is then repeated, so each may come twice.
 */
export type Processor = {
  cancel(subscription: string): Promise<void>
  refund(refund: { payment: string; amount: number; currency: string }): Promise<void>
  /** Charges a declined renewal again, once for each key; null where the processor does that by itself. */
  retry: ((subscription: string, key: string) => Promise<void>) | null
  /** Its transactions as the events that it reported or should have; null where it has no such list. */
  list: ((window: { from: Date; until: Date }, after: string | null) => Promise<TransactionPage>) | null
}

type TransactionPage = { transactions: GatewayEvent[]; next: string | null }

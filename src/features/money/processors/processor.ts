import type { Handler } from '#api/call.server.ts'
import type { Door } from '#api/door.ts'
import type { Services } from '#api/services.server.ts'
import type { Job } from '#jobs/worker.server.ts'
import type { Settings } from '#settings.ts'
import type { Brand } from '#sites/site.ts'
import type { Order } from '../orders/orders.sql.ts'
import type { Provider } from '../orders/providers.ts'
import type { Outcome } from '../orders/webhook-events.sql.ts'
import type { Product } from '../prices/offers.ts'
import type { SaleFinding, KnownSale, Reported } from './findings.ts'
import type { GatewayEvent } from './gateway/webhook.contract.ts'

/**
 * What the product asks of whoever charges cards. Its reports come by a webhook of its own and are
 * applied by `receiveEvent`. Each call throws unless the processor confirms; it is then repeated,
 * so each may come twice.
 */
export type Processor = {
  /** Its own page, to which the buyer is sent; null where the card form is in ours. */
  checkout: Checkout | null
  cancel(subscription: string): Promise<void>
  /**
   * Whether staff can ask for parts and for old charges: CCBill's API knows a subscription and no
   * charge of it.
   */
  refundsAnyCharge: boolean
  refund(refund: RefundCall): Promise<void>
  /**
   * Charges a declined renewal again, once for each key; null where the processor does that by
   * itself.
   */
  retry: ((subscription: string, key: string) => Promise<void>) | null
  /**
   * Its transactions as the events that it reported or should have; null where it has no such list.
   */
  list:
    | ((window: { from: Date; until: Date }, after: string | null) => Promise<TransactionPage>)
    | null
  /** What it says otherwise of an order, where it has no list; throws unless it answers. */
  compare:
    | ((
        sale: KnownSale,
        reported: (subscription: string) => Promise<Reported>,
      ) => Promise<SaleFinding[]>)
    | null
}

/** `key`: of a request that is repeated. */
type RefundCall = {
  payment: string
  amount: number
  currency: string
  key: string
}

/** All that a processor hands in, from a folder of its own (processors.server.ts lists them). */
export type ProcessorKind = {
  /** Null where it is not configured. */
  open: (services: Configured) => Processor | null
  handlers: (receive: Receive) => readonly Handler[]
  jobs?: (receive: Receive) => readonly Job[]
  doors?: readonly Door[]
  /** A line for each price of a brand that it does not charge. */
  wrongPrices?: (settings: Known) => string[]
  /** References of ours for a number that it shows to staff by itself. */
  references?: (settings: Known, number: string) => string[]
  /** Lines for an operator; null where it cannot be asked. Throws where it does not answer. */
  saleStatus?: (settings: Known, brand: string, order: number) => Promise<string[] | null>
}

export type Configured = Pick<Services, 'clock' | 'settings' | 'address'>

/** What is known before the database is open. */
export type Known = Omit<Settings, 'sessionSecret'>

/** Stores and applies what was reported: `receiveEvent` of the checkout. */
export type Receive = (
  services: Services,
  provider: Provider,
  event: GatewayEvent,
  at: Date,
) => Promise<Outcome | 'repeated'>

/** What a processor's own page is opened with. */
export type Checkout = {
  /** As a member reads it: who charges, and what the card statement says. */
  name: string
  statement: string
  /** Whether it can charge this at all: each has its own limits of price and period. */
  sells(product: Product): boolean
  address(purchase: { order: Order; product: Product; brand: Brand }): string
}

type TransactionPage = { transactions: GatewayEvent[]; next: string | null }

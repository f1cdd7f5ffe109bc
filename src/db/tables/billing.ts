import type { Generated } from 'kysely'
import type { Id, Json } from '../columns.ts'

export type BillingTables = {
  credit_lots: {
    id: Id
    account_id: number
    source: 'purchase' | 'grant' | 'refund'
    expires_at: Date | null
    written_off_at: Date | null
    reference: string
    created_at: Date
  }
  credit_entries: {
    id: Id
    account_id: number
    lot_id: number
    amount: number
    reason: string
    reference: string | null
    created_at: Date
  }
  location_reveals: { account_id: number; other_id: number; revealed_at: Date }
  orders: {
    id: Id
    account_id: number
    brand: string
    keyword: string
    amount: number
    currency: string
    gateway_reference: string | null
    paid_at: Date | null
    failed_at: Date | null
    refunded_at: Date | null
    withdrawn_at: Date | null
    /** What a renewal costs where that is not `amount`: after a free trial. */
    renewal_amount: number | null
    is_trial: Generated<boolean>
    /** A code by which `amount` is less than the brand's price. */
    promo_code: string | null
    /** When a processor without a list of payments is asked about it again. */
    compare_at: Date | null
    charged_back_at: Date | null
    created_at: Date
  }
  /** One row a charge, whatever came of it; `reference` is the processor's, by which refunds and chargebacks name it. */
  payments: {
    id: Id
    order_id: number
    subscription_id: number | null
    account_id: number
    brand: string
    kind: 'initial' | 'renewal' | 'credits' | 'trial'
    amount: number
    currency: string
    processor: string
    reference: string
    charged_at: Date
  }
  partner_access: {
    account_id: number
    brand: string
    reference: string
    granted_at: Date | null
    until: Date | null
    changed_at: Date | null
    created_at: Date
  }
  declarations: {
    id: Id
    brand: string
    kind: 'withdrawal' | 'cancellation'
    name: string
    email: string
    order_number: string
    reason: string
    ending: 'ordinary' | 'extraordinary' | null
    end_on: string | null
    account_id: number | null
    order_id: number | null
    declared_at: Date
    tried_at: Date | null
    settled_at: Date | null
    outcome: string | null
  }
  refunds: {
    payment_reference: string
    order_id: number
    amount: number
    currency: string
    asked_at: Date
    tried_at: Date | null
    confirmed_at: Date | null
  }
  subscriptions: {
    id: Id
    account_id: number
    brand: string
    provider: string
    provider_reference: string
    plan: string
    started_at: Date
    paid_until: Date
    cancelled_at: Date | null
    ended_at: Date | null
    /** Set by us; `cancel_confirmed_at` is set when the gateway confirmed it. */
    cancel_asked_at: Date | null
    cancel_confirmed_at: Date | null
    cancel_tried_at: Date | null
    order_id: number | null
    /** Of the last charge. */
    period_from: Date | null
    remind_at: Date | null
    reminded_at: Date | null
    /** The day by which the buyer ended it; null: as soon as possible, or not at all. */
    end_on: string | null
  }
  dunnings: {
    id: Id
    subscription_id: number
    opened_at: Date
    reason: string | null
    grace_seconds: Generated<number>
    step: Generated<number>
    next_at: Date
    tried_at: Date | null
    /** When a processor that does it by itself charges again. */
    retry_at: Date | null
    closed_at: Date | null
    outcome: string | null
  }
  chargebacks: {
    payment_reference: string
    order_id: number
    account_id: number
    amount: number
    currency: string
    reason: string | null
    at: Date
    reviewed_at: Date | null
  }
  reconciliations: {
    provider: string
    night: Date
    covered_until: Date
    checked: number
    differences: number
    finished_at: Date
  }
  payment_differences: {
    provider: string
    event_id: string
    kind: 'missed' | 'altered' | 'unlisted'
    type: string
    order_id: number
    detail: string
    found_at: Date
    closed_at: Date | null
  }
  processor_reports: {
    provider: string
    event_id: string
    kind: string
    subscription: string | null
    order_id: number | null
    report: Json<unknown>
    received_at: Date
    next_at: Date | null
    tries: Generated<number>
    outcome: string | null
    closed_at: Date | null
  }
  webhook_events: {
    provider: string
    event_id: string
    type: string
    payload: Json<unknown>
    occurred_at: Date
    received_at: Date
    applied_at: Date | null
    outcome: string | null
  }
}

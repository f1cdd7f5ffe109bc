import type { Generated } from 'kysely'
import type { Id, Json } from '../columns.ts'

export type ApiTables = {
  sessions: {
    token_hash: Uint8Array
    id: Id
    account_id: number
    brand: string
    device: string
    created_at: Date
    last_seen_at: Date
    visit_started_at: Date | null
    expires_at: Date
    second_factor_at: Date | null
    /** When somebody last did something, as far as a lock needs to know it. */
    active_at: Date | null
    locked_at: Date | null
    pin_failures: Generated<number>
  }
  /** What a decision ended, for as long as it would have lasted. */
  closed_sessions: { token_hash: Uint8Array; account_id: number; brand: string; expires_at: Date }
  rate_limits: { key: string; window_ends_at: Date; hits: number }
  idempotency_keys: {
    account_id: number
    key: string
    request_hash: Uint8Array
    status: number
    answer: Json<unknown>
    created_at: Date
  }
}

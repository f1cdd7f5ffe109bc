import type { Id } from '../columns.ts'

export type ViewerTables = {
  tickers_seen: { account_id: number; ticker: string; seen_at: Date }
  events: { id: Id; account_id: number; name: string; at: Date }
}

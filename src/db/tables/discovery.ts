import type { Id } from '../columns.ts'

export type DiscoveryTables = {
  home_visits: { account_id: number; seen_at: Date; since: Date | null }
  people_seen: { account_id: number; started_at: Date; seen: string; before: string }
  views: { viewer_id: number; viewed_id: number; viewed_at: Date }
  saved_searches: { id: Id; account_id: number; name: string; query: string; created_at: Date }
}

import type { ColumnType } from 'kysely'
import type { Id } from '../columns.ts'

export type TransparencyTables = {
  deadline_notes: { deadline: string; item: string; level: 'warning' | 'alarm'; at: Date }
  transparency_reports: {
    brand: string
    from_day: string
    to_day: string
    made_at: Date
    figures: ColumnType<unknown, string, string>
  }
  /** Who used which site in a month (its first day), until the month is counted. */
  site_visits: { month: string; brand: string; account_id: number }
  /** `members_in_eu`: those of them who live in the European Union; null for months that were counted before it was. */
  recipients: { brand: string; month: string; members: number; members_in_eu: number }
  /** Orders of authorities, as staff recorded them. */
  authority_orders: {
    id: Id
    brand: string
    received_at: Date
    authority: string
    country: string
    kind: 'remove' | 'information'
    category: string
    outcome: ColumnType<
      'done' | 'partly' | 'refused' | null,
      undefined,
      'done' | 'partly' | 'refused'
    >
    settled_at: ColumnType<Date | null, undefined, Date>
    recorded_by: number
  }
}

import type { ColumnType } from 'kysely'

export type TransparencyTables = {
  deadline_notes: { deadline: string; item: string; level: 'warning' | 'alarm'; at: Date }
  transparency_reports: { brand: string; from_day: string; to_day: string; made_at: Date; figures: ColumnType<unknown, string, string> }
}

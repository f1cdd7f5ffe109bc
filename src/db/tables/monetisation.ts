import type { ColumnType } from 'kysely'

export type MonetisationTables = {
  /** Views and clicks of ads by day, of nobody in particular. */
  ad_counts: {
    brand: string
    ad: string
    event: string
    day: ColumnType<string, Date | string>
    count: ColumnType<number, number>
  }
}

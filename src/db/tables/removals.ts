import type { ColumnType } from 'kysely'
import type { Id } from '../columns.ts'

export type Removals = {
  id: Id
  brand: string
  kind: 'child' | 'intimate' | 'illegal' | 'copyright'
  /** Addresses of ours and usernames, as they were given. */
  targets: string[]
  details: string
  name: string
  email: string
  made_at: Date
  outcome: ColumnType<'removed' | 'refused' | null, undefined, 'removed' | 'refused'>
  reason: ColumnType<string | null, undefined, string>
  decided_by: ColumnType<number | null, undefined, number>
  decided_at: ColumnType<Date | null, undefined, Date>
}

export type RemovalsTables = {
  removals: Removals
}

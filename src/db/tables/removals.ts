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
  /** `acted`: a decision about a text or an account answers it, which names it. */
  outcome: ColumnType<'removed' | 'acted' | 'refused' | null, undefined, 'removed' | 'acted' | 'refused'>
  reason: ColumnType<string | null, undefined, string>
  decided_by: ColumnType<number | null, undefined, number | null>
  decided_at: ColumnType<Date | null, undefined, Date>
}

export type RemovalsTables = {
  removals: Removals
}

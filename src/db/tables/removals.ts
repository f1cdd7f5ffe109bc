import type { ColumnType, Generated } from 'kysely'
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
  outcome: ColumnType<
    'removed' | 'acted' | 'refused' | null,
    undefined,
    'removed' | 'acted' | 'refused'
  >
  /** Of a trusted flagger, whose address is confirmed by the link in the receipt. */
  is_trusted: Generated<boolean>
  reason: ColumnType<string | null, undefined, string>
  decided_by: ColumnType<number | null, undefined, number | null>
  decided_at: ColumnType<Date | null, undefined, Date>
}

export type RemovalsTables = {
  removals: Removals
  /** One whose status ended stays, for what it asked. */
  trusted_flaggers: {
    id: Id
    name: string
    email: string
    added_at: Date
    added_by: number
    ended_at: ColumnType<Date | null, undefined, Date>
    ended_by: ColumnType<number | null, undefined, number>
  }
}

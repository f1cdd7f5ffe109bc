import type { ColumnType } from 'kysely'
import type { Id } from '../columns.ts'

export type UpdatesTables = {
  updates: {
    id: Id
    account_id: number
    body: string
    created_at: Date
    deleted_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
}

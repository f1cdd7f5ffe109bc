import type { Generated } from 'kysely'
import type { Id } from '../columns.ts'

export type LeavingTables = {
  exports: {
    id: Id
    account_id: number
    brand: string
    asked_at: Date
    /** In which somebody proved last who they are: it alone is given the file. */
    session_id: number | null
    claimed_until: Date | null
    tries: Generated<number>
    done: Generated<number>
    total: Generated<number>
    bytes: Generated<number>
    ready_at: Date | null
    failed_at: Date | null
  }
  export_parts: { export_id: number; part: number; bytes: Uint8Array }
}

import type { ColumnType, Generated } from 'kysely'
import type { Id } from '../columns.ts'

export type AuditTables = {
  audit_log: {
    id: Id
    at: Date
    actor_id: number | null
    action: string
    subject_id: number | null
    brand: string | null
    details: ColumnType<Record<string, unknown>, string | undefined, string>
    /** Its place in the chain, with the hash of the row before and its own (hex); null until the row is sealed. */
    seq: Generated<number | null>
    prev_hash: Generated<string | null>
    hash: Generated<string | null>
  }
  audit_head: { is_only: Generated<boolean>; seq: number; hash: string }
  audit_checkpoints: { seq: number; hash: string; at: Date; signature: string }
}

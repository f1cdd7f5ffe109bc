import type { Kysely } from 'kysely'
import { createIndexConcurrently } from '../migrate.server.ts'

/**
 * The keys that the audit log has as a table of months (0096), of which the present one becomes the first: a unique key
 * contains the time, which chooses the month.
 */
export const isOutside = true

export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(db, 'audit_log_before_pkey', 'on audit_log (id, at)', 'unique')
  await createIndexConcurrently(
    db,
    'audit_log_before_seq',
    'on audit_log (seq, id) where seq is not null',
  )
}

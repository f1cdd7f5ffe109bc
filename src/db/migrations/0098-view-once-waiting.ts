import type { Kysely } from 'kysely'
import { createIndexConcurrently } from '../migrate.server.ts'

/** Photos for one view that wait for the check: those that never had a job are found each minute. */
export const isOutside = true

export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(
    db,
    'view_once_photos_waiting',
    'on view_once_photos (message_id) where approved_at is null and refused_at is null and withdrawn_at is null and file_until is not null',
  )
}

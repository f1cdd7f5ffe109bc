import type { Kysely } from 'kysely'
import { createIndexConcurrently } from '../migrate.server.ts'

/** Approved photos whose files are still to be made: few, and those that wait for staff are not among them. */
export const isOutside = true

export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(
    db,
    'photos_renditions_due',
    'on photos (renditions_due_at) where renditions_due_at is not null and approved_at is not null',
  )
}

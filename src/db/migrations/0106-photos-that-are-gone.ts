import type { Kysely } from 'kysely'
import { createIndexConcurrently } from '../migrate.server.ts'

/** For decisions: a photo that was withheld with its message by the id which that had, and the hashes of one that was refused and deleted. */
export const isOutside = true

export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(db, 'held_files_message', 'on held_files (message_id)')
  await createIndexConcurrently(
    db,
    'hash_bank_photo',
    'on hash_bank (photo_id) where photo_id is not null',
  )
}

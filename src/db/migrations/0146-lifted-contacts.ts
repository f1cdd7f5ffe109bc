import type { Kysely } from 'kysely'
import { createIndexConcurrently } from '../migrate.server.ts'

/** Lifted addresses in the order in which they end. */
export const isOutside = true

export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(
    db,
    'blocked_contacts_ending',
    'on blocked_contacts (ends_at, account_id) where ends_at is not null',
  )
}

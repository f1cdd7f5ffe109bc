import type { Kysely } from 'kysely'
import { createIndexConcurrently } from '../migrate.server.ts'

/** Names that were given up are compared without dashes and underscores, as those of accounts are. */
export const isOutside = true

export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(
    db,
    'former_usernames_joined_look',
    `on former_usernames (translate(username_look, '_-', ''))`,
  )
}

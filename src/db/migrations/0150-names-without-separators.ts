import type { Kysely } from 'kysely'
import { createIndexConcurrently } from '../migrate.server.ts'

/** Names that differ in dashes and underscores alone look alike: `a_l_i_c_e` and `alice`. */
export const isOutside = true

export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(
    db,
    'accounts_joined_look',
    `on accounts (translate(username_look, '_-', ''))`,
  )
}

import type { Kysely } from 'kysely'
import { createIndexConcurrently } from '../migrate.server.ts'

/** For figures: what came of the decisions that a request for removal led to. */
export const isOutside = true

export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(
    db,
    'decisions_removal',
    'on decisions (removal_id) where removal_id is not null',
  )
}

import type { Kysely } from 'kysely'
import { createIndexConcurrently } from '../migrate.server.ts'

/** The order in which tickets are answered, and whose answer is late. */
export const isOutside = true

export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(
    db,
    'tickets_due',
    'on tickets (due_at, priority desc, created_at, id) where closed_at is null',
  )
  await createIndexConcurrently(
    db,
    'tickets_brand_due',
    'on tickets (brand, due_at, priority desc, created_at, id) where closed_at is null',
  )
}

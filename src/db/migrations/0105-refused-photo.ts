import { type Kysely, sql } from 'kysely'

/** By what the hashes of a refused photo are found after its owner has deleted it: a refusal can be taken back then, too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table hash_bank add column photo_id bigint`.execute(db)
}

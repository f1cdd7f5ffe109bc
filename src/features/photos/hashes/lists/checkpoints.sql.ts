import type { Db, Trx } from '../../../../db/connection.server.ts'

export async function checkpointOf(db: Db, name: string): Promise<string | null> {
  const row = await db.selectFrom('hash_lists').select('checkpoint').where('name', '=', name).executeTakeFirst()
  return row?.checkpoint ?? null
}

export async function noteSynced(db: Db | Trx, name: string, checkpoint: string | null, at: Date): Promise<void> {
  const state = { checkpoint, synced_at: at }
  await db
    .insertInto('hash_lists')
    .values({ name, ...state })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(state))
    .execute()
}

import type { Db, Trx } from '#db/connection.server.ts'

export async function pinHashOf(db: Db | Trx, accountId: number): Promise<string | null> {
  const row = await db
    .selectFrom('accounts')
    .select('lock_pin_hash as hash')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return row.hash
}

/** Without `pinHash` the present PIN stays; a lock that is off has none. */
export async function setLock(
  trx: Trx,
  accountId: number,
  { afterMinutes, pinHash }: { afterMinutes: number | null; pinHash?: string | undefined },
): Promise<void> {
  const hash =
    afterMinutes === null
      ? { lock_pin_hash: null }
      : pinHash === undefined
        ? {}
        : { lock_pin_hash: pinHash }
  await trx
    .updateTable('accounts')
    .set({ lock_after_minutes: afterMinutes, ...hash })
    .where('id', '=', accountId)
    .execute()
}

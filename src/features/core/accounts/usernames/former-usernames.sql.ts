import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import { deleteSome } from '#db/delete-some.server.ts'
import { foldName } from '#lib/folding.ts'
import { nameLookOf } from '#lib/look-alikes.ts'
import { heldSince } from '../changes/change-username.ts'
import { isLikeName } from './like-names.sql.ts'

/**
 * Thrown to roll back: the name is free among accounts, but somebody gave it up a short time ago.
 */
export class UsernameHeld extends Error {
  override name = 'UsernameHeld'
}

/**
 * Keeps a name that a member has given up from others; one that a decision took (`isRemoved`) from
 * the member, too.
 */
export async function holdUsername(
  trx: Trx,
  accountId: number,
  username: string,
  at: Date,
  isRemoved = false,
): Promise<void> {
  const values = {
    username_look: nameLookOf(username),
    account_id: accountId,
    given_up_at: at,
    is_removed: isRemoved,
  }
  await trx
    .insertInto('former_usernames')
    .values({ username_key: foldName(username), ...values })
    .onConflict((conflict) => conflict.column('username_key').doUpdateSet(values))
    .execute()
}

/** Whether another gave up a name like this of late, or it was taken from `accountId`. */
export async function isNameHeld(
  db: Db | Trx,
  username: string,
  accountId: number | null,
  at: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('former_usernames')
    .select('account_id')
    .where(isLikeName(username))
    .where('given_up_at', '>', heldSince(at))
    .$if(accountId !== null, (query) =>
      query.where((e) =>
        e.or([e('account_id', '<>', accountId as number), e('is_removed', '=', sql.lit(true))]),
      ),
    )
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Throws UsernameHeld if the name that an account was just given is another's. It runs after the
 * write: a write that waited for the unique index sees only then the name that the other gave up
 * meanwhile.
 */
export async function refuseHeldName(
  trx: Trx,
  username: string,
  accountId: number,
  at: Date,
): Promise<void> {
  if (await isNameHeld(trx, username, accountId, at)) throw new UsernameHeld()
}

/** Lets go of a name that a decision took. */
export async function releaseUsername(
  trx: Trx,
  accountId: number,
  username: string,
): Promise<void> {
  await trx
    .deleteFrom('former_usernames')
    .where('username_key', '=', foldName(username))
    .where('account_id', '=', accountId)
    .execute()
}

export async function noteRenamed(trx: Trx, accountId: number, at: Date): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({ username_changed_at: at })
    .where('id', '=', accountId)
    .execute()
}

export function sweepFormerUsernames(db: Db, before: Date, most: number): Promise<number> {
  return deleteSome(db, 'former_usernames', sql.ref('given_up_at'), before, most)
}

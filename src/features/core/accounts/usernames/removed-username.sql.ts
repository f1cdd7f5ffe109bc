import type { Trx } from '#db/connection.server.ts'
import { lockLogin } from '../accounts.sql.ts'
import { holdUsername, releaseUsername } from './former-usernames.sql.ts'
import { isProvisional } from './provisional-name.ts'
import { usernameColumns } from './usernames.sql.ts'

/**
 * Gives an account the generated name `now`, and lets its member choose another at once, whenever
 * they changed it last. Returns the name that it had; undefined if that was a generated one
 * already.
 */
export async function takeUsername(
  trx: Trx,
  accountId: number,
  now: string,
  at: Date,
): Promise<string | undefined> {
  const { username: before } = await lockLogin(trx, accountId)
  if (isProvisional(before)) return undefined
  await trx
    .updateTable('accounts')
    .set({ ...usernameColumns(now), username_changed_at: null })
    .where('id', '=', accountId)
    .execute()
  await holdUsername(trx, accountId, before, at, true)
  return before
}

/**
 * Gives back what `takeUsername` took, unless the member has chosen another name, or somebody has
 * this one by now; they may then choose again.
 */
export async function putUsernameBack(
  trx: Trx,
  accountId: number,
  username: string,
): Promise<void> {
  const { username: now } = await lockLogin(trx, accountId)
  await releaseUsername(trx, accountId, username)
  const columns = usernameColumns(username)
  await trx
    .updateTable('accounts')
    .set({ username_changed_at: null })
    .where('id', '=', accountId)
    .execute()
  if (!isProvisional(now)) return
  await trx
    .updateTable('accounts')
    .set(columns)
    .where('id', '=', accountId)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('accounts as other')
            .select('other.id')
            .where((or) =>
              or.or([
                or('other.username_key', '=', columns.username_key),
                or('other.username_look', '=', columns.username_look),
              ]),
            ),
        ),
      ),
    )
    .execute()
}

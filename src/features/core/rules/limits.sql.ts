import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import { deleteSome } from '#db/delete-some.server.ts'
import { isOpenAbout } from '../tasks/tasks.sql.ts'

export type LimitKind = 'slow' | 'review'

/** A longer limit is not shortened. */
export async function limitAccount(
  trx: Trx,
  accountId: number,
  kind: LimitKind,
  at: Date,
  until: Date,
): Promise<void> {
  await trx
    .insertInto('fraud_limits')
    .values({ account_id: accountId, kind, since: at, until })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet({ kind, since: at, until })
        .where(sql<boolean>`fraud_limits.until < excluded.until`),
    )
    .execute()
}

export async function limitOf(
  db: Db | Trx,
  accountId: number,
  at: Date,
): Promise<{ kind: LimitKind; until: Date } | undefined> {
  return db
    .selectFrom('fraud_limits')
    .select(['kind', 'until'])
    .where('account_id', '=', accountId)
    .where('until', '>', at)
    .executeTakeFirst()
}

/** Ends the limits of those at whom staff have looked. */
export async function liftReviewed(db: Db): Promise<void> {
  await db
    .deleteFrom('fraud_limits')
    .where('kind', '=', sql.lit('review'))
    .where(sql<boolean>`not ${isOpenAbout('fraud', sql.ref('fraud_limits.account_id'))}`)
    .execute()
}

export function sweepLimits(db: Db, at: Date, most: number): Promise<number> {
  return deleteSome(db, 'fraud_limits', sql.ref('until'), at, most)
}

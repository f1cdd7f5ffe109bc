import { sql } from 'kysely'
import type { Db } from '#db/connection.server.ts'

export type CheckedLot = {
  reference: string
  expiresAt: Date | null
  writtenOffAt: Date | null
  granted: number
  rest: number
}

/** Every lot of an account, also those that are spent, expired or written off. */
export function everyLot(db: Db, accountId: number): Promise<CheckedLot[]> {
  return db
    .selectFrom('credit_lots')
    .leftJoin('credit_entries', (join) =>
      join
        .onRef('credit_entries.lot_id', '=', 'credit_lots.id')
        .onRef('credit_entries.account_id', '=', 'credit_lots.account_id'),
    )
    .select([
      'credit_lots.reference',
      'credit_lots.expires_at as expiresAt',
      'credit_lots.written_off_at as writtenOffAt',
    ])
    .select([
      sql<number>`coalesce(sum(amount) filter (where amount > 0), 0)::int`.as('granted'),
      sql<number>`coalesce(sum(amount), 0)::int`.as('rest'),
    ])
    .where('credit_lots.account_id', '=', accountId)
    .groupBy('credit_lots.id')
    .orderBy('credit_lots.id')
    .execute()
}

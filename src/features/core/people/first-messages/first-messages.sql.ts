import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/connection.server.ts'
import type { FirstMessagesFrom } from './first-messages.ts'

export async function firstMessagesOf(db: Db, accountId: number): Promise<FirstMessagesFrom> {
  const row = await db
    .selectFrom('profiles')
    .select('only_verified_at')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return row.only_verified_at === null ? 'everybody' : 'verified'
}

export async function saveFirstMessages(
  db: Db,
  accountId: number,
  from: FirstMessagesFrom,
  at: Date,
): Promise<void> {
  await db
    .updateTable('profiles')
    .set({
      only_verified_at: from === 'verified' ? sql<Date>`coalesce(only_verified_at, ${at})` : null,
    })
    .where('account_id', '=', accountId)
    .execute()
}

export function takesFirstFrom(
  senderId: number,
  recipientId: Expression<number>,
): RawBuilder<boolean> {
  return sql<boolean>`(
    not exists (select from profiles where profiles.account_id = ${recipientId} and only_verified_at is not null)
    or exists (select from profiles where profiles.account_id = ${senderId} and verified_at is not null)
  )`
}

import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connection.server.ts'

/** Starts or ends a member's break; of repeated calls, the first start counts. */
export async function setPaused(db: Db, accountId: number, pausedAt: Date | null): Promise<void> {
  const profile = db.updateTable('profiles').set({ paused_at: pausedAt }).where('account_id', '=', accountId)
  await (pausedAt === null ? profile : profile.where('paused_at', 'is', null)).execute()
}

/** Whether a member takes a break: only those they have written with see their photos. */
export function isPaused(accountId: Expression<number>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from profiles where profiles.account_id = ${accountId} and paused_at is not null)`
}

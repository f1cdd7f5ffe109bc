import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'

export type SentBy = {
  source: string
  campaignId: string | null
  subid: string | null
  brand: string
  joinedAt: Date
}

/** The affiliate who sent a member, with the words of the link; undefined for nobody's. */
export async function sentBy(db: Db | Trx, accountId: number): Promise<SentBy | undefined> {
  return db
    .selectFrom('accounts')
    .select(['source', 'campaign_id as campaignId', 'subid', 'brand', 'created_at as joinedAt'])
    .where('id', '=', accountId)
    .where('source', '<>', '')
    .executeTakeFirst()
}

/**
 * The last who joined by an affiliate, and which of these accounts staff or a rule has closed. With
 * the condition of the index as a literal: the planner does not know what a parameter will be.
 */
export async function lastSentBy(
  db: Db,
  source: string,
  most: number,
): Promise<Array<{ id: number; bannedAt: Date | null }>> {
  return db
    .selectFrom('accounts')
    .select(['id', 'banned_at as bannedAt'])
    .where('source', '=', source)
    .where('source', '<>', sql.lit(''))
    .orderBy('id', 'desc')
    .limit(sql.lit(most))
    .execute()
}

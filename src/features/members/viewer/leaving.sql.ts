import { sql } from 'kysely'
import { type Collection, inPages } from '../../../api/collections.server.ts'

export const viewerCollections: readonly Collection[] = [
  {
    name: 'counters',
    title: 'When you last saw a counter',
    async *rows(db, accountId) {
      yield* await db
        .selectFrom('tickers_seen')
        .select(['ticker as counter', 'seen_at as at'])
        .where('account_id', '=', accountId)
        .orderBy('ticker')
        .execute()
    },
  },
  {
    name: 'prompts',
    title: 'What you did with our prompts',
    rows: (db, accountId) =>
      inPages((after, most) =>
        db
          .selectFrom('events')
          .select(['id as key', 'name', 'at'])
          .where('account_id', '=', accountId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(sql.lit(most))
          .execute(),
      ),
  },
]

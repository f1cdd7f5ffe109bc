import { allRows, type Collection, rowsBy } from '../../../api/collections.server.ts'

export const viewerCollections: readonly Collection[] = [
  {
    name: 'counters',
    title: 'When you last saw a counter',
    rows: allRows((db, accountId) =>
      db
        .selectFrom('tickers_seen')
        .select(['ticker as counter', 'seen_at as at'])
        .where('account_id', '=', accountId)
        .orderBy('ticker'),
    ),
  },
  {
    name: 'prompts',
    title: 'What you did with our prompts',
    rows: rowsBy('id', (db, accountId) =>
      db
        .selectFrom('events')
        .select(['id as key', 'name', 'at'])
        .where('account_id', '=', accountId),
    ),
  },
]

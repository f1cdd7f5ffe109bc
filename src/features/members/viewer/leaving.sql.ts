import { allRows, type Collection, ownRows } from '#api/collections.server.ts'

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
    rows: ownRows('events', ['id as key', 'name', 'at']),
  },
]

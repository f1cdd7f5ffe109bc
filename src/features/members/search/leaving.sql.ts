import { type Collection, ownRows } from '#api/collections.server.ts'
import { withNames } from '#core/accounts/names.sql.ts'

export const discoveryCollections: readonly Collection[] = [
  {
    name: 'saved-searches',
    title: 'Your saved searches',
    rows: ownRows('saved_searches', ['id as key', 'name', 'query', 'created_at as at']),
  },
  {
    name: 'visits',
    title: 'Whom you have visited',
    rows: ownRows('views', ['viewed_id as key', 'viewed_id as otherId', 'viewed_at as at'], {
      owner: 'viewer_id',
      tell: withNames,
    }),
  },
  {
    name: 'visits-received',
    title: 'Who has visited you',
    rows: ownRows('views', ['viewer_id as key', 'viewer_id as otherId', 'viewed_at as at'], {
      owner: 'viewed_id',
      tell: withNames,
    }),
  },
]

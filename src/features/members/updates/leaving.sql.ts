import { type Collection, ownRows } from '#api/collections.server.ts'

export const updateCollections: readonly Collection[] = [
  {
    name: 'updates',
    title: 'Your updates',
    rows: ownRows('updates', [
      'id as key',
      'created_at as at',
      'body as text',
      'deleted_at as deleted',
    ]),
  },
]

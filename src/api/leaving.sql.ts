import type { Collection } from './collections.server.ts'
import { ownRows } from './collections.server.ts'

export const kernelCollections: readonly Collection[] = [
  {
    name: 'sign-ins',
    title: 'Where you are signed in',
    rows: ownRows('sessions', [
      'id as key',
      'brand as site',
      'device',
      'created_at as since',
      'last_seen_at as lastUsed',
      'expires_at as until',
      'locked_at as lockedSince',
    ]),
  },
]

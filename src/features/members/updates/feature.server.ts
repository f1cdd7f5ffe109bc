import type { Feature } from '#api/feature.ts'
import { updateCollections } from './leaving.sql.ts'
import { updateHandlers, updateSweepJob } from './updates.server.ts'

export const updates: Feature = {
  room: 'members/updates',
  handlers: updateHandlers,
  jobs: [updateSweepJob],
  collections: updateCollections,
}

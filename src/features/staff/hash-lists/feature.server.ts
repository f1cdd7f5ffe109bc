import type { Feature } from '../../../api/feature.ts'
import { feedbackHandlers } from './feedback.server.ts'
import { preservationErasures } from './leaving.sql.ts'
import { hashListJob } from './lists/sync.server.ts'
import { preservedThatExist, storedPreserved } from './pictures.sql.ts'
import { preservedHandlers, preservedJob, preservedSweepJob } from './preserved.server.ts'
import { readPreservedName } from './preserved.ts'

export const hashLists: Feature = {
  room: 'staff/hash-lists',
  handlers: [...preservedHandlers, ...feedbackHandlers],
  jobs: [hashListJob, preservedJob, preservedSweepJob],
  erasures: preservationErasures,
  fileKinds: [
    {
      what: 'kept copy of a picture on a list',
      keyOf: readPreservedName,
      known: preservedThatExist,
      rows: storedPreserved,
    },
  ],
}

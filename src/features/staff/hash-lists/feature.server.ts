import { answering, hearing } from '#api/domain-events.server.ts'
import type { Feature } from '#api/feature.ts'
import {
  decisionLapsed,
  decisionReversed,
  isCopyKept,
  matchJudged,
} from '../decisions/events.server.ts'
import { feedbackHandlers } from './feedback.server.ts'
import { contradictFeedback } from './feedback.sql.ts'
import { forgetJudged, noteJudged } from './judged.server.ts'
import { preservationErasures } from './leaving.sql.ts'
import { hashListJob } from './lists/sync.server.ts'
import { isPreserved } from './pictures.sql.ts'
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
  hears: [
    hearing(matchJudged, noteJudged),
    hearing(decisionLapsed, (_, trx, { decisionId, at }) => forgetJudged(trx, decisionId, at)),
    hearing(decisionReversed, (_, trx, { decisionId, at }) =>
      contradictFeedback(trx, decisionId, at),
    ),
  ],
  answers: [answering(isCopyKept, (_, db, { decisionId }) => isPreserved(db, decisionId))],
}

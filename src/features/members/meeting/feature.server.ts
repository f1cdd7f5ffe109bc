import type { Feature } from '#api/feature.ts'
import { dateDoor } from './date-page.server.ts'
import { checkInJob, dateHandlers, dateSweepJob } from './dates.server.ts'
import { sharedDateCount } from './dates.sql.ts'
import { meetingCollections, meetingErasures } from './leaving.sql.ts'

export const meeting: Feature = {
  room: 'members/meeting',
  handlers: dateHandlers,
  jobs: [checkInJob, dateSweepJob],
  doors: [dateDoor],
  erasures: meetingErasures,
  collections: meetingCollections,
  ownCounts: [sharedDateCount],
}

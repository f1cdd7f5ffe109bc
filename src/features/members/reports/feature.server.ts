import { hearing } from '#api/domain-events.server.ts'
import type { Feature } from '#api/feature.ts'
import { addressGiven } from '#core/accounts/events.server.ts'
import { blockHandlers } from './blocks/block.server.ts'
import { blockedCount } from './blocks/block.sql.ts'
import { blockedHandlers } from './blocks/blocked.server.ts'
import { hideFromBlockers } from './contacts/contact-effects.server.ts'
import { contactJob } from './contacts/contact-effects.server.ts'
import { contactHandlers } from './contacts/contacts.server.ts'
import { contactCount } from './contacts/contacts.sql.ts'
import { moderationCollections, moderationErasures } from './leaving.sql.ts'
import { ownReportHandlers } from './own-reports/own-reports.server.ts'
import { reportHandlers } from './report.server.ts'
import {
  readReportPhotoName,
  reportCount,
  reportPhotosThatExist,
  storedReportPhotos,
} from './report.sql.ts'

export const reports: Feature = {
  room: 'members/reports',
  handlers: [
    ...blockHandlers,
    ...contactHandlers,
    ...blockedHandlers,
    ...ownReportHandlers,
    ...reportHandlers,
  ],
  jobs: [contactJob],
  erasures: moderationErasures,
  collections: moderationCollections,
  ownCounts: [blockedCount, contactCount, reportCount],
  fileKinds: [
    {
      what: 'photo of a report',
      keyOf: readReportPhotoName,
      known: reportPhotosThatExist,
      rows: storedReportPhotos,
    },
  ],
  hears: [hearing(addressGiven, hideFromBlockers)],
}

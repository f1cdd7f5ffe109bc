import type { Feature } from './api/feature.ts'
import { kernelCollections } from './api/leaving.sql.ts'
import { accounts } from './features/core/accounts/feature.server.ts'
import { audit } from './features/core/audit/feature.server.ts'
import { brandPictures } from './features/core/brand-pictures/feature.server.ts'
import { figures } from './features/core/figures/feature.server.ts'
import { live } from './features/core/live/feature.server.ts'
import { notifications } from './features/core/notifications/feature.server.ts'
import { people } from './features/core/people/feature.server.ts'
import { places } from './features/core/places/feature.server.ts'
import { rules } from './features/core/rules/feature.server.ts'
import { staffAccounts } from './features/core/staff-accounts/feature.server.ts'
import { tasks } from './features/core/tasks/feature.server.ts'
import { help } from './features/guests/help/feature.server.ts'
import { joining } from './features/guests/joining/feature.server.ts'
import { pictures } from './features/guests/pictures/feature.server.ts'
import { promo } from './features/guests/promo/feature.server.ts'
import { terms } from './features/guests/terms/feature.server.ts'
import { texts } from './features/guests/texts/feature.server.ts'
import { leaving } from './features/members/leaving/feature.server.ts'
import { likes } from './features/members/likes/feature.server.ts'
import { meeting } from './features/members/meeting/feature.server.ts'
import { messages } from './features/members/messages/feature.server.ts'
import { onboarding } from './features/members/onboarding/feature.server.ts'
import { photos } from './features/members/photos/feature.server.ts'
import { poses } from './features/members/poses/feature.server.ts'
import { reports } from './features/members/reports/feature.server.ts'
import { search } from './features/members/search/feature.server.ts'
import { updates } from './features/members/updates/feature.server.ts'
import { viewer } from './features/members/viewer/feature.server.ts'
import { ads } from './features/money/ads/feature.server.ts'
import { affiliates } from './features/money/affiliates/feature.server.ts'
import { books } from './features/money/books/feature.server.ts'
import { checkout } from './features/money/checkout/feature.server.ts'
import { receiveEvent } from './features/money/checkout/receive.server.ts'
import { contracts } from './features/money/contracts/feature.server.ts'
import { credits } from './features/money/credits/feature.server.ts'
import { processors } from './features/money/processors/feature.server.ts'
import { promoCodes } from './features/money/promo-codes/feature.server.ts'
import { approvals } from './features/staff/approvals/feature.server.ts'
import { board } from './features/staff/board/feature.server.ts'
import { appealVerdicts } from './features/staff/decisions/appeals/appeals.server.ts'
import { decisions } from './features/staff/decisions/feature.server.ts'
import { desk } from './features/staff/desk/feature.server.ts'
import { evidence } from './features/staff/evidence/feature.server.ts'
import { fraud } from './features/staff/fraud/feature.server.ts'
import { hashLists } from './features/staff/hash-lists/feature.server.ts'
import { members as staffMembers } from './features/staff/members/feature.server.ts'
import { messages as staffMessages } from './features/staff/messages/feature.server.ts'
import { poses as staffPoses } from './features/staff/poses/feature.server.ts'
import { poseVerdicts } from './features/staff/poses/pose-queue.server.ts'
import { queue } from './features/staff/queue/feature.server.ts'
import { removals } from './features/staff/removals/feature.server.ts'
import { removalVerdicts } from './features/staff/removals/removal-queue.server.ts'
import { tickets } from './features/staff/tickets/feature.server.ts'
import { transparency } from './features/staff/transparency/feature.server.ts'
import { clockJob } from './jobs/clock.server.ts'
import { monthJob } from './jobs/months.server.ts'
import { oldAnswersJob } from './jobs/old-answers.server.ts'
import { sessionSweepJob } from './jobs/session-sweep.server.ts'
import { visitJob } from './jobs/visits.server.ts'
import { mailJob, mailSweepJob } from './mail/delivery.server.ts'
import { mailCollections, mailErasures } from './mail/leaving.sql.ts'
import { mailReading } from './mail/reading.server.ts'

const kernel: Feature = {
  room: 'api',
  jobs: [clockJob, monthJob, oldAnswersJob, sessionSweepJob],
  everyProcess: [visitJob],
  collections: kernelCollections,
}

const mail: Feature = {
  room: 'mail',
  jobs: [mailJob, mailSweepJob],
  readings: [mailReading],
  erasures: mailErasures,
  collections: mailCollections,
}

const verdicts = { removals: removalVerdicts, appeals: appealVerdicts, poses: poseVerdicts }

/**
 * Every room, by wings from the lowest. The order is that of a copy's first page. Where two routes
 * or doors fit a path, the first counts: so photos stand after the other rooms with doors of media
 * hosts, and the viewer, whose /event/{name} fits all of /event/, after those.
 */
export const features: readonly Feature[] = [
  accounts,
  people,
  places,
  live,
  notifications,
  audit,
  figures,
  staffAccounts,
  tasks(verdicts),
  rules,
  brandPictures,
  kernel,
  mail,
  credits,
  processors(receiveEvent),
  contracts,
  promoCodes,
  checkout,
  books,
  affiliates,
  ads,
  search,
  likes,
  messages,
  updates,
  meeting,
  photos,
  poses,
  onboarding,
  reports,
  leaving,
  viewer,
  joining,
  terms,
  promo,
  help,
  texts,
  pictures,
  decisions,
  evidence,
  desk,
  queue(verdicts),
  staffMembers,
  approvals,
  staffMessages,
  removals,
  staffPoses,
  fraud,
  tickets,
  hashLists,
  transparency,
  board,
]

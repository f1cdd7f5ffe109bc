import type { Logger } from 'pino'
import { openErrorService, reportErrors } from './api/error-service.server.ts'
import { faultOf } from './api/faults.server.ts'
import { createMemoryCounts, createExhaustedLimits } from './api/limits.server.ts'
import { openLog } from './api/log.server.ts'
import { createMetrics, type Metrics } from './api/metrics.server.ts'
import type { Reading } from './api/readings.ts'
import { openRemembered } from './api/remembered.server.ts'
import { type Api, createApi, type Handler } from './api/router.server.ts'
import type { REPLACED, Services } from './api/services.server.ts'
import { openSessionCache } from './api/session-cache.server.ts'
import { openTexts, type Texts } from './content/texts.server.ts'
import { syncBrands } from './db/brands.server.ts'
import type { OpenDatabase } from './db/connection.server.ts'
import { createDrawnFiles } from './demo/drawn-files.server.ts'
import { demoVisitsJob } from './demo/visits.server.ts'
import { accountChangeJob } from './features/core/accounts/account-changes.server.ts'
import { appLockHandlers } from './features/core/accounts/app-lock/app-lock.server.ts'
import { changeEmailHandlers } from './features/core/accounts/change-email.server.ts'
import { changeLocationHandlers } from './features/core/accounts/change-location.server.ts'
import {
  changeUsernameHandlers,
  formerUsernameSweepJob,
} from './features/core/accounts/change-username.server.ts'
import { comeBackHandlers } from './features/core/accounts/come-back.server.ts'
import { deviceSweepJob } from './features/core/accounts/devices.server.ts'
import { emailHandlers } from './features/core/accounts/email.server.ts'
import { grantSweepJob } from './features/core/accounts/grants.server.ts'
import { guessedLoginJob } from './features/core/accounts/guesses.server.ts'
import {
  linkShownAt,
  mailedLinkHandlers,
  openLink,
} from './features/core/accounts/mailed-links.server.ts'
import { ownAccountHandlers } from './features/core/accounts/own-account.server.ts'
import { passkeySignInHandlers } from './features/core/accounts/passkeys/passkey-sign-in.server.ts'
import {
  challengeSweepJob,
  passkeyHandlers,
} from './features/core/accounts/passkeys/passkeys.server.ts'
import { resetHandlers, resetRequestJob } from './features/core/accounts/reset.server.ts'
import { settingsHandlers } from './features/core/accounts/settings.server.ts'
import { backCookie, signInHandlers } from './features/core/accounts/sign-in.server.ts'
import { unsubscribeHandlers } from './features/core/accounts/unsubscribe.server.ts'
import { staySweepJob, visitingHandlers } from './features/core/accounts/visiting.server.ts'
import { auditSealJob } from './features/core/audit/chain.server.ts'
import { auditHeadJob } from './features/core/audit/heads.server.ts'
import { lookHandlers } from './features/core/audit/looks.server.ts'
import { openEventHub } from './features/core/live/event-hub.server.ts'
import { eventSweepJob } from './features/core/live/event-sweep.server.ts'
import { streamHandlers } from './features/core/live/stream.server.ts'
import { pushJob } from './features/core/notifications/push-delivery.server.ts'
import { pushHandlers } from './features/core/notifications/push.server.ts'
import { editProfileHandlers } from './features/core/people/edit-profile.server.ts'
import { firstMessageHandlers } from './features/core/people/first-messages.server.ts'
import { locationHandlers } from './features/core/people/location.server.ts'
import { promptHandlers } from './features/core/people/prompts.server.ts'
import { shownToHandlers } from './features/core/people/shown-to.server.ts'
import { placeHandlers } from './features/core/places/places.server.ts'
import {
  fraudReviewJob,
  fraudSweepJob,
  observeProfile,
} from './features/core/rules/fraud.server.ts'
import { secondFactorHandlers } from './features/core/staff-accounts/second-factor.server.ts'
import { verdictHandlers, verdictJob } from './features/core/tasks/verdicts.server.ts'
import { helpHandlers } from './features/guests/help/help.server.ts'
import { registrationHandlers } from './features/guests/joining/registration.server.ts'
import { emailOfferHandlers } from './features/guests/promo/email-offers.server.ts'
import { redirectHandlers } from './features/guests/promo/redirects.server.ts'
import { askedHandlers } from './features/guests/terms/asked.server.ts'
import { consentHandlers } from './features/guests/terms/consent.server.ts'
import { termsHandlers } from './features/guests/terms/terms.server.ts'
import { draftHandlers } from './features/guests/texts/drafts.server.ts'
import { historyHandlers } from './features/guests/texts/history.server.ts'
import { previewedTexts, previewHandlers } from './features/guests/texts/preview.server.ts'
import { loadPublishedTexts, textsJob } from './features/guests/texts/published-texts.server.ts'
import { agingJob, erasureJob, retentionJob } from './features/members/leaving/erasure.server.ts'
import { exportJob } from './features/members/leaving/export-job.server.ts'
import { exportDoor, exportHandlers } from './features/members/leaving/export.server.ts'
import { leavingHandlers } from './features/members/leaving/leaving.server.ts'
import { likeHandlers } from './features/members/likes/likes.server.ts'
import { partnerLinkHandlers } from './features/members/likes/partners.server.ts'
import { dateDoor } from './features/members/meeting/date-page.server.ts'
import { checkInJob, dateHandlers, dateSweepJob } from './features/members/meeting/dates.server.ts'
import { withholdBy } from './features/members/messages/held-letters.sql.ts'
import { inboxHandlers } from './features/members/messages/inbox.server.ts'
import { messagesForReport } from './features/members/messages/messages-for-report.server.ts'
import { messageHandlers } from './features/members/messages/messages.server.ts'
import { questionHandlers } from './features/members/messages/questions.server.ts'
import { recordingDoor } from './features/members/messages/recording-door.server.ts'
import { typingHandlers } from './features/members/messages/typing.server.ts'
import { viewOnceCheck } from './features/members/messages/view-once-check.server.ts'
import {
  viewOnceHandlers,
  viewOnceJob,
  viewOnceSweepJob,
} from './features/members/messages/view-once.server.ts'
import { recordingSweepJob, voiceHandlers } from './features/members/messages/voice.server.ts'
import { waitingHandlers } from './features/members/messages/waiting.server.ts'
import { birthdayHandlers } from './features/members/onboarding/birthday.server.ts'
import { boxHandlers } from './features/members/onboarding/boxes.server.ts'
import { onboardingHandlers } from './features/members/onboarding/steps.server.ts'
import { hasFullAccess } from './features/members/onboarding/steps.ts'
import {
  photoAccessHandlers,
  photoAccessSweepJob,
} from './features/members/photos/access.server.ts'
import { copySearchJob } from './features/members/photos/hashes/removed.server.ts'
import { photoHashJob } from './features/members/photos/hashes/stored.server.ts'
import { laterRenditionsJob } from './features/members/photos/later-renditions.server.ts'
import { mediaDoor } from './features/members/photos/media.server.ts'
import { openPhotoFiles } from './features/members/photos/open-files.server.ts'
import { photoHandlers } from './features/members/photos/photos.server.ts'
import { photoSweepJob } from './features/members/photos/sweep.server.ts'
import { poseCheckHandlers } from './features/members/poses/pose-checks.server.ts'
import { blockHandlers } from './features/members/reports/block.server.ts'
import { blockedHandlers } from './features/members/reports/blocked.server.ts'
import { contactJob, hideFromBlockers } from './features/members/reports/contact-effects.server.ts'
import { contactHandlers } from './features/members/reports/contacts.server.ts'
import { ownReportHandlers } from './features/members/reports/own-reports.server.ts'
import { reportHandlers } from './features/members/reports/report.server.ts'
import { geoHandlers } from './features/members/search/geo-profiles.server.ts'
import { homeHandlers } from './features/members/search/home.server.ts'
import { listHandlers } from './features/members/search/lists.server.ts'
import { magicMessageHandlers } from './features/members/search/magic-message.server.ts'
import { profileHintHandlers } from './features/members/search/profile-hint.server.ts'
import { profileHandlers } from './features/members/search/profile.server.ts'
import { savedSearchHandlers } from './features/members/search/saved-searches.server.ts'
import { searchHandlers } from './features/members/search/search.server.ts'
import { seenSweepJob } from './features/members/search/seen.server.ts'
import { updateHandlers, updateSweepJob } from './features/members/updates/updates.server.ts'
import { backHandlers } from './features/members/viewer/back-links.server.ts'
import { pageErrorHandlers } from './features/members/viewer/page-errors.server.ts'
import { parametersHandlers } from './features/members/viewer/parameters.server.ts'
import { tickerHandlers } from './features/members/viewer/tickers.server.ts'
import { viewerOf } from './features/members/viewer/viewer.server.ts'
import { adCountJob, adSweepJob } from './features/money/ads/ad-counter.server.ts'
import { adReportHandlers } from './features/money/ads/ad-report.server.ts'
import { adZoneDoor } from './features/money/ads/ad-zone.server.ts'
import { adHandlers } from './features/money/ads/ads.server.ts'
import { popunderHandlers } from './features/money/ads/popunder.server.ts'
import { reconciliationJob } from './features/money/books/reconciliation.server.ts'
import { sweepJob } from './features/money/books/sweep.server.ts'
import { orderHandlers } from './features/money/checkout/orders.server.ts'
import { partnerHandlers } from './features/money/checkout/partner/passthrough.server.ts'
import { receiveEvent } from './features/money/checkout/receive.server.ts'
import { cancellationJob } from './features/money/contracts/cancel.server.ts'
import { dunningJob } from './features/money/contracts/dunning/dunning.server.ts'
import {
  declarationHandlers,
  declarationJob,
  refundJob,
} from './features/money/contracts/ending/declarations.server.ts'
import { reminderJob } from './features/money/contracts/ending/reminders.server.ts'
import { creditHistoryHandlers } from './features/money/credits/credit-history.server.ts'
import { creditExpiryJob, creditsHandlers } from './features/money/credits/credits.server.ts'
import { revealLocationHandlers } from './features/money/credits/reveal-location.server.ts'
import { ccbillJob } from './features/money/processors/ccbill/job.server.ts'
import { ccbillHandlers } from './features/money/processors/ccbill/webhook.server.ts'
import { cardFrameDoor } from './features/money/processors/gateway/card-frame.server.ts'
import { gatewayHandlers } from './features/money/processors/gateway/webhook.server.ts'
import { checkShops } from './features/money/processors/shops.server.ts'
import { verotelHandlers } from './features/money/processors/verotel/verotel.server.ts'
import { appealHandlers, appealVerdicts } from './features/staff/decisions/appeals.server.ts'
import { approvalHandlers } from './features/staff/decisions/approvals.server.ts'
import { closedTo } from './features/staff/decisions/closures.server.ts'
import {
  decisionHandlers,
  decisionJob,
  standingJob,
} from './features/staff/decisions/decide.server.ts'
import { closedOut, ownDecisionHandlers } from './features/staff/decisions/own-decisions.server.ts'
import { statementsOfPhotos } from './features/staff/decisions/photo-statements.server.ts'
import { reporterHandlers } from './features/staff/evidence/reporters.server.ts'
import { fraudDeskHandlers } from './features/staff/fraud/fraud-desk.server.ts'
import { feedbackHandlers } from './features/staff/hash-lists/feedback.server.ts'
import { contradictFeedback } from './features/staff/hash-lists/feedback.sql.ts'
import { forgetJudged, noteJudged } from './features/staff/hash-lists/judged.server.ts'
import { hashListJob } from './features/staff/hash-lists/lists/sync.server.ts'
import { isPreserved } from './features/staff/hash-lists/pictures.sql.ts'
import {
  preservedHandlers,
  preservedJob,
  preservedSweepJob,
} from './features/staff/hash-lists/preserved.server.ts'
import {
  fraudNoticeHandlers,
  fraudNoticeJob,
} from './features/staff/messages/fraud-notices.server.ts'
import {
  heldLetterHandlers,
  heldLetterJob,
  passOnWithheld,
} from './features/staff/messages/held-letters.server.ts'
import {
  poseQueueHandlers,
  poseSweepJob,
  poseVerdicts,
} from './features/staff/poses/pose-queue.server.ts'
import { consoleHandlers } from './features/staff/queue/console.server.ts'
import { memberFileHandlers } from './features/staff/queue/member-file.server.ts'
import { endByDecision, refuseUnnamed } from './features/staff/removals/decided.server.ts'
import { flaggerHandlers } from './features/staff/removals/flaggers.server.ts'
import {
  removalQueueHandlers,
  removalVerdicts,
} from './features/staff/removals/removal-queue.server.ts'
import { removalHandlers } from './features/staff/removals/removals.server.ts'
import { agentViewDoor } from './features/staff/tickets/agent-view.server.ts'
import { cannedTextHandlers } from './features/staff/tickets/canned-texts.server.ts'
import { listenForReplies } from './features/staff/tickets/replies.server.ts'
import { ticketQueueHandlers } from './features/staff/tickets/ticket-queue.server.ts'
import { ticketHandlers } from './features/staff/tickets/tickets.server.ts'
import { authorityOrderHandlers } from './features/staff/transparency/authority-orders.server.ts'
import { deadlineReading } from './features/staff/transparency/deadline-reading.server.ts'
import { deadlineJob } from './features/staff/transparency/deadlines.server.ts'
import { figuresHandlers } from './features/staff/transparency/queue-figures.server.ts'
import { queueReading } from './features/staff/transparency/queue-reading.server.ts'
import { recipientsJob } from './features/staff/transparency/recipients.server.ts'
import { transparencyHandlers } from './features/staff/transparency/transparency.server.ts'
import type { FromFeatures } from './front-door/from-features.ts'
import { createFrontDoor, type FrontDoor } from './front-door/front-door.server.ts'
import type { GuestPages } from './front-door/pages.server.ts'
import { clockJob } from './jobs/clock.server.ts'
import { monthJob } from './jobs/months.server.ts'
import { oldAnswersJob } from './jobs/old-answers.server.ts'
import { sessionSweepJob } from './jobs/session-sweep.server.ts'
import { visitJob } from './jobs/visits.server.ts'
import { type Job, type Jobs, startJobs } from './jobs/worker.server.ts'
import { type Clock, systemClock } from './lib/clock.ts'
import { distinct } from './lib/distinct.ts'
import { mailJob, mailSweepJob } from './mail/delivery.server.ts'
import type { ListeningMailDoor } from './mail/incoming.server.ts'
import { mailboxDoor } from './mail/mailbox.server.ts'
import { queueMail } from './mail/queue.server.ts'
import { mailReading } from './mail/reading.server.ts'
import type { Settings } from './settings.ts'
import { publicAddress } from './sites/hosts.ts'
import { unfinishedJob } from './unfinished.server.ts'

/** What staff decide by forms of their own, and can take back for ten seconds. */
const verdicts = { removals: removalVerdicts, appeals: appealVerdicts, poses: poseVerdicts }

export const handlers: readonly Handler[] = [
  ...parametersHandlers,
  ...backHandlers,
  ...pageErrorHandlers,
  ...signInHandlers,
  ...passkeySignInHandlers,
  ...registrationHandlers,
  ...resetHandlers,
  ...secondFactorHandlers,
  ...consoleHandlers,
  ...memberFileHandlers,
  ...poseCheckHandlers,
  ...poseQueueHandlers,
  ...emailHandlers,
  ...changeEmailHandlers,
  ...changeUsernameHandlers,
  ...ownAccountHandlers,
  ...passkeyHandlers,
  ...appLockHandlers,
  ...settingsHandlers,
  ...mailedLinkHandlers,
  ...unsubscribeHandlers,
  ...comeBackHandlers,
  ...leavingHandlers,
  ...exportHandlers,
  ...onboardingHandlers,
  ...termsHandlers,
  ...askedHandlers,
  ...consentHandlers,
  ...boxHandlers,
  ...birthdayHandlers,
  ...placeHandlers,
  ...locationHandlers,
  ...promptHandlers,
  ...changeLocationHandlers,
  ...visitingHandlers,
  ...editProfileHandlers,
  ...shownToHandlers,
  ...firstMessageHandlers,
  ...photoHandlers,
  ...photoAccessHandlers,
  ...searchHandlers,
  ...savedSearchHandlers,
  ...listHandlers,
  ...homeHandlers,
  ...geoHandlers,
  ...magicMessageHandlers,
  ...profileHandlers,
  ...profileHintHandlers,
  ...updateHandlers,
  ...likeHandlers,
  ...partnerLinkHandlers,
  ...blockHandlers,
  ...contactHandlers,
  ...blockedHandlers,
  ...ownReportHandlers,
  ...lookHandlers,
  ...figuresHandlers,
  ...transparencyHandlers,
  ...authorityOrderHandlers,
  ...reportHandlers,
  ...reporterHandlers,
  ...decisionHandlers,
  ...appealHandlers,
  ...ownDecisionHandlers,
  ...approvalHandlers,
  ...redirectHandlers,
  ...emailOfferHandlers,
  ...helpHandlers,
  ...removalHandlers,
  ...removalQueueHandlers,
  ...verdictHandlers(verdicts),
  ...flaggerHandlers,
  ...preservedHandlers,
  ...feedbackHandlers,
  ...ticketHandlers,
  ...ticketQueueHandlers,
  ...cannedTextHandlers,
  ...fraudDeskHandlers,
  ...draftHandlers,
  ...historyHandlers,
  ...previewHandlers,
  ...creditsHandlers,
  ...revealLocationHandlers,
  ...creditHistoryHandlers,
  ...orderHandlers,
  ...declarationHandlers,
  ...partnerHandlers,
  ...gatewayHandlers(receiveEvent),
  ...verotelHandlers(receiveEvent),
  ...ccbillHandlers,
  ...inboxHandlers,
  ...messageHandlers,
  ...waitingHandlers,
  ...typingHandlers,
  ...questionHandlers,
  ...fraudNoticeHandlers,
  ...heldLetterHandlers,
  ...voiceHandlers,
  ...viewOnceHandlers,
  ...dateHandlers,
  ...popunderHandlers,
  ...adHandlers,
  ...adReportHandlers,
  ...pushHandlers,
  ...streamHandlers,
  // Registered after the other routes below /event/, since its path has a parameter there.
  ...tickerHandlers,
]

export const fromFeatures: FromFeatures = {
  // Before the media door, which matches every path.
  doors: distinct(
    'doors',
    [cardFrameDoor, adZoneDoor, recordingDoor, dateDoor, mediaDoor, agentViewDoor, exportDoor],
    ({ name }) => name,
  ),
  localDoors: [mailboxDoor],
  hasFullAccess,
  openLink,
  linkShownAt,
  closedOut,
  backCookie,
  previewedTexts,
  viewerOf,
}

/** What they look after is in the process itself: its texts, its counts of ads, and who visits. */
const ownJobs: readonly Job[] = [textsJob, adCountJob, visitJob]

export const allJobs: readonly Job[] = [
  textsJob,
  mailJob,
  mailSweepJob,
  pushJob,
  resetRequestJob,
  photoSweepJob,
  laterRenditionsJob,
  photoHashJob,
  copySearchJob,
  hashListJob,
  photoAccessSweepJob,
  recordingSweepJob,
  poseSweepJob,
  decisionJob,
  verdictJob(verdicts),
  standingJob,
  contactJob,
  viewOnceJob,
  viewOnceSweepJob,
  preservedJob,
  preservedSweepJob,
  creditExpiryJob,
  adCountJob,
  adSweepJob,
  clockJob,
  monthJob,
  oldAnswersJob,
  sessionSweepJob,
  eventSweepJob,
  visitJob,
  seenSweepJob,
  updateSweepJob,
  checkInJob,
  dateSweepJob,
  staySweepJob,
  grantSweepJob,
  deviceSweepJob,
  accountChangeJob,
  fraudNoticeJob,
  heldLetterJob,
  fraudReviewJob,
  fraudSweepJob,
  challengeSweepJob,
  guessedLoginJob,
  formerUsernameSweepJob,
  cancellationJob,
  declarationJob,
  refundJob,
  reminderJob,
  dunningJob,
  reconciliationJob,
  sweepJob,
  ccbillJob(receiveEvent),
  exportJob,
  erasureJob,
  retentionJob,
  agingJob,
  auditSealJob,
  auditHeadJob,
  deadlineJob,
  recipientsJob,
]

/** What the metrics read of the database. */
export const readings: readonly Reading[] = [mailReading, queueReading, deadlineReading]

/** The whole product without its pages; a server, the dev server or a test connects it to a network. */
export type App = {
  services: Services
  api: Api
  frontDoor: FrontDoor
  /** The first call begins to watch the process. */
  metrics(): Metrics
  /** `own`: those that each process needs, where another process runs the others. */
  startJobs(which?: 'all' | 'own'): Jobs
  /** Takes answers by mail where a setting says so. */
  listenForMail(): Promise<ListeningMailDoor | null>
  /** Begins the drain: ends open event streams, asks the jobs to stop, is not ready any more; requests in progress continue. */
  drain(why?: typeof REPLACED): void
  close(): Promise<void>
}

type Parts = {
  settings: Settings
  database: OpenDatabase
  clock?: Clock
  log?: Logger
  guestPages?: GuestPages | null
  /** Texts from the build; published texts override them. */
  texts?: Texts
  /** Of the build, for the error service. */
  release?: string
}

export async function createApp({
  settings,
  database,
  clock = systemClock,
  log,
  guestPages,
  texts = openTexts(),
  release = 'unbuilt',
}: Parts): Promise<App> {
  checkShops(settings)
  const stopping = new AbortController()
  const ownLog = (log ?? openLog(settings)).child({}, { serializers: { error: faultOf } })
  const environment = settings.production ? 'production' : 'demo'
  const errorService =
    settings.sentryDsn === null
      ? null
      : await openErrorService({
          dsn: settings.sentryDsn,
          release,
          environment,
          clock,
          log: ownLog,
        })
  if (errorService) reportErrors(ownLog, errorService)
  database.reportSlow(settings.slowAfter, (statement) => ownLog.warn(statement, 'slow statement'))
  const events = await openEventHub(database, clock)
  const services: Services = {
    settings,
    address: publicAddress(settings),
    database,
    db: database.db,
    clock,
    log: ownLog,
    errorService,
    queueMail: (trx, mail) => queueMail(services, trx, mail),
    hideFromBlockers: (trx, account) => hideFromBlockers(services, trx, account),
    observeProfile,
    messagesForReport,
    passOnWithheld: (trx, decisionId, reversedAt) =>
      passOnWithheld(services, trx, decisionId, reversedAt),
    withholdBy,
    statementsOfPhotos: (accountId, photoIds) => statementsOfPhotos(services, accountId, photoIds),
    removals: {
      refuseUnnamed: (trx, about) => refuseUnnamed(services, trx, about),
      end: (trx, ended) => endByDecision(services, trx, ended),
    },
    viewOnce: viewOnceCheck,
    preservation: {
      judged: (trx, judged) => noteJudged(services, trx, judged),
      lapsed: forgetJudged,
      reversed: contradictFeedback,
      isKept: isPreserved,
    },
    closedTo: (account, brand, closedAt) => closedTo(services, account, brand, closedAt),
    photoFiles: settings.production
      ? openPhotoFiles(settings)
      : createDrawnFiles(openPhotoFiles(settings)),
    texts,
    sessionCache: await openSessionCache(database),
    events,
    remembered: await openRemembered(database, events),
    stopping: stopping.signal,
    exhaustedLimits: createExhaustedLimits(),
    counts: createMemoryCounts(),
  }
  await syncBrands(services.db)
  await loadPublishedTexts(services)
  const api = createApi(services, handlers)
  let jobs: Jobs | undefined
  let mailDoor: ListeningMailDoor | null = null
  return {
    services,
    api,
    frontDoor: createFrontDoor(services, api, guestPages ?? null, fromFeatures),
    metrics: () => createMetrics(services, readings),
    startJobs(which = 'all') {
      jobs ??= startJobs(
        services,
        which === 'own'
          ? ownJobs
          : settings.demo
            ? [...allJobs, demoVisitsJob]
            : settings.production
              ? [...allJobs, unfinishedJob]
              : allJobs,
      )
      return jobs
    },
    async listenForMail() {
      mailDoor = await listenForReplies(services)
      return mailDoor
    },
    drain(why) {
      stopping.abort(why)
      jobs?.drain()
    },
    async close() {
      stopping.abort()
      await mailDoor?.close()
      await jobs?.stop()
      await services.remembered.close()
      await services.events.close()
      await services.sessionCache.close()
      await errorService?.close()
      await database.close()
    },
  }
}

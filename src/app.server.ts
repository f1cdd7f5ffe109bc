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
import { accountChangeJob } from './features/accounts/account-changes.server.ts'
import { appLockHandlers } from './features/accounts/app-lock/app-lock.server.ts'
import { changeEmailHandlers } from './features/accounts/change-email.server.ts'
import { changeLocationHandlers } from './features/accounts/change-location.server.ts'
import {
  changeUsernameHandlers,
  formerUsernameSweepJob,
} from './features/accounts/change-username.server.ts'
import { comeBackHandlers } from './features/accounts/come-back.server.ts'
import { deviceSweepJob } from './features/accounts/devices.server.ts'
import { emailHandlers } from './features/accounts/email.server.ts'
import { grantSweepJob } from './features/accounts/grants.server.ts'
import { guessedLoginJob } from './features/accounts/guesses.server.ts'
import {
  linkShownAt,
  mailedLinkHandlers,
  openLink,
} from './features/accounts/mailed-links.server.ts'
import { ownAccountHandlers } from './features/accounts/own-account.server.ts'
import { passkeySignInHandlers } from './features/accounts/passkeys/passkey-sign-in.server.ts'
import { challengeSweepJob, passkeyHandlers } from './features/accounts/passkeys/passkeys.server.ts'
import { resetHandlers, resetRequestJob } from './features/accounts/reset.server.ts'
import { settingsHandlers } from './features/accounts/settings.server.ts'
import { backCookie, signInHandlers } from './features/accounts/sign-in.server.ts'
import { unsubscribeHandlers } from './features/accounts/unsubscribe.server.ts'
import { staySweepJob, visitingHandlers } from './features/accounts/visiting.server.ts'
import { auditSealJob } from './features/audit/chain.server.ts'
import { auditHeadJob } from './features/audit/heads.server.ts'
import { lookHandlers } from './features/audit/looks.server.ts'
import { cancellationJob } from './features/billing/cancel.server.ts'
import { creditHistoryHandlers } from './features/billing/credit-history.server.ts'
import { creditExpiryJob, creditsHandlers } from './features/billing/credits.server.ts'
import { dunningJob } from './features/billing/dunning/dunning.server.ts'
import {
  declarationHandlers,
  declarationJob,
  refundJob,
} from './features/billing/ending/declarations.server.ts'
import { reminderJob } from './features/billing/ending/reminders.server.ts'
import { cardFrameDoor } from './features/billing/gateway/card-frame.server.ts'
import { gatewayHandlers } from './features/billing/gateway/webhook.server.ts'
import { orderHandlers } from './features/billing/orders.server.ts'
import { partnerHandlers } from './features/billing/partner/passthrough.server.ts'
import { ccbillJob } from './features/billing/processors/ccbill/job.server.ts'
import { ccbillHandlers } from './features/billing/processors/ccbill/webhook.server.ts'
import { checkShops } from './features/billing/processors/shops.server.ts'
import { verotelHandlers } from './features/billing/processors/verotel/verotel.server.ts'
import { reconciliationJob } from './features/billing/reconciliation/reconciliation.server.ts'
import { sweepJob } from './features/billing/reconciliation/sweep.server.ts'
import { revealLocationHandlers } from './features/billing/reveal-location.server.ts'
import { consoleHandlers } from './features/console/console.server.ts'
import { memberFileHandlers } from './features/console/member-file.server.ts'
import { geoHandlers } from './features/discovery/geo-profiles.server.ts'
import { homeHandlers } from './features/discovery/home.server.ts'
import { listHandlers } from './features/discovery/lists.server.ts'
import { magicMessageHandlers } from './features/discovery/magic-message.server.ts'
import { profileHintHandlers } from './features/discovery/profile-hint.server.ts'
import { profileHandlers } from './features/discovery/profile.server.ts'
import { savedSearchHandlers } from './features/discovery/saved-searches.server.ts'
import { searchHandlers } from './features/discovery/search.server.ts'
import { seenSweepJob } from './features/discovery/seen.server.ts'
import { appealHandlers, appealVerdicts } from './features/enforcement/appeals.server.ts'
import { approvalHandlers } from './features/enforcement/approvals.server.ts'
import { closedTo } from './features/enforcement/closures.server.ts'
import { decisionHandlers, decisionJob, standingJob } from './features/enforcement/decide.server.ts'
import { closedOut, ownDecisionHandlers } from './features/enforcement/own-decisions.server.ts'
import { statementsOfPhotos } from './features/enforcement/photo-statements.server.ts'
import { fraudDeskHandlers } from './features/fraud/fraud-desk.server.ts'
import { fraudReviewJob, fraudSweepJob, observeProfile } from './features/fraud/fraud.server.ts'
import { registrationHandlers } from './features/joining/registration.server.ts'
import { agingJob, erasureJob, retentionJob } from './features/leaving/erasure.server.ts'
import { exportJob } from './features/leaving/export-job.server.ts'
import { exportDoor, exportHandlers } from './features/leaving/export.server.ts'
import { leavingHandlers } from './features/leaving/leaving.server.ts'
import { askedHandlers } from './features/legal/asked.server.ts'
import { consentHandlers } from './features/legal/consent.server.ts'
import { termsHandlers } from './features/legal/terms.server.ts'
import { openEventHub } from './features/live/event-hub.server.ts'
import { eventSweepJob } from './features/live/event-sweep.server.ts'
import { streamHandlers } from './features/live/stream.server.ts'
import { likeHandlers } from './features/matching/likes.server.ts'
import { partnerLinkHandlers } from './features/matching/partners.server.ts'
import { dateDoor } from './features/meeting/date-page.server.ts'
import { checkInJob, dateHandlers, dateSweepJob } from './features/meeting/dates.server.ts'
import { fraudNoticeHandlers, fraudNoticeJob } from './features/messaging/fraud-notices.server.ts'
import {
  heldLetterHandlers,
  heldLetterJob,
  passOnWithheld,
} from './features/messaging/held-letters.server.ts'
import { withholdBy } from './features/messaging/held-letters.sql.ts'
import { inboxHandlers } from './features/messaging/inbox.server.ts'
import { messagesForReport } from './features/messaging/messages-for-report.server.ts'
import { messageHandlers } from './features/messaging/messages.server.ts'
import { questionHandlers } from './features/messaging/questions.server.ts'
import { recordingDoor } from './features/messaging/recording-door.server.ts'
import { typingHandlers } from './features/messaging/typing.server.ts'
import { viewOnceCheck } from './features/messaging/view-once-check.server.ts'
import {
  viewOnceHandlers,
  viewOnceJob,
  viewOnceSweepJob,
} from './features/messaging/view-once.server.ts'
import { recordingSweepJob, voiceHandlers } from './features/messaging/voice.server.ts'
import { waitingHandlers } from './features/messaging/waiting.server.ts'
import { blockHandlers } from './features/moderation/block.server.ts'
import { blockedHandlers } from './features/moderation/blocked.server.ts'
import { contactJob, hideFromBlockers } from './features/moderation/contact-effects.server.ts'
import { contactHandlers } from './features/moderation/contacts.server.ts'
import { ownReportHandlers } from './features/moderation/own-reports.server.ts'
import { reportHandlers } from './features/moderation/report.server.ts'
import { reporterHandlers } from './features/moderation/reporters.server.ts'
import { adCountJob, adSweepJob } from './features/monetisation/ad-counter.server.ts'
import { adReportHandlers } from './features/monetisation/ad-report.server.ts'
import { adZoneDoor } from './features/monetisation/ad-zone.server.ts'
import { adHandlers } from './features/monetisation/ads.server.ts'
import { popunderHandlers } from './features/monetisation/popunder.server.ts'
import { pushJob } from './features/notifications/push-delivery.server.ts'
import { pushHandlers } from './features/notifications/push.server.ts'
import { birthdayHandlers } from './features/onboarding/birthday.server.ts'
import { boxHandlers } from './features/onboarding/boxes.server.ts'
import { onboardingHandlers } from './features/onboarding/steps.server.ts'
import { hasFullAccess } from './features/onboarding/steps.ts'
import { editProfileHandlers } from './features/people/edit-profile.server.ts'
import { firstMessageHandlers } from './features/people/first-messages.server.ts'
import { locationHandlers } from './features/people/location.server.ts'
import { promptHandlers } from './features/people/prompts.server.ts'
import { shownToHandlers } from './features/people/shown-to.server.ts'
import { photoAccessHandlers, photoAccessSweepJob } from './features/photos/access.server.ts'
import { hashListJob } from './features/photos/hashes/lists/sync.server.ts'
import { copySearchJob } from './features/photos/hashes/removed.server.ts'
import { photoHashJob } from './features/photos/hashes/stored.server.ts'
import { laterRenditionsJob } from './features/photos/later-renditions.server.ts'
import { mediaDoor } from './features/photos/media.server.ts'
import { openPhotoFiles } from './features/photos/open-files.server.ts'
import { photoHandlers } from './features/photos/photos.server.ts'
import { photoSweepJob } from './features/photos/sweep.server.ts'
import { placeHandlers } from './features/places/places.server.ts'
import { feedbackHandlers } from './features/preservation/feedback.server.ts'
import { contradictFeedback } from './features/preservation/feedback.sql.ts'
import { forgetJudged, noteJudged } from './features/preservation/judged.server.ts'
import { isPreserved } from './features/preservation/pictures.sql.ts'
import {
  preservedHandlers,
  preservedJob,
  preservedSweepJob,
} from './features/preservation/preserved.server.ts'
import { emailOfferHandlers } from './features/promo/email-offers.server.ts'
import { redirectHandlers } from './features/promo/redirects.server.ts'
import { draftHandlers } from './features/publishing/drafts.server.ts'
import { historyHandlers } from './features/publishing/history.server.ts'
import { previewedTexts, previewHandlers } from './features/publishing/preview.server.ts'
import { loadPublishedTexts, textsJob } from './features/publishing/published-texts.server.ts'
import { endByDecision, refuseUnnamed } from './features/removals/decided.server.ts'
import { flaggerHandlers } from './features/removals/flaggers.server.ts'
import { removalQueueHandlers, removalVerdicts } from './features/removals/removal-queue.server.ts'
import { removalHandlers } from './features/removals/removals.server.ts'
import { secondFactorHandlers } from './features/staff/second-factor.server.ts'
import { verdictHandlers, verdictJob } from './features/staff/verdicts.server.ts'
import { agentViewDoor } from './features/support/agent-view.server.ts'
import { cannedTextHandlers } from './features/support/canned-texts.server.ts'
import { helpHandlers } from './features/support/help.server.ts'
import { listenForReplies } from './features/support/replies.server.ts'
import { ticketQueueHandlers } from './features/support/ticket-queue.server.ts'
import { ticketHandlers } from './features/support/tickets.server.ts'
import { authorityOrderHandlers } from './features/transparency/authority-orders.server.ts'
import { deadlineReading } from './features/transparency/deadline-reading.server.ts'
import { deadlineJob } from './features/transparency/deadlines.server.ts'
import { figuresHandlers } from './features/transparency/queue-figures.server.ts'
import { queueReading } from './features/transparency/queue-reading.server.ts'
import { recipientsJob } from './features/transparency/recipients.server.ts'
import { transparencyHandlers } from './features/transparency/transparency.server.ts'
import { updateHandlers, updateSweepJob } from './features/updates/updates.server.ts'
import { poseCheckHandlers } from './features/verification/pose-checks.server.ts'
import {
  poseQueueHandlers,
  poseSweepJob,
  poseVerdicts,
} from './features/verification/pose-queue.server.ts'
import { backHandlers } from './features/viewer/back-links.server.ts'
import { pageErrorHandlers } from './features/viewer/page-errors.server.ts'
import { parametersHandlers } from './features/viewer/parameters.server.ts'
import { tickerHandlers } from './features/viewer/tickers.server.ts'
import { viewerOf } from './features/viewer/viewer.server.ts'
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
  ...gatewayHandlers,
  ...verotelHandlers,
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
  ccbillJob,
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

import pino from 'pino'
import { faultOf } from './api/faults.ts'
import { createMemoryCounts, createExhaustedLimits } from './api/limits.server.ts'
import { type Api, createApi, type Handler } from './api/router.server.ts'
import type { Services } from './api/services.server.ts'
import { openSessionCache } from './api/session-cache.server.ts'
import { openTexts, type Texts } from './content/texts.server.ts'
import { syncBrands } from './db/brands.server.ts'
import { migrate, type OpenDatabase, openPglite, openPostgres } from './db/connection.server.ts'
import { createDrawnFiles } from './demo/drawn-files.server.ts'
import { demoVisitsJob } from './demo/visits.server.ts'
import { changeEmailHandlers } from './features/accounts/change-email.server.ts'
import { changeLocationHandlers } from './features/accounts/change-location.server.ts'
import { changeUsernameHandlers, formerUsernameSweepJob } from './features/accounts/change-username.server.ts'
import { comeBackHandlers } from './features/accounts/come-back.server.ts'
import { deviceSweepJob } from './features/accounts/devices.server.ts'
import { emailHandlers } from './features/accounts/email.server.ts'
import { followLink, grantSweepJob } from './features/accounts/grants.server.ts'
import { guessedLoginJob } from './features/accounts/guesses.server.ts'
import { linkOfferHandlers } from './features/accounts/link-offers.server.ts'
import { ownAccountHandlers } from './features/accounts/own-account.server.ts'
import { resetHandlers, resetRequestJob } from './features/accounts/reset.server.ts'
import { settingsHandlers } from './features/accounts/settings.server.ts'
import { backCookie, signInHandlers } from './features/accounts/sign-in.server.ts'
import { unsubscribeHandlers } from './features/accounts/unsubscribe.server.ts'
import { cancellationJob } from './features/billing/cancel.server.ts'
import { creditExpiryJob, creditsHandlers } from './features/billing/credits.server.ts'
import { dunningJob } from './features/billing/dunning/dunning.server.ts'
import { declarationHandlers, declarationJob, refundJob } from './features/billing/ending/declarations.server.ts'
import { reminderJob } from './features/billing/ending/reminders.server.ts'
import { cardFrameDoor } from './features/billing/gateway/card-frame.server.ts'
import { gatewayHandlers } from './features/billing/gateway/webhook.server.ts'
import { orderHandlers } from './features/billing/orders.server.ts'
import { partnerHandlers } from './features/billing/partner/passthrough.server.ts'
import { reconciliationJob } from './features/billing/reconciliation/reconciliation.server.ts'
import { geoHandlers } from './features/discovery/geo-profiles.server.ts'
import { homeHandlers } from './features/discovery/home.server.ts'
import { listHandlers } from './features/discovery/lists.server.ts'
import { magicMessageHandlers } from './features/discovery/magic-message.server.ts'
import { profileHandlers } from './features/discovery/profile.server.ts'
import { savedSearchHandlers } from './features/discovery/saved-searches.server.ts'
import { searchHandlers } from './features/discovery/search.server.ts'
import { seenSweepJob } from './features/discovery/seen.server.ts'
import { registrationHandlers } from './features/joining/registration.server.ts'
import { erasureJob, retentionJob } from './features/leaving/erasure.server.ts'
import { exportJob } from './features/leaving/export-job.server.ts'
import { exportDoor, exportHandlers } from './features/leaving/export.server.ts'
import { leavingHandlers } from './features/leaving/leaving.server.ts'
import { consentHandlers } from './features/legal/consent.server.ts'
import { termsHandlers } from './features/legal/terms.server.ts'
import { openEventHub } from './features/live/event-hub.server.ts'
import { streamHandlers } from './features/live/stream.server.ts'
import { likeHandlers } from './features/matching/likes.server.ts'
import { inboxHandlers } from './features/messaging/inbox.server.ts'
import { messageHandlers } from './features/messaging/messages.server.ts'
import { recordingDoor } from './features/messaging/recording-door.server.ts'
import { typingHandlers } from './features/messaging/typing.server.ts'
import { recordingSweepJob, voiceHandlers } from './features/messaging/voice.server.ts'
import { blockHandlers } from './features/moderation/block.server.ts'
import { blockedHandlers } from './features/moderation/blocked.server.ts'
import { reportHandlers } from './features/moderation/report.server.ts'
import { adHandlers } from './features/monetisation/ads.server.ts'
import { popunderHandlers } from './features/monetisation/popunder.server.ts'
import { pushJob } from './features/notifications/push-delivery.server.ts'
import { pushHandlers } from './features/notifications/push.server.ts'
import { birthdayHandlers } from './features/onboarding/birthday.server.ts'
import { boxHandlers } from './features/onboarding/boxes.server.ts'
import { onboardingHandlers } from './features/onboarding/steps.server.ts'
import { hasFullAccess } from './features/onboarding/steps.ts'
import { editProfileHandlers } from './features/people/edit-profile.server.ts'
import { locationHandlers } from './features/people/location.server.ts'
import { photoAccessHandlers } from './features/photos/access.server.ts'
import { mediaDoor } from './features/photos/media.server.ts'
import { openPhotoFiles } from './features/photos/open-files.server.ts'
import { photoHandlers } from './features/photos/photos.server.ts'
import { photoSweepJob } from './features/photos/sweep.server.ts'
import { placeHandlers } from './features/places/places.server.ts'
import { emailOfferHandlers } from './features/promo/email-offers.server.ts'
import { redirectHandlers } from './features/promo/redirects.server.ts'
import { draftHandlers } from './features/publishing/drafts.server.ts'
import { historyHandlers } from './features/publishing/history.server.ts'
import { previewedTexts, previewHandlers } from './features/publishing/preview.server.ts'
import { loadPublishedTexts, textsJob } from './features/publishing/published-texts.server.ts'
import { secondFactorHandlers } from './features/staff/second-factor.server.ts'
import { agentViewDoor } from './features/support/agent-view.server.ts'
import { helpHandlers } from './features/support/help.server.ts'
import { ticketQueueHandlers } from './features/support/ticket-queue.server.ts'
import { ticketHandlers } from './features/support/tickets.server.ts'
import { updateHandlers, updateSweepJob } from './features/updates/updates.server.ts'
import { backHandlers } from './features/viewer/back-links.server.ts'
import { parametersHandlers } from './features/viewer/parameters.server.ts'
import { tickerHandlers } from './features/viewer/tickers.server.ts'
import { viewerOf } from './features/viewer/viewer.server.ts'
import type { FromFeatures } from './front-door/from-features.ts'
import { createFrontDoor, type FrontDoor } from './front-door/front-door.server.ts'
import type { GuestPages } from './front-door/pages.server.ts'
import { oldAnswersJob } from './jobs/old-answers.server.ts'
import { sessionSweepJob } from './jobs/session-sweep.server.ts'
import { type Job, type Jobs, startJobs } from './jobs/worker.server.ts'
import { type Clock, systemClock } from './lib/clock.ts'
import { mailJob, mailSweepJob } from './mail/delivery.server.ts'
import { mailboxDoor } from './mail/mailbox.server.ts'
import { queueMail } from './mail/queue.server.ts'
import type { Settings } from './settings.ts'
import type { Address } from './sites/hosts.ts'

export const handlers: readonly Handler[] = [
  ...parametersHandlers,
  ...backHandlers,
  ...signInHandlers,
  ...registrationHandlers,
  ...resetHandlers,
  ...secondFactorHandlers,
  ...emailHandlers,
  ...changeEmailHandlers,
  ...changeUsernameHandlers,
  ...ownAccountHandlers,
  ...settingsHandlers,
  ...linkOfferHandlers,
  ...unsubscribeHandlers,
  ...comeBackHandlers,
  ...leavingHandlers,
  ...exportHandlers,
  ...onboardingHandlers,
  ...termsHandlers,
  ...consentHandlers,
  ...boxHandlers,
  ...birthdayHandlers,
  ...placeHandlers,
  ...locationHandlers,
  ...changeLocationHandlers,
  ...editProfileHandlers,
  ...photoHandlers,
  ...photoAccessHandlers,
  ...searchHandlers,
  ...savedSearchHandlers,
  ...listHandlers,
  ...homeHandlers,
  ...geoHandlers,
  ...magicMessageHandlers,
  ...profileHandlers,
  ...updateHandlers,
  ...likeHandlers,
  ...blockHandlers,
  ...blockedHandlers,
  ...reportHandlers,
  ...redirectHandlers,
  ...emailOfferHandlers,
  ...helpHandlers,
  ...ticketHandlers,
  ...ticketQueueHandlers,
  ...draftHandlers,
  ...historyHandlers,
  ...previewHandlers,
  ...creditsHandlers,
  ...orderHandlers,
  ...declarationHandlers,
  ...partnerHandlers,
  ...gatewayHandlers,
  ...inboxHandlers,
  ...messageHandlers,
  ...typingHandlers,
  ...voiceHandlers,
  ...popunderHandlers,
  ...adHandlers,
  ...pushHandlers,
  ...streamHandlers,
  // Registered after the other routes below /event/, since its path has a parameter there.
  ...tickerHandlers,
]

export const fromFeatures: FromFeatures = {
  // Before the media door, which matches every path.
  doors: [cardFrameDoor, recordingDoor, mediaDoor, agentViewDoor, exportDoor],
  localDoors: [mailboxDoor],
  hasFullAccess,
  followLink,
  backCookie,
  previewedTexts,
  viewerOf,
}

export const allJobs: readonly Job[] = [
  textsJob,
  mailJob,
  mailSweepJob,
  pushJob,
  resetRequestJob,
  photoSweepJob,
  recordingSweepJob,
  creditExpiryJob,
  oldAnswersJob,
  sessionSweepJob,
  seenSweepJob,
  updateSweepJob,
  grantSweepJob,
  deviceSweepJob,
  guessedLoginJob,
  formerUsernameSweepJob,
  cancellationJob,
  declarationJob,
  refundJob,
  reminderJob,
  dunningJob,
  reconciliationJob,
  exportJob,
  erasureJob,
  retentionJob,
]

/** The whole product without its pages; a server, the dev server or a test connects it to a network. */
export type App = {
  services: Services
  api: Api
  frontDoor: FrontDoor
  startJobs(): Jobs
  /** Begins the drain: ends open event streams and asks the jobs to stop; requests in progress continue. */
  drain(): void
  close(): Promise<void>
}

type Parts = {
  settings: Settings
  database: OpenDatabase
  clock?: Clock
  log?: pino.Logger
  guestPages?: GuestPages | null
  /** Texts from the build; published texts override them. */
  texts?: Texts
}

export async function createApp({ settings, database, clock = systemClock, log, guestPages, texts = openTexts() }: Parts): Promise<App> {
  const stopping = new AbortController()
  const services: Services = {
    settings,
    address: publicAddress(settings),
    database,
    db: database.db,
    clock,
    log: (log ?? pino({ level: settings.production ? 'info' : 'warn' })).child({}, { serializers: { error: faultOf } }),
    queueMail: (trx, mail) => queueMail(services, trx, mail),
    photoFiles: settings.production ? openPhotoFiles(settings) : createDrawnFiles(openPhotoFiles(settings)),
    texts,
    sessionCache: await openSessionCache(database),
    events: await openEventHub(database),
    stopping: stopping.signal,
    exhaustedLimits: createExhaustedLimits(),
    counts: createMemoryCounts(),
  }
  await syncBrands(services.db)
  await loadPublishedTexts(services)
  const api = createApi(services, handlers)
  let jobs: Jobs | undefined
  return {
    services,
    api,
    frontDoor: createFrontDoor(services, api, guestPages ?? null, fromFeatures),
    startJobs() {
      jobs ??= startJobs(services, settings.demo ? [...allJobs, demoVisitsJob] : allJobs)
      return jobs
    },
    drain() {
      stopping.abort()
      jobs?.drain()
    },
    async close() {
      stopping.abort()
      await jobs?.stop()
      await services.events.close()
      await services.sessionCache.close()
      await database.close()
    },
  }
}

/** Opens and migrates the database: PostgreSQL if DATABASE_URL is set, else PGlite in the data directory. */
export async function openDatabase(settings: Pick<Settings, 'dataDir' | 'databaseUrl'>): Promise<OpenDatabase> {
  const database = settings.databaseUrl === null ? await openPglite(settings.dataDir) : await openPostgres(settings.databaseUrl)
  await migrate(database.db)
  return database
}

export function publicAddress(settings: Settings): Address {
  if (settings.production && settings.sitesSuffix === null) return { protocol: 'https:', port: '' }
  return { protocol: settings.production ? 'https:' : 'http:', port: settings.port === 80 ? '' : String(settings.port) }
}

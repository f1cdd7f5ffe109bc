import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import type { Handler } from './api/call.server.ts'
import { amongRooms } from './api/domain-events.server.ts'
import { openErrorService, reportErrors } from './api/error-service.server.ts'
import { faultOf } from './api/faults.server.ts'
import { handedIn } from './api/feature.ts'
import { createMemoryCounts, createExhaustedLimits } from './api/limits.server.ts'
import { openLog } from './api/log.server.ts'
import { createMetrics, type Metrics } from './api/metrics.server.ts'
import { createOwnCounts } from './api/own-counts.server.ts'
import type { Reading } from './api/readings.ts'
import { openRemembered } from './api/remembered.server.ts'
import { type Api, createApi } from './api/router.server.ts'
import type { REPLACED, Services } from './api/services.server.ts'
import { openSessionCache } from './api/session-cache.server.ts'
import { openTexts, type Texts } from './content/texts.server.ts'
import { syncBrands } from './db/brands.server.ts'
import type { OpenDatabase } from './db/connection.server.ts'
import { createDrawnFiles } from './demo/drawn-files.server.ts'
import { demoVisitsJob } from './demo/visits.server.ts'
import { features } from './features.server.ts'
import { linkShownAt, openLink } from './features/core/accounts/mailed-links/mailed-links.server.ts'
import { backCookie } from './features/core/accounts/sign-in/sign-in.server.ts'
import { openEventHub } from './features/core/live/event-hub.server.ts'
import { previewedTexts } from './features/guests/texts/previews/preview.server.ts'
import { loadPublishedTexts } from './features/guests/texts/publishing/published-texts.server.ts'
import { collectionsOf } from './features/members/leaving/copy.server.ts'
import { erasuresOf } from './features/members/leaving/erasures.server.ts'
import { hasFullAccess } from './features/members/onboarding/steps.ts'
import { openPhotoFiles } from './features/members/photos/files/open-files.server.ts'
import { viewerOf } from './features/members/viewer/viewer.server.ts'
import { noteArrival } from './features/money/affiliates/arrivals/arrivals.server.ts'
import { checkShops } from './features/money/processors/shops.server.ts'
import { closedOut } from './features/staff/decisions/own-decisions/own-decisions.server.ts'
import { listenForReplies } from './features/staff/tickets/by-mail/replies.server.ts'
import { shipTexts } from './features/staff/tickets/canned-texts/ship-texts.server.ts'
import type { FromFeatures } from './front-door/from-features.ts'
import { createFrontDoor, type FrontDoor } from './front-door/front-door.server.ts'
import { createGuestArrivals } from './front-door/guest-arrivals.server.ts'
import type { GuestPages } from './front-door/pages.server.ts'
import { backupAge } from './jobs/backup-age.server.ts'
import { type Job, type Jobs, startJobs } from './jobs/worker.server.ts'
import { type Clock, systemClock } from './lib/clock.ts'
import { distinct } from './lib/distinct.ts'
import type { ListeningMailDoor } from './mail/incoming.server.ts'
import { mailboxDoor } from './mail/mailbox.server.ts'
import { queueMail } from './mail/queue.server.ts'
import type { Settings } from './settings.ts'
import { publicAddress } from './sites/hosts.ts'
import { unfinishedJob } from './unfinished.server.ts'

export const handlers: readonly Handler[] = handedIn(features, 'handlers')

export const fromFeatures: FromFeatures = {
  doors: distinct('doors', handedIn(features, 'doors'), ({ name }) => name),
  localDoors: [mailboxDoor],
  hasFullAccess,
  openLink,
  linkShownAt,
  closedOut,
  noteArrival,
  backCookie,
  previewedTexts,
  viewerOf,
}

const ownJobs = handedIn(features, 'everyProcess')

export const allJobs: readonly Job[] = [...ownJobs, ...handedIn(features, 'jobs')]

export const readings: readonly Reading[] = [...handedIn(features, 'readings'), backupAge]

/**
 * The whole product without its pages; a server, the dev server or a test connects it to a network.
 */
export type App = {
  services: Services
  api: Api
  frontDoor: FrontDoor
  /** Of a page that was sent without the front door. */
  noteGuest(request: IncomingMessage): void
  /** The first call begins to watch the process. */
  metrics(): Metrics
  /** `own`: those that each process needs, where another process runs the others. */
  startJobs(which?: 'all' | 'own'): Jobs
  /** Takes answers by mail where a setting says so. */
  listenForMail(): Promise<ListeningMailDoor | null>
  /**
   * Begins the drain: ends open event streams, asks the jobs to stop, is not ready any more;
   * requests in progress continue.
   */
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
    ...amongRooms(features, () => services),
    erasures: erasuresOf(features),
    aging: handedIn(features, 'aging'),
    collections: collectionsOf(features),
    ownCounts: createOwnCounts(handedIn(features, 'ownCounts')),
    address: publicAddress(settings),
    database,
    db: database.db,
    clock,
    log: ownLog,
    errorService,
    queueMail: (trx, mail) =>
      queueMail(services, trx, { ...mail, brand: texts.library().asPublished(mail.brand) }),
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
  await shipTexts(services)
  const api = createApi(services, handlers)
  let jobs: Jobs | undefined
  let mailDoor: ListeningMailDoor | null = null
  return {
    services,
    api,
    frontDoor: createFrontDoor(services, api, guestPages ?? null, fromFeatures),
    noteGuest: createGuestArrivals(services, fromFeatures),
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

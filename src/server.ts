import cluster from 'node:cluster'
import { readFileSync } from 'node:fs'
import { createServer, type ServerOptions } from 'node:http'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { openLog } from './api/log.server.ts'
import { REPLACED } from './api/services.server.ts'
import { sessionCookieName } from './api/session-cookie.server.ts'
import { createApp } from './app.server.ts'
import { openTexts } from './content/texts.server.ts'
import { hasDemoCast, prepareDemo } from './demo/network.server.ts'
import { mailedLinkCookieName } from './features/core/accounts/mailed-links/mailed-link-cookie.server.ts'
import { createBodyGate, hasBody, MAX_BODY_DURATION } from './front-door/body-gate.server.ts'
import { loadGuestPages } from './front-door/guest-pages.server.ts'
import { acceptIncoming } from './front-door/incoming.server.ts'
import { createListener } from './front-door/listener.server.ts'
import { countAtOnce, type WithoutFrontDoor } from './front-door/request-metrics.server.ts'
import { loadStaticFiles } from './front-door/static-files.server.ts'
import { printBanner } from './process/banner.server.ts'
import { loadBuiltPages } from './process/built-pages.server.ts'
import { serveControl } from './process/control.server.ts'
import { openDatabase } from './process/database.server.ts'
import { createDrain } from './process/drain.server.ts'
import { serveMetrics } from './process/metrics.server.ts'
import { sandboxSettings, startSandbox } from './process/sandbox.server.ts'
import { withSecrets } from './process/secrets.server.ts'
import { endStart, startUp, StartUpError } from './process/start-up.server.ts'
import { tellSystemdReady } from './process/systemd.server.ts'
import { isFirstWorker, READY, RETIRE, startWorkers, workerSlot } from './process/workers.server.ts'
import { readSettings } from './settings.ts'
import { hostname, hostTable, publicAddress } from './sites/hosts.ts'
import { brands } from './sites/registry.ts'
import { refuseUnfinished } from './unfinished.server.ts'

const serving: ServerOptions & { optimizeEmptyRequests: boolean } = {
  // Slow request headers (Slowloris) are checked every 5 s instead of Node's default of 30 s.
  connectionsCheckingInterval: 5000,
  // Skips the body stream of requests without a body: its events are a seventh of a guest page's
  // cost.
  optimizeEmptyRequests: true,
}
/**
 * Connections that wait to be accepted; the kernel's own limit. Node's 511 overflow while it is
 * busy, and their clients wait seconds.
 */
const BACKLOG = 4096
const dist = join(import.meta.dirname, '..', 'dist')

await startUp(async () => {
  const given = readSettings(process.env)
  // What can be refused without the database is refused before that is touched.
  const isServing = given.workers === 1 || cluster.isWorker
  if (isServing) {
    await loadBuiltPages(join(dist, 'server', 'entry.mjs'))
    // The pages' adapter has a listener of its own, which says nothing where it renders nothing.
    process.on('unhandledRejection', endStart)
  }
  const firstLog = openLog(given)
  const database = await openDatabase(given, firstLog)
  if (given.production && (await hasDemoCast(database.db))) {
    throw new StartUpError(
      'This database holds the demo network, of which everybody knows the passwords. Set DATABASE_URL to a database of its own.',
    )
  }
  if (cluster.isPrimary) await refuseUnfinished(given, database.db)
  const configured = await withSecrets(given, database)
  const sandbox = await startSandbox(configured)
  const settings = sandbox
    ? { ...configured, gateway: sandbox.gateway, partner: sandbox.partner }
    : configured
  const demo =
    settings.demo && cluster.isPrimary
      ? await prepareDemo(database.db, { now: new Date(), sessionSecret: settings.sessionSecret })
      : null
  if (!isServing) {
    await database.close()
    const workers = await startWorkers(
      settings.workers,
      sandbox ? sandboxSettings(sandbox) : {},
      () => {
        sandbox?.stop()
        process.exit()
      },
    )
    // It has said why.
    if (!workers) process.exit(1)
    printBanner({ settings, demo, sandbox })
    tellSystemdReady()
    process.on('SIGHUP', () => void workers.restart())
    process.on('SIGTERM', () => void workers.stop())
    process.on('SIGINT', () => void workers.stop())
    return
  }
  const { hsts } = settings
  const hosts = hostTable(brands, settings.sitesSuffix)
  const texts = openTexts(undefined, { isBuilt: true })
  const guestPages = loadGuestPages(
    join(dist, 'client', 'brand'),
    hosts,
    publicAddress(settings),
    hsts,
    texts,
  )
  const files = loadStaticFiles(join(dist, 'client'), hsts)
  const release = readFileSync(join(dist, 'built-from'), 'utf8').slice(0, 12)
  const app = await createApp({ settings, database, log: firstLog, guestPages, texts, release })
  const { errorService, log } = app.services
  process.off('unhandledRejection', endStart)
  process.on('unhandledRejection', (error) =>
    log.error({ error }, 'a promise failed that nobody waited for'),
  )
  const answer = createListener(app)

  const cookieNames = [
    sessionCookieName(settings.production),
    mailedLinkCookieName(settings.production),
  ]
  const gate = createBodyGate({ hsts })
  const drain = createDrain({ notice: settings.drainNotice })
  const server = createServer(serving, (request, response) => {
    if (!drain.admits(request, response)) return
    const ended = (route: WithoutFrontDoor) => countAtOnce(route, response.statusCode)
    if (!hasBody(request) && guestPages.send(request, response, cookieNames)) {
      app.noteGuest(request)
      return ended('(guest pages)')
    }
    if (!acceptIncoming(request, response, app.services)) return ended('(refused)')
    if (!gate(request, response, String(request.headers['x-forwarded-for'])))
      return ended('(refused)')
    if (files.send(request, response, hosts.get(hostname(request.headers.host ?? ''))))
      return ended('(files)')
    void answer(request, response)
  })
  server.headersTimeout = 10_000
  server.requestTimeout = MAX_BODY_DURATION
  server.keepAliveTimeout = 65_000

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const inUse = error.code === 'EADDRINUSE'
      reject(
        inUse
          ? new StartUpError(
              `Port ${settings.port} on ${settings.host} is in use. Set PORT to another one.`,
            )
          : error,
      )
    })
    server.listen({ port: settings.port, host: settings.host, backlog: BACKLOG }, resolve)
  })
  const metrics = serveMetrics(settings, app.metrics(), (line) => log.warn(line), workerSlot)
  // A worker is ready before the one that it replaces gives it the port.
  if (workerSlot === null) await metrics
  await app.listenForMail().catch((error: NodeJS.ErrnoException) => {
    throw new StartUpError(
      `Cannot take mail at ${settings.repliesAt?.host}:${settings.repliesAt?.port} (${error.code ?? error.message}). Set REPLIES_AT to another port.`,
    )
  })
  const control = await serveControl(settings.dataDir, database)
  app.startJobs(isFirstWorker ? 'all' : 'own')
  if (cluster.isPrimary) {
    printBanner({ settings, demo, sandbox })
    tellSystemdReady()
  }
  // Node writes it when a process ends; one that is killed leaves it as well.
  flushCompileCache()
  let stopping = false
  const stop = async (isReplaced = false) => {
    if (stopping) return
    stopping = true
    app.drain(isReplaced ? REPLACED : undefined)
    await drain.run(server, { isReplaced })
    control?.close()
    await app.close()
    void metrics.then((server) => {
      server?.closeAllConnections()
      server?.close()
    })
    sandbox?.stop()
    if (cluster.isWorker) process.disconnect()
  }
  if (errorService) {
    process.on('uncaughtException', (error) => {
      log.error({ error }, 'the process failed')
      void errorService.close().finally(() => process.exit(1))
    })
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
  if (cluster.isWorker) {
    // For the primary, which replaces workers.
    process.on('SIGHUP', () => undefined)
    process.on('message', (message) => message === RETIRE && void stop(true))
    process.send?.(READY)
  }
})

import { REPLACED, type Services } from '../api/services.server.ts'
import { MINUTE, SECOND } from '../lib/clock.ts'
import { sinceRead } from '../lib/metrics.server.ts'
import { verify } from '../lib/signature.server.ts'
import type { Visit } from './visit.server.ts'

export async function health(
  services: Services,
  { request, url, ip }: Pick<Visit, 'request' | 'url' | 'ip'>,
): Promise<Response | null> {
  const path = url.pathname
  if (path === '/healthz')
    return Response.json(
      isOfDoctor(services, request)
        ? { ok: true, address: ip, metricsRead: sinceRead(), up: process.uptime() * SECOND }
        : { ok: true },
    )
  if (path !== '/readyz') return null
  // A process that is replaced behind the same address stays ready: the proxy would give up its
  // successor.
  if (services.stopping.aborted && services.stopping.reason !== REPLACED) return notReady()
  try {
    await services.db.selectFrom('brands').select('id').limit(1).execute()
    return Response.json({ ok: true })
  } catch (error) {
    services.log.error({ error }, 'not ready')
    return notReady()
  }
}

/**
 * `npm run doctor` asks as whom the server sees it, behind the proxies, and whether anybody reads
 * the metrics; it signs the question with the time.
 */
function isOfDoctor({ settings, clock }: Services, request: Request): boolean {
  const given = request.headers.get('X-Doctor')
  if (given === null) return false
  const { doctor } = (verify(given, settings.sessionSecret) ?? {}) as { doctor?: unknown }
  return typeof doctor === 'number' && Math.abs(clock.now().getTime() - doctor) < MINUTE
}

function notReady(): Response {
  return Response.json({ ok: false }, { status: 503, headers: { 'Retry-After': '2' } })
}

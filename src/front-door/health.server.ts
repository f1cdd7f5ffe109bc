import type { Services } from '../api/services.server.ts'

export async function health(services: Services, path: string): Promise<Response | null> {
  if (path === '/healthz') return Response.json({ ok: true })
  if (path !== '/readyz') return null
  try {
    await services.db.selectFrom('brands').select('id').limit(1).execute()
    return Response.json({ ok: true })
  } catch (error) {
    services.log.error({ error }, 'not ready')
    return Response.json({ ok: false }, { status: 503, headers: { 'Retry-After': '2' } })
  }
}

import type { Services } from '#api/services.server.ts'
import { deviceCookieName, deviceToken } from '#api/session-cookie.server.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { inBatches, type Job } from '#jobs/worker.server.ts'
import { DAY, HOUR, later } from '#lib/clock.ts'
import { setCookie } from '#lib/cookies.server.ts'
import { hashToken, newToken } from '#lib/token.server.ts'
import type { Host } from '#sites/hosts.ts'
import { insertDevice, sweepDevices } from './devices.sql.ts'

/**
 * A known device may sign in while others guess the password (assurance 7). The cookie alone grants
 * no access.
 */
const DEVICE_LIFETIME = 365 * DAY

type Browser = { request: Request; host: Host; services: Pick<Services, 'settings'> }

export function deviceHash({
  request,
  services,
}: Pick<Browser, 'request' | 'services'>): Uint8Array | null {
  const token = deviceToken(request.headers.get('Cookie'), services.settings.production)
  return token === null ? null : hashToken(token)
}

/** The device gets a new name each time, so that a planted cookie is worthless. */
export async function rememberDevice(
  db: Db | Trx,
  browser: Browser,
  accountId: number,
  at: Date,
): Promise<string> {
  const token = newToken()
  await insertDevice(db, { hash: hashToken(token), before: deviceHash(browser), accountId, at })
  return deviceCookie(browser, token)
}

export function deviceCookie(
  { host, services }: Pick<Browser, 'host' | 'services'>,
  token: string,
): string {
  const { production: secure } = services.settings
  return setCookie({
    name: deviceCookieName(secure),
    value: token,
    domain: host.domain,
    life: DEVICE_LIFETIME,
    secure,
  })
}

export const deviceSweepJob: Job = {
  name: 'deviceSweep',
  period: HOUR,
  start: ({ db, clock }) => ({
    run(stopping) {
      const before = later(clock.now(), -DEVICE_LIFETIME)
      return inBatches(stopping, (most) => sweepDevices(db, before, most))
    },
  }),
}

import type { Services } from '../../api/services.server.ts'
import type { Db, Trx } from '../../db/connection.server.ts'
import { wake } from '../../jobs/wake.sql.ts'
import type { Job } from '../../jobs/worker.server.ts'
import { MINUTE, SECOND } from '../../lib/clock.ts'
import { signatureOf } from '../../lib/signature.server.ts'
import { brandById } from '../../sites/registry.ts'
import type { Brand } from '../../sites/site.ts'
import { askToCancel, type Cancellation, claimCancellation, markConfirmed, openSubscriptions } from './cancel.sql.ts'
import { productOf } from './offers.ts'

const CANCELLATION_JOB = 'cancellations'
const GATEWAY_TIMEOUT = 10 * SECOND

/**
 * Sends each cancellation to the gateway until it is confirmed: `POST /cancelSubscription` with `subscription`,
 * signed like its webhooks. The gateway answers 2xx, also for one that it cancelled before.
 */
export const cancellationJob: Job = {
  name: CANCELLATION_JOB,
  period: MINUTE,
  start: (services) => ({
    async run(stopping) {
      while (!stopping.aborted) {
        const next = await claimCancellation(services.db, services.clock.now())
        if (!next) return
        await sendCancellation(services, next)
      }
    },
  }),
}

export type Renewal = { id: number; brand: Brand; paidUntil: Date }

/** What renews of an account, on every brand. */
export async function renewalsOf(db: Db | Trx, accountId: number, at: Date): Promise<Renewal[]> {
  const open = await openSubscriptions(db, accountId, at)
  return open.flatMap(({ id, brand: brandId, plan, paidUntil }) => {
    const brand = brandById(brandId)
    if (!brand) return []
    const gives = productOf(brand, plan)?.gives
    return gives?.kind === 'premium' && gives.renews ? [{ id, brand, paidUntil }] : []
  })
}

/** Cancels what renews of an account at the end of the paid time; they are sent to the gateway after the commit. */
export async function cancelRenewals(trx: Trx, accountId: number, at: Date): Promise<Renewal[]> {
  const renewals = await renewalsOf(trx, accountId, at)
  await askToCancel(
    trx,
    renewals.map(({ id }) => id),
    at,
  )
  if (renewals.length > 0) await wake(trx, CANCELLATION_JOB)
  return renewals
}

async function sendCancellation({ db, settings, clock, log }: Services, { id, brand, reference }: Cancellation): Promise<void> {
  const { gateway } = settings
  if (!gateway) return log.error({ subscription: id, brand }, 'a subscription waits to be cancelled, and there is no gateway')
  const body = JSON.stringify({ subscription: reference })
  const timestamp = String(Math.floor(clock.now().getTime() / SECOND))
  const headers = { 'Content-Type': 'application/json', 'X-Webhook-Timestamp': timestamp, 'X-Webhook-Signature': signatureOf(body, timestamp, gateway.secret) }
  try {
    const answer = await fetch(gatewayAddress(gateway.origin), {
      method: 'POST',
      headers,
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(GATEWAY_TIMEOUT),
    })
    if (!answer.ok) throw new Error(`the gateway answered ${answer.status}`)
    await markConfirmed(db, id, clock.now())
  } catch (error) {
    log.error({ subscription: id, error }, 'the gateway did not confirm a cancellation; it is sent again')
  }
}

/** Node does not resolve `*.localhost`, where the sandbox listens. */
function gatewayAddress(origin: string): URL {
  const url = new URL('/cancelSubscription', origin)
  if (url.hostname.endsWith('.localhost')) url.hostname = '127.0.0.1'
  return url
}

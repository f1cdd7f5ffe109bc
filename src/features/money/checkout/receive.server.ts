import type { Services } from '#api/services.server.ts'
import { counter } from '#lib/metrics.server.ts'
import { type Provider, providerOf } from '../orders/providers.ts'
import { keepEvent, noteOutcome, type Outcome } from '../orders/webhook-events.sql.ts'
import type { GatewayEvent } from '../processors/gateway/webhook.contract.ts'
import { settle } from './settlement.server.ts'

const reported = counter(
  'sites_processor_reports_total',
  'Events that processors reported, by what became of them',
  ['provider', 'outcome'],
)

/**
 * Stores and applies an event in one transaction: a crash before the response leaves both or
 * neither.
 */
export async function receiveEvent(
  services: Services,
  provider: Provider,
  event: GatewayEvent,
  at: Date,
): Promise<Outcome | 'repeated'> {
  const outcome = await services.db.transaction().execute(async (trx) => {
    if (!(await keepEvent(trx, provider, event, at))) return 'repeated'
    // Nobody reports a payment that has another's reference.
    const settled =
      providerOf(event.reference) === provider
        ? await settle(services, trx, event, at)
        : 'otherOrder'
    await noteOutcome(trx, provider, event.id, settled, at)
    return settled
  })
  reported.inc({ provider, outcome })
  // An error response would only make the processor resend the same event. Operators see failures
  // here and in `npm run payments`.
  const level = outcome === 'applied' || outcome === 'repeated' ? 'info' : 'warn'
  services.log[level](
    { provider, event: event.id, type: event.type, order: event.order, outcome },
    'payment reported',
  )
  return outcome
}

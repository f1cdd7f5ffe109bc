import { type Handler, handle } from '../../../api/router.server.ts'
import { settle } from '../settlement.server.ts'
import { keepEvent, noteOutcome } from './webhook-events.sql.ts'
import { gatewayWebhook } from './webhook.contract.ts'

/** Stores and applies the event in one transaction: a crash before the response leaves both or neither. */
const gatewayWebhookHandler = handle(gatewayWebhook, async ({ body: event, services, at }) => {
  const outcome = await services.db.transaction().execute(async (trx) => {
    if (!(await keepEvent(trx, event, at))) return 'repeated'
    const settled = await settle(services, trx, event, at)
    await noteOutcome(trx, event.id, settled, at)
    return settled
  })
  // An error response would only make the gateway resend the same event. Operators see failures here and in `npm run
  // payments`.
  const level = outcome === 'applied' || outcome === 'repeated' ? 'info' : 'warn'
  services.log[level]({ event: event.id, type: event.type, order: event.order, outcome }, 'payment reported')
  return { ok: true as const }
})

export const gatewayHandlers: Handler[] = [gatewayWebhookHandler]

import { type Handler, handle } from '../../../api/router.server.ts'
import { settle } from '../settlement.server.ts'
import { gatewayWebhook } from './webhook.contract.ts'
import { keepEvent, noteOutcome } from './webhook-events.sql.ts'

/** The event and what follows from it are one: a crash before the answer leaves both or neither. */
const gatewayWebhookHandler = handle(gatewayWebhook, async ({ body: event, services, at }) => {
  const outcome = await services.db.transaction().execute(async (trx) => {
    if (!(await keepEvent(trx, event, at))) return 'repeated'
    const settled = await settle(trx, event, at)
    await noteOutcome(trx, event.id, settled, at)
    return settled
  })
  // An answer other than "done" would only bring the same event again: what is wrong with it, an operator sees here and in `npm run payments`.
  const level = outcome === 'applied' || outcome === 'repeated' ? 'info' : 'warn'
  services.log[level]({ event: event.id, type: event.type, order: event.order, outcome }, 'payment reported')
  return { ok: true as const }
})

export const gatewayHandlers: Handler[] = [gatewayWebhookHandler]

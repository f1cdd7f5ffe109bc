import { fieldError } from '../../../../api/errors.ts'
import { type Handler, handle } from '../../../../api/router.server.ts'
import { receiveEvent } from '../../checkout/receive.server.ts'
import { AHEAD, isAhead } from '../../orders/event-time.ts'
import { gatewayWebhook } from './webhook.contract.ts'

const gatewayWebhookHandler = handle(gatewayWebhook, async ({ body: event, services, at }) => {
  if (isAhead(new Date(event.occurredAt), at)) throw fieldError('occurredAt', AHEAD)
  await receiveEvent(services, 'gateway', event, at)
  return { ok: true as const }
})

export const gatewayHandlers: Handler[] = [gatewayWebhookHandler]

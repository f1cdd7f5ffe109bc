import { fieldError } from '../../../api/errors.ts'
import { type Handler, handle } from '../../../api/router.server.ts'
import { AHEAD, isAhead } from '../processors/event-time.ts'
import { receiveEvent } from './receive.server.ts'
import { gatewayWebhook } from './webhook.contract.ts'

const gatewayWebhookHandler = handle(gatewayWebhook, async ({ body: event, services, at }) => {
  if (isAhead(new Date(event.occurredAt), at)) throw fieldError('occurredAt', AHEAD)
  await receiveEvent(services, 'gateway', event, at)
  return { ok: true as const }
})

export const gatewayHandlers: Handler[] = [gatewayWebhookHandler]

import { type Handler, handle } from '../../../api/router.server.ts'
import { receiveEvent } from './receive.server.ts'
import { gatewayWebhook } from './webhook.contract.ts'

const gatewayWebhookHandler = handle(gatewayWebhook, async ({ body: event, services, at }) => {
  await receiveEvent(services, 'gateway', event, at)
  return { ok: true as const }
})

export const gatewayHandlers: Handler[] = [gatewayWebhookHandler]

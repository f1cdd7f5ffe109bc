import { type Handler, handle } from '#api/call.server.ts'
import { fieldError } from '#api/errors.ts'
import { AHEAD, isAhead } from '#money/orders/event-time.ts'
import type { Receive } from '../processor.ts'
import { gatewayWebhook } from './webhook.contract.ts'

export const gatewayHandlers = (receive: Receive): Handler[] => [
  handle(gatewayWebhook, async ({ body: event, services, at }) => {
    if (isAhead(new Date(event.occurredAt), at)) throw fieldError('occurredAt', AHEAD)
    await receive(services, 'gateway', event, at)
    return { ok: true as const }
  }),
]

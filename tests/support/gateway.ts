import { createHmac, randomUUID } from 'node:crypto'
import { upgrade } from '#money/checkout/orders.contract.ts'
import type { GatewayEvent } from '#money/processors/gateway/webhook.contract.ts'
import { apiHostFor } from '#sites/hosts.ts'
import type { TestApp, Visitor } from './app.ts'

const SECRET = 'a secret between two servers'

export const gatewaySettings = {
  GATEWAY_URL: 'http://public-key@gateway.localhost:4399',
  GATEWAY_SECRET: SECRET,
}

export type Report = Partial<GatewayEvent> & Pick<GatewayEvent, 'order'>

export function eventOf(app: TestApp, report: Report): GatewayEvent {
  return {
    id: `evt_${randomUUID()}`,
    type: 'payment.approved',
    occurredAt: app.clock.now().toISOString(),
    reference: `pay_${report.order}`,
    subscription: `sub_${report.order}`,
    amount: 2995,
    currency: 'USD',
    ...report,
  }
}

/** The charges of an order, in the order in which they were entered. */
export function paymentsOf(app: TestApp, order: number) {
  return app.db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', order)
    .orderBy('id')
    .execute()
}

export const startsOrder = (member: Visitor, keyword: string, promoCode?: string) =>
  member.calls(upgrade, { body: { keyword, promoCode } })

type Sending = { secret?: string; sentAt?: Date; body?: string; headers?: Record<string, string> }

/** Sends a webhook as the gateway does: without cookie, Origin and X-Requested-With. */
export async function reports(
  app: TestApp,
  event: GatewayEvent,
  sending: Sending = {},
): Promise<Response> {
  const body = JSON.stringify(event)
  const timestamp = String(Math.floor((sending.sentAt ?? app.clock.now()).getTime() / 1000))
  const mac = createHmac('sha256', sending.secret ?? SECRET)
    .update(`${timestamp}.${body}`)
    .digest('hex')
  return app.visitor('adultcrush').request('/webhook/gateway', {
    method: 'POST',
    headers: {
      'X-Requested-With': undefined,
      Origin: undefined,
      Host: apiHostFor('www.adultcrush.localhost:4321'),
      'Content-Type': 'application/json',
      'X-Webhook-Timestamp': timestamp,
      'X-Webhook-Signature': `sha256=${mac}`,
      ...sending.headers,
    },
    body: sending.body ?? body,
  })
}

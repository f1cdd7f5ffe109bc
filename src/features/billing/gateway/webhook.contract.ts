import { z } from 'zod'
import { done, endpoint, id } from '../../../api/contract.ts'

/** What the card gateway reports. It never says who paid or what for: the order does. */
const gatewayEvent = z.object({
  id: z.string().min(1).max(100),
  /** One of `settlement.server.ts`; others are kept, and nothing follows from them. */
  type: z.string().min(1).max(60),
  occurredAt: z.iso.datetime(),
  order: id,
  /** The gateway's name of the payment. */
  reference: z.string().min(1).max(100),
  /** The gateway's name of what renews; null where nothing does. */
  subscription: z.string().min(1).max(100).nullable(),
  amount: z.int().nonnegative(),
  currency: z.string().length(3),
})
export type GatewayEvent = z.output<typeof gatewayEvent>

export const gatewayWebhook = endpoint({
  method: 'post',
  path: '/webhook/gateway',
  summary: 'The card gateway reports a payment; may be repeated, and come in any order',
  access: 'webhook',
  body: gatewayEvent,
  answer: done,
})

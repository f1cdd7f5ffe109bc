import { z } from 'zod'
import { done, endpoint, id } from '#api/contract.ts'

/** An event of the card gateway. It names neither buyer nor product: the order defines both. */
export const gatewayEvent = z.object({
  id: z.string().min(1).max(100),
  /** One of the types in `settlement.server.ts`; others are stored and ignored. */
  type: z.string().min(1).max(60),
  occurredAt: z.iso.datetime(),
  order: id,
  reference: z.string().min(1).max(100),
  subscription: z.string().min(1).max(100).nullable(),
  amount: z.int().nonnegative(),
  currency: z.string().length(3),
  /** Why a bank declined or took back, where the gateway says. */
  reason: z.string().max(200).optional(),
  /** Whose shop took the payment, where a processor has one for each brand. */
  brand: z.string().max(40).optional(),
  /** When a processor that does so by itself charges a declined renewal again. */
  retryAt: z.iso.datetime().optional(),
  /** Until when a subscription was extended. */
  until: z.iso.datetime().optional(),
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

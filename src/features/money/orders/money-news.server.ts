import type { Services } from '#api/services.server.ts'
import { countOf } from '#core/figures/counting.sql.ts'
import type { Trx } from '#db/connection.server.ts'
import { chargeDeclined, moneyReturned } from './money-events.ts'
import type { Order } from './orders.sql.ts'
import { providerOf } from './providers.ts'

type Says = Pick<Services, 'say'>
type Money = { reference: string; amount: number; currency: string }

/** What is told of a charge, and of what went back of it. */
export function chargeOf(
  { id, accountId, brand }: Pick<Order, 'id' | 'accountId' | 'brand'>,
  { reference, amount, currency }: Money,
  at: Date,
) {
  const processor = providerOf(reference)
  return { orderId: id, accountId, brand, amount, currency, reference, processor, at }
}

/** Money of a charge has gone back: once for each refund and chargeback. */
export async function sayReturned(
  { say }: Says,
  trx: Trx,
  kind: 'refund' | 'chargeback',
  order: Order,
  money: Money,
  at: Date,
): Promise<void> {
  const charge = chargeOf(order, money, at)
  const { accountId, brand, amount, currency, processor } = charge
  await countOf(trx, accountId, {
    measure: kind,
    brand,
    detail: processor,
    currency,
    sum: amount,
    at,
  })
  await say(trx, moneyReturned, { kind, ...charge })
}

export async function sayDeclined(
  { say }: Says,
  trx: Trx,
  { id, accountId, brand }: Order,
  { reference }: { reference: string },
  kind: 'order' | 'renewal',
  at: Date,
): Promise<void> {
  const processor = providerOf(reference)
  await countOf(trx, accountId, { measure: 'declined', brand, detail: processor, at })
  await say(trx, chargeDeclined, { orderId: id, accountId, brand, processor, kind, at })
}

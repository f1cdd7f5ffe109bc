import type { TestApp } from '#tests/support/app.ts'
import type { CastMember } from '#tests/support/cast.ts'

/** An order of a member with its payment; returns its number. */
export async function hasPaid(app: TestApp, who: CastMember, reference: string): Promise<number> {
  const { db } = app
  const at = app.clock.now()
  const bought = { account_id: who.id, brand: 'adultcrush', amount: 2995, currency: 'USD' }
  const { id } = await db
    .insertInto('orders')
    .values({
      ...bought,
      keyword: 'month',
      paid_at: at,
      gateway_reference: reference,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('payments')
    .values({
      ...bought,
      order_id: id,
      kind: 'initial',
      processor: 'gateway',
      reference,
      charged_at: at,
    })
    .execute()
  return id
}

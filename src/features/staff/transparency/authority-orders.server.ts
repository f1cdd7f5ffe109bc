import { type Call, type Handler, handle } from '#api/call.server.ts'
import { ApiError, fieldError } from '#api/errors.ts'
import type { Scope } from '#api/member.server.ts'
import { usernamesOf } from '#core/accounts/usernames/usernames.sql.ts'
import { recordAct } from '#core/audit/audit.sql.ts'
import { assertLead } from '#core/staff-accounts/roles.server.ts'
import type { Trx } from '#db/connection.server.ts'
import { changeAuthorityOrders, getAuthorityOrders } from './authority-orders.contract.ts'
import { insertOrder, latestOrders, orderForUpdate, settleOrder } from './authority-orders.sql.ts'
import { momentOf, ORDERS_PATH } from './authority-orders.ts'

const MOST_SHOWN = 200

const listHandler = handle(getAuthorityOrders, async ({ scope, services: { db } }) => {
  await assertLead(db, scope.member.id)
  const orders = await latestOrders(db, MOST_SHOWN)
  const names = await usernamesOf(db, [...new Set(orders.map(({ recordedBy }) => recordedBy))])
  return {
    orders: orders.map((order) => ({
      ...order,
      receivedAt: order.receivedAt.toISOString(),
      settledAt: order.settledAt?.toISOString() ?? null,
      recordedBy: names.get(order.recordedBy) ?? 'somebody who has left',
    })),
  }
})

type Change = Call<typeof changeAuthorityOrders>['body']

const changeHandler = handle(changeAuthorityOrders, async ({ body, scope, services }) => {
  await services.db.transaction().execute(async (trx) => {
    await assertLead(trx, scope.member.id)
    await (body.act === 'add' ? add(trx, scope, body) : settle(trx, scope, body))
  })
  return {
    ok: true as const,
    next: `${ORDERS_PATH}?done=${body.act === 'add' ? 'added' : 'settled'}`,
  }
})

async function add(trx: Trx, scope: Scope, order: Extract<Change, { act: 'add' }>): Promise<void> {
  const { member, at } = scope
  const receivedAt = momentOf(order.receivedAt)
  if (receivedAt > at) throw fieldError('receivedAt', 'This is in the future. Times are in UTC.')
  const { brand, authority, country, kind, category } = order
  const id = await insertOrder(trx, {
    brand,
    authority,
    country,
    kind,
    category,
    receivedAt,
    by: member.id,
  })
  await recordAct(trx, scope, {
    action: 'staff.addAuthorityOrder',
    subjectId: null,
    details: { order: id, brand, kind },
  })
}

async function settle(
  trx: Trx,
  scope: Scope,
  { id, outcome, ...settled }: Extract<Change, { act: 'settle' }>,
): Promise<void> {
  const settledAt = momentOf(settled.settledAt)
  const order = await orderForUpdate(trx, id)
  if (!order) throw new ApiError('notFound', 'There is no such order.')
  if (order.outcome !== null)
    throw new ApiError(
      'conflict',
      'Somebody has said already what came of this order. Nothing was changed.',
    )
  if (settledAt > scope.at)
    throw fieldError('settledAt', 'This is in the future. Times are in UTC.')
  if (settledAt < order.receivedAt) throw fieldError('settledAt', 'This is before the order came.')
  await settleOrder(trx, id, { outcome, at: settledAt })
  await recordAct(trx, scope, {
    action: 'staff.settleAuthorityOrder',
    subjectId: null,
    details: { order: id, outcome },
  })
}

export const authorityOrderHandlers: Handler[] = [listHandler, changeHandler]

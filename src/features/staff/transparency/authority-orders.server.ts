import { type Handler, handle } from '../../../api/call.server.ts'
import { ApiError, fieldError } from '../../../api/errors.ts'
import { usernamesOf } from '../../core/accounts/usernames.sql.ts'
import { recordAct } from '../../core/audit/audit.sql.ts'
import { assertLead } from '../../core/staff-accounts/roles.server.ts'
import {
  addAuthorityOrder,
  getAuthorityOrders,
  settleAuthorityOrder,
} from './authority-orders.contract.ts'
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

const addHandler = handle(addAuthorityOrder, async ({ body, scope, services, at }) => {
  const receivedAt = momentOf(body.receivedAt)
  if (receivedAt > at) throw fieldError('receivedAt', 'This is in the future. Times are in UTC.')
  await services.db.transaction().execute(async (trx) => {
    await assertLead(trx, scope.member.id)
    const order = await insertOrder(trx, { ...body, receivedAt, by: scope.member.id })
    await recordAct(trx, scope, {
      action: 'staff.addAuthorityOrder',
      subjectId: null,
      details: { order, brand: body.brand, kind: body.kind },
    })
  })
  return { ok: true as const, next: `${ORDERS_PATH}?done=added` }
})

const settleHandler = handle(settleAuthorityOrder, async ({ body, scope, services, at }) => {
  const { id, outcome } = body
  const settledAt = momentOf(body.settledAt)
  await services.db.transaction().execute(async (trx) => {
    await assertLead(trx, scope.member.id)
    const order = await orderForUpdate(trx, id)
    if (!order) throw new ApiError('notFound', { detail: 'There is no such order.' })
    if (order.outcome !== null)
      throw new ApiError('conflict', {
        detail: 'Somebody has said already what came of this order. Nothing was changed.',
      })
    if (settledAt > at) throw fieldError('settledAt', 'This is in the future. Times are in UTC.')
    if (settledAt < order.receivedAt)
      throw fieldError('settledAt', 'This is before the order came.')
    await settleOrder(trx, id, { outcome, at: settledAt })
    await recordAct(trx, scope, {
      action: 'staff.settleAuthorityOrder',
      subjectId: null,
      details: { order: id, outcome },
    })
  })
  return { ok: true as const, next: `${ORDERS_PATH}?done=settled` }
})

export const authorityOrderHandlers: Handler[] = [listHandler, addHandler, settleHandler]

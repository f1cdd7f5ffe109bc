import { setRoles } from '../../../../src/features/core/staff-accounts/roles.sql.ts'
import type { StaffRole } from '../../../../src/sites/staff-roles.ts'
import type { TestApp } from '../../../support/app.ts'
import { asStaff, type CastMember, joins } from '../../../support/cast.ts'

/** Somebody of staff with these roles alone. */
export async function worksAs(
  app: TestApp,
  username: string,
  roles: readonly StaffRole[],
): Promise<CastMember> {
  const somebody = await asStaff(
    app,
    await joins(app, { brand: 'adultcrush', username, staff: true }),
  )
  await app.services.db
    .transaction()
    .execute((trx) => setRoles(trx, somebody.id, roles, app.clock.now()))
  return somebody
}

/** An order of a member with its payment; returns its number. */
export async function hasPaid(app: TestApp, who: CastMember, reference: string): Promise<number> {
  const { db } = app.services
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

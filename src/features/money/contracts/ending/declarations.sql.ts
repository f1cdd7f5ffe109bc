import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import { DAY, later, MINUTE } from '#lib/clock.ts'
import { foldAddress } from '#lib/folding.ts'
import type { DeclarationKind, EndingKind } from './declarations.ts'

/** Between two attempts to settle a declaration that failed. */
const RETRY_INTERVAL = 5 * MINUTE

export type Declaration = {
  id: number
  brand: string
  kind: DeclarationKind
  name: string
  email: string
  orderNumber: string
  reason: string
  /** Of a cancellation. */
  ending: EndingKind | null
  endOn: string | null
  declaredAt: Date
}

export async function insertDeclaration(
  db: Db | Trx,
  declaration: Omit<Declaration, 'id'>,
): Promise<void> {
  const { brand, kind, name, email, orderNumber, reason, ending, endOn, declaredAt } = declaration
  await db
    .insertInto('declarations')
    .values({
      brand,
      kind,
      name,
      email: foldAddress(email),
      order_number: orderNumber,
      reason,
      ending,
      end_on: endOn,
      declared_at: declaredAt,
    })
    .execute()
}

/** Claims the oldest declaration that has no effect yet. */
export function claimDeclaration(db: Db, at: Date): Promise<Declaration | undefined> {
  return db
    .updateTable('declarations')
    .set({ tried_at: at })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('declarations')
        .select('id')
        .where('settled_at', 'is', null)
        .where((or) =>
          or.or([or('tried_at', 'is', null), or('tried_at', '<=', later(at, -RETRY_INTERVAL))]),
        )
        .orderBy('declared_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning([
      'id',
      'brand',
      'kind',
      'name',
      'email',
      'order_number as orderNumber',
      'reason',
      'ending',
      'end_on as endOn',
      'declared_at as declaredAt',
    ])
    .executeTakeFirst()
}

/** False if another process settled it meanwhile. */
export async function settleOnce(
  trx: Trx,
  id: number,
  {
    order,
    accountId,
    outcome,
    at,
  }: { order: number | null; accountId: number | null; outcome: string; at: Date },
): Promise<boolean> {
  const settled = await trx
    .updateTable('declarations')
    .set({ settled_at: at, outcome, order_id: order, account_id: accountId })
    .where('id', '=', id)
    .where('settled_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return settled !== undefined
}

/** How many declarations of this address named no order of its own during the last day. */
export async function unmatchedOf(trx: Trx, email: string, at: Date): Promise<number> {
  const { count } = await trx
    .selectFrom('declarations')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('email', '=', email)
    .where('declared_at', '>', later(at, -DAY))
    .where('outcome', '=', 'unmatched')
    .executeTakeFirstOrThrow()
  return count
}

/** The account of an order, if this address is the account's. */
export async function accountOfOrder(
  trx: Trx,
  order: number,
  email: string,
  emailOf: (accountId: number) => Promise<string | null>,
): Promise<number | null> {
  const row = await trx
    .selectFrom('orders')
    .select('account_id as accountId')
    .where('id', '=', order)
    .executeTakeFirst()
  if (!row) return null
  const own = await emailOf(row.accountId)
  return own !== null && foldAddress(own) === foldAddress(email) ? row.accountId : null
}

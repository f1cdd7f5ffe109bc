import type { Db, Trx } from '#db/connection.server.ts'
import type { Brand } from '#sites/site.ts'

export type Access = { premiumUntil: Date | null; firstPremiumAt: Date | null }

/** Stands for access without an end, which a partner may grant. */
export const FOR_GOOD = new Date('9999-12-31T00:00:00Z')

/**
 * The name under which the partner knows a member of a brand: random, since profiles are found by
 * the account's number.
 */
export async function partnerReference(
  db: Db,
  {
    accountId,
    brand,
    reference,
    at,
  }: { accountId: number; brand: string; reference: string; at: Date },
): Promise<string> {
  await db
    .insertInto('partner_access')
    .values({ account_id: accountId, brand, reference, created_at: at })
    .onConflict((conflict) => conflict.columns(['account_id', 'brand']).doNothing())
    .execute()
  const row = await db
    .selectFrom('partner_access')
    .select('reference')
    .where('account_id', '=', accountId)
    .where('brand', '=', brand)
    .executeTakeFirstOrThrow()
  return row.reference
}

export type Held = {
  accountId: number
  brand: string
  grantedAt: Date | null
  changedAt: Date | null
}

/**
 * Locks the access that an event names, so that two events of one member apply one after the other.
 */
export function lockAccess(trx: Trx, reference: string): Promise<Held | undefined> {
  return trx
    .selectFrom('partner_access')
    .select([
      'account_id as accountId',
      'brand',
      'granted_at as grantedAt',
      'changed_at as changedAt',
    ])
    .where('reference', '=', reference)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * `until` null: access has ended. `changedAt` is the partner's time, since events may come in any
 * order.
 */
export async function setAccess(
  trx: Trx,
  reference: string,
  access: { until: Date | null; grantedAt: Date | null; changedAt: Date },
): Promise<void> {
  await trx
    .updateTable('partner_access')
    .set({ until: access.until, granted_at: access.grantedAt, changed_at: access.changedAt })
    .where('reference', '=', reference)
    .execute()
}

export async function partnerAccessOf(
  db: Db | Trx,
  accountId: number,
): Promise<Map<string, Access>> {
  const rows = await db
    .selectFrom('partner_access')
    .select(['brand', 'until as premiumUntil', 'granted_at as firstPremiumAt'])
    .where('account_id', '=', accountId)
    .execute()
  return new Map(rows.map(({ brand, ...access }) => [brand, access]))
}

/** What counts on a brand: on a partner's, nothing that was bought elsewhere. */
export function paidOn(
  { id, billing }: Pick<Brand, 'id' | 'billing'>,
  paid: Access,
  ofPartners: ReadonlyMap<string, Access>,
): Access {
  return billing.model === 'partner'
    ? (ofPartners.get(id) ?? { premiumUntil: null, firstPremiumAt: null })
    : paid
}

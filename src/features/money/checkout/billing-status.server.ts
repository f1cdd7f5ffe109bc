import type { Scope } from '#api/member.server.ts'
import { membershipOn } from '#core/accounts/standing/membership.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { creditStatusOf } from '../credits/credits.sql.ts'

export type BillingStatus = { membership: 'premium' | 'standard'; credits: number | null }

export async function billingStatusOf(
  db: Db | Trx,
  { brand, member, at }: Scope,
): Promise<BillingStatus> {
  const creditStatus =
    brand.billing.model === 'credits' ? await creditStatusOf(db, member.id, at) : null
  const { membership } = membershipOn(brand.billing, member, creditStatus, at)
  return { membership, credits: creditStatus && creditStatus.credits }
}

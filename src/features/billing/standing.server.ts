import type { Scope } from '../../api/session.server.ts'
import type { Db, Trx } from '../../db/connection.server.ts'
import { standingOn } from '../accounts/membership.ts'
import { purseOf } from './credits.sql.ts'

/** What a member is on the brand of the session; `credits` is null where the brand uses none. */
export type Standing = { membership: 'premium' | 'standard'; credits: number | null }

export async function standingOf(db: Db | Trx, { brand, member, at }: Scope): Promise<Standing> {
  const purse = brand.billing.model === 'credits' ? await purseOf(db, member.id, at) : null
  const { membership } = standingOn(brand.billing, member, purse, at)
  return { membership, credits: purse && purse.credits }
}

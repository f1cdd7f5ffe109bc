import type { Scope } from '../../api/session.server.ts'
import type { Db, Trx } from '../../db/connection.server.ts'
import { membershipOf } from '../accounts/membership.ts'
import { balanceOf } from './credits.sql.ts'

/** What a member is on the brand of the session; `credits` is null where the brand uses none. */
export type Standing = { membership: 'premium' | 'standard'; credits: number | null }

export async function standingOf(db: Db | Trx, { brand, member, at }: Scope): Promise<Standing> {
  const credits = brand.billing.model === 'credits' ? await balanceOf(db, member.id, at) : null
  return { membership: membershipOf(member, brand.billing, credits ?? 0, at), credits }
}

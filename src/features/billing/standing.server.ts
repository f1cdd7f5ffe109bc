import type { Scope } from '../../api/session.server.ts'
import type { Db, Trx } from '../../db/connection.server.ts'
import { standingOn } from '../accounts/membership.ts'
import { purseOf } from './credits.sql.ts'

/** A member's membership on the session's brand; `credits` is null on brands without credits. */
export type Standing = { membership: 'premium' | 'standard'; credits: number | null }

export async function standingOf(db: Db | Trx, { brand, member, at }: Scope): Promise<Standing> {
  const purse = brand.billing.model === 'credits' ? await purseOf(db, member.id, at) : null
  const { membership } = standingOn(brand.billing, member, purse, at)
  return { membership, credits: purse && purse.credits }
}

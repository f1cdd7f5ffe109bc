import type { Db, Trx } from '../../db/connection.server.ts'
import { hashToken, newToken, startSession } from '../../api/session.server.ts'
import type { Services } from '../../api/services.server.ts'
import { later, MINUTE } from '../../lib/clock.ts'
import type { Brand } from '../../sites/site.ts'
import { confirmEmail } from './accounts.sql.ts'
import { type GrantPurpose, insertGrant, spendGrant } from './grants.sql.ts'
import { welcomeMail } from './mails.ts'

/** decisions §2: single-use, ten minutes, bound to purpose and brand, hashed at rest. */
export const GRANT_LIFE = 10 * MINUTE

/** Makes a grant and voids the account's older ones of that purpose. Returns the token, known to nobody else. */
export async function issueGrant(
  trx: Db | Trx,
  grant: { accountId: number; brand: string; purpose: GrantPurpose; at: Date },
): Promise<string> {
  const token = newToken()
  await insertGrant(trx, { ...grant, tokenHash: hashToken(token), expiresAt: later(grant.at, GRANT_LIFE) })
  return token
}

/**
 * Spends a `?token=` and does what it grants. Returns a new session's token where it signs in (in place of the
 * session that the browser had: `replaces`), else null. An unknown, used, expired or other brand's token does
 * nothing: the page is shown as if there were none.
 */
export async function redeemGrant(
  services: Services,
  brand: Brand,
  { token, device, replaces }: { token: string; device: string; replaces: string | null },
): Promise<string | null> {
  const at = services.clock.now()
  return services.db.transaction().execute(async (trx) => {
    const grant = await spendGrant(trx, hashToken(token), brand.id, at)
    if (!grant) return null
    // Following a link that only its mailbox got proves the address, whatever the link was for.
    const confirmed = await confirmEmail(trx, grant.accountId, at)
    if (confirmed) await services.queueMail(trx, welcomeMail(services, brand, confirmed))
    if (grant.purpose !== 'signIn') return null
    return startSession(trx, { accountId: grant.accountId, brand: brand.id, device, at, replaces })
  })
}

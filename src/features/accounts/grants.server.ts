import type { Db, Trx } from '../../db/connection.server.ts'
import { hashToken, newToken, sessionCookie, startSession } from '../../api/session.server.ts'
import type { Services } from '../../api/services.server.ts'
import { inBatches, type Job } from '../../jobs/worker.server.ts'
import { HOUR, later, MINUTE } from '../../lib/clock.ts'
import type { Brand } from '../../sites/site.ts'
import { confirmEmail } from './accounts.sql.ts'
import { type GrantPurpose, insertGrant, linkPurposes, lockBearer, spendGrant, sweepGrants } from './grants.sql.ts'
import { welcomeMail } from './mails.ts'
import { RESET_PERMISSION_LIFE, resetCookie } from './reset-permission.server.ts'

/** decisions §2: single-use, ten minutes, bound to purpose and brand, hashed at rest. */
const LIFE: Record<GrantPurpose, number> = {
  confirmEmail: 10 * MINUTE,
  signIn: 10 * MINUTE,
  reset: 10 * MINUTE,
  resetPassword: RESET_PERMISSION_LIFE,
}

/** Makes a grant and voids the account's older ones of that purpose. Returns the token, known to nobody else. */
export async function issueGrant(
  trx: Db | Trx,
  grant: { accountId: number; brand: string; purpose: GrantPurpose; at: Date },
): Promise<string> {
  const token = newToken()
  await insertGrant(trx, { ...grant, tokenHash: hashToken(token), expiresAt: later(grant.at, LIFE[grant.purpose]) })
  return token
}

/** What a link gave to the browser that followed it: a session, or the right to choose a new password. */
export type Redeemed = { gives: 'session' | 'resetPermission'; token: string }

/**
 * Spends a `?token=` and does what it grants. Returns what the browser now has to keep (a new session comes in
 * place of the one that it had: `replaces`), or null. An unknown, used, expired or other brand's token does
 * nothing: the page is shown as if there were none.
 */
export async function redeemGrant(
  services: Services,
  brand: Brand,
  { token, device, replaces }: { token: string; device: string; replaces: string | null },
): Promise<Redeemed | null> {
  const at = services.clock.now()
  return services.db.transaction().execute(async (trx) => {
    await lockBearer(trx, hashToken(token))
    const grant = await spendGrant(trx, hashToken(token), brand.id, linkPurposes, at)
    if (!grant) return null
    // Following a link that only its mailbox got proves the address, whatever the link was for.
    const confirmed = await confirmEmail(trx, grant.accountId, at)
    if (confirmed) await services.queueMail(trx, welcomeMail(services, brand, confirmed))
    const { accountId } = grant
    switch (grant.purpose) {
      case 'signIn':
        return { gives: 'session', token: await startSession(trx, { accountId, brand: brand.id, device, at, replaces }) }
      case 'reset':
        return { gives: 'resetPermission', token: await issueGrant(trx, { accountId, brand: brand.id, purpose: 'resetPassword', at }) }
      default:
        return null
    }
  })
}

/** Set-Cookie with which a browser keeps what a link gave. */
export function redeemedCookie({ gives, token }: Redeemed, domain: string, secure: boolean): string {
  return gives === 'session' ? sessionCookie(token, domain, secure) : resetCookie(token, domain, secure)
}

/** Forgets links that nobody followed in time. */
export const grantSweepJob: Job = {
  name: 'grantSweep',
  period: HOUR,
  start: ({ db, clock }) => ({
    run(stopping) {
      const at = clock.now()
      return inBatches(stopping, (most) => sweepGrants(db, at, most))
    },
  }),
}

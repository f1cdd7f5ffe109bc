import type { Services } from '../../api/services.server.ts'
import { hashToken, type Member, newToken, sessionCookie, startSession } from '../../api/session.server.ts'
import type { Db, Trx } from '../../db/connection.server.ts'
import { inBatches, type Job } from '../../jobs/worker.server.ts'
import { HOUR, later, MINUTE } from '../../lib/clock.ts'
import type { Host } from '../../sites/hosts.ts'
import { ownPath, SWITCH_ACCOUNT } from '../../sites/routes.ts'
import { confirmEmail } from './accounts.sql.ts'
import { takeNewAddress } from './change-email.server.ts'
import { isAddressClash } from './change-email.sql.ts'
import { COME_BACK_LIFETIME, comeBackCookie } from './come-back-permission.server.ts'
import { COME_BACK, TIME_TO_COME_BACK } from './come-back.ts'
import { rememberDevice } from './devices.server.ts'
import { emailOutcomePath, type EmailOutcome } from './email-address.ts'
import { type EmailChange, type GrantPurpose, insertGrant, linkPurposes, lockBearer, spendGrant, sweepGrants } from './grants.sql.ts'
import { insertQuestion, leadsToAnother } from './link-offers.sql.ts'
import { welcomeMail } from './mails.ts'
import { RESET_PERMISSION_LIFETIME, resetCookie } from './reset-permission.server.ts'
import { resetPage } from './reset.ts'

/**
 * decisions §2: single-use, ten minutes, bound to purpose and brand, hashed at rest. `keepAccount` only leads to a
 * question, and holds as long as the deletion can be undone.
 */
const LIFETIMES: Record<GrantPurpose, number> = {
  confirmEmail: 10 * MINUTE,
  changeEmail: 10 * MINUTE,
  signIn: 10 * MINUTE,
  reset: 10 * MINUTE,
  resetPassword: RESET_PERMISSION_LIFETIME,
  keepAccount: TIME_TO_COME_BACK,
  comeBack: COME_BACK_LIFETIME,
}

/** Voids the account's older grants of that purpose; the token is stored only as a hash. */
export async function issueGrant(
  trx: Db | Trx,
  grant: { accountId: number; brand: string; purpose: GrantPurpose; payload?: EmailChange; at: Date },
): Promise<string> {
  const token = newToken()
  await insertGrant(trx, { ...grant, tokenHash: hashToken(token), expiresAt: later(grant.at, LIFETIMES[grant.purpose]) })
  return token
}

export type LinkVisitor = { request: Request; host: Host; device: string; member: Pick<Member, 'id' | 'sessionId'> | null; replaces: string | null }

export type RedeemedGrant =
  | { gives: 'session'; token: string; cookies: string[] }
  | { gives: 'resetPermission'; cookies: string[] }
  | { gives: 'comeBack'; cookies: string[] }
  | { gives: 'emailAddress'; outcome: EmailOutcome; cookies: string[] }
  /** Another account is signed in: nothing was spent, and the page asks which account to keep. */
  | { gives: 'question' }

/** Returns null for an invalid token; the page is then shown without it. `path` is the link's target. */
export async function redeemGrant(services: Services, token: string, follower: LinkVisitor, path: string): Promise<RedeemedGrant | null> {
  const at = services.clock.now()
  const { brand } = follower.host
  const tokenHash = hashToken(token)
  const redeemed = services.db.transaction().execute(async (trx): Promise<RedeemedGrant | null> => {
    await lockBearer(trx, tokenHash)
    const { member } = follower
    // Prevents login CSRF: a stranger could send a link that signs the member in to the stranger's account unnoticed.
    if (member && (await leadsToAnother(trx, tokenHash, brand.id, member.id, at))) {
      await insertQuestion(trx, { sessionId: member.sessionId, tokenHash, path: ownPath(path) ?? '/dashboard', at })
      return { gives: 'question' }
    }
    return spend(services, trx, tokenHash, follower, at)
  })
  return redeemed.catch((error: unknown) => {
    if (isAddressClash(error)) return { gives: 'emailAddress', outcome: 'taken', cookies: [] }
    throw error
  })
}

export async function followLink(services: Services, token: string, follower: LinkVisitor, path: string): Promise<{ to: string | null; cookies: string[] }> {
  const redeemed = await redeemGrant(services, token, follower, path)
  switch (redeemed?.gives) {
    case 'session':
      return { to: null, cookies: redeemed.cookies }
    case 'resetPermission':
      return { to: resetPage.updatePassword, cookies: redeemed.cookies }
    case 'comeBack':
      return { to: COME_BACK, cookies: redeemed.cookies }
    case 'emailAddress':
      return { to: emailOutcomePath(redeemed.outcome), cookies: redeemed.cookies }
    case 'question':
      return { to: SWITCH_ACCOUNT, cookies: [] }
    case undefined:
      return { to: null, cookies: [] }
  }
}

export async function spend(services: Services, trx: Trx, tokenHash: Uint8Array, follower: LinkVisitor, at: Date): Promise<RedeemedGrant | null> {
  const { host, device, replaces } = follower
  const { brand, domain } = host
  const { production } = services.settings
  const grant = await spendGrant(trx, tokenHash, brand.id, linkPurposes, at)
  if (!grant) return null
  if (grant.purpose === 'keepAccount') {
    const permission = await issueGrant(trx, { accountId: grant.accountId, brand: brand.id, purpose: 'comeBack', at })
    return { gives: 'comeBack', cookies: [comeBackCookie(permission, domain, production)] }
  }
  if (grant.purpose === 'changeEmail') return { gives: 'emailAddress', outcome: await takeNewAddress(services, trx, grant, follower, at), cookies: [] }
  // The link was sent only to this mailbox, so following it proves the address, whatever its purpose.
  const confirmed = await confirmEmail(trx, grant.accountId, at)
  if (confirmed) await services.queueMail(trx, welcomeMail(services, brand, confirmed))
  const { accountId } = grant
  switch (grant.purpose) {
    case 'signIn': {
      const token = await startSession(trx, { accountId, brand: brand.id, device, at, replaces })
      const known = await rememberDevice(trx, { ...follower, services }, accountId, at)
      return { gives: 'session', token, cookies: [sessionCookie(token, domain, production), known] }
    }
    case 'reset': {
      const permission = await issueGrant(trx, { accountId, brand: brand.id, purpose: 'resetPassword', at })
      return { gives: 'resetPermission', cookies: [resetCookie(permission, domain, production)] }
    }
    default:
      return null
  }
}

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

import { ApiError } from '../../api/errors.ts'
import { tell } from '../../api/event-hub.server.ts'
import { addressGroup, countHit, forgetHits } from '../../api/limits.server.ts'
import { type Handler, handle } from '../../api/router.server.ts'
import { endSession, hashToken, sessionCookie, startSession } from '../../api/session.server.ts'
import type { Trx } from '../../db/connection.server.ts'
import { foldLogin } from '../../lib/folding.ts'
import { ownPath } from '../../sites/routes.ts'
import { accountsWithLogin } from './accounts.sql.ts'
import { arePasswords, dummyHash } from './passwords.server.ts'
import { signIn, signOut } from './sign-in.contract.ts'

// assurance 7: five wrong passwords per account and address in 15 minutes.
const FAILURES = { most: 5, seconds: 15 * 60 }

const signInHandler = handle(signIn, async ({ body, brand, services, at, ip, device, token: replaces, host, request, headers }) => {
  // By what was typed, not by whom it means: a common count would tell which address goes with which username.
  const key = failureKey(body.login, ip)
  // Counted before the comparison, and forgotten when it was right: guesses made at once count as well.
  await countHit(services.db, key, FAILURES, at)
  // Always two comparisons: an address may have its owner and somebody who merely typed it at register,
  // and neither answer nor time may tell how many of the two there are.
  const [first, second] = await accountsWithLogin(services.db, body.login)
  const hashes = await Promise.all([first?.passwordHash ?? dummyHash(), second?.passwordHash ?? dummyHash()])
  const [isFirst, isSecond] = await arePasswords(body.password, hashes)
  const account = isFirst ? first : isSecond ? second : undefined
  if (!account) throw new ApiError('badCredentials')
  await forgetHits(services.db, key)
  if (account.bannedAt !== null) {
    throw new ApiError('forbidden', { detail: `This account is suspended. Please write to ${brand.legal.supportEmail}.` })
  }
  const token = await startSession(services.db, { accountId: account.id, brand: brand.id, device, at, replaces })
  services.log.info({ accountId: account.id, brand: brand.id }, 'signed in')
  headers.append('Set-Cookie', sessionCookie(token, host.domain, services.settings.production))
  return { next: backFrom(request) ?? '/dashboard' }
})

const signOutHandler = handle(signOut, async ({ token, member, services, host, headers }) => {
  if (token !== null) await endSession(services.db, token)
  if (member) await tell(services.db, member.id, { type: 'signedOut' })
  headers.append('Set-Cookie', sessionCookie(null, host.domain, services.settings.production))
  headers.set('Clear-Site-Data', '"cache", "storage"')
  return { ok: true as const }
})

function failureKey(login: string, ip: string): string {
  return `sign-in-failure:${loginKey(login)}:${addressGroup(ip)}`
}

/** Forgets the wrong passwords that were given for a login from an address. */
export async function forgetFailures(trx: Trx, login: string, ip: string): Promise<void> {
  await forgetHits(trx, failureKey(login, ip))
}

/** What people type may be the address of somebody who never joined: only its hash is kept. */
export function loginKey(login: string): string {
  return Buffer.from(hashToken(foldLogin(login))).toString('base64url')
}

/** The page that `?back=` remembered (decisions §2). */
export function backFrom(request: Request): string | null {
  const cookie = /(?:^|;\s*)back=([^;]*)/.exec(request.headers.get('Cookie') ?? '')?.[1]
  // Unlike decodeURIComponent, this takes whatever a cookie may hold.
  return cookie === undefined ? null : ownPath(new URLSearchParams(`back=${cookie}`).get('back'))
}

/** Set-Cookie that forgets it, once somebody was led there. */
export function forgottenBack(domain: string, secure: boolean): string {
  return `back=; Domain=${domain}; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}

export const signInHandlers: Handler[] = [signInHandler, signOutHandler]

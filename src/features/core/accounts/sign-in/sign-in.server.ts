import { type Handler, handle, type CallContext } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import { addressGroup, countHit, clearHits, hit, undoHit } from '#api/limits.server.ts'
import { sessionCookie } from '#api/session-cookie.server.ts'
import { endSession, startSession } from '#api/sessions.sql.ts'
import { notifyMember } from '#core/live/event-hub.server.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { MINUTE } from '#lib/clock.ts'
import { setCookie } from '#lib/cookies.server.ts'
import { ownPath, STAFF } from '#sites/routes.ts'
import { accountsWithLogin, type LoginCandidate } from '../accounts.sql.ts'
import { comeBackCookie } from '../come-back/come-back-permission.server.ts'
import { COME_BACK } from '../come-back/come-back.ts'
import { closedBy } from '../events.server.ts'
import { issueGrant } from '../mailed-links/grants.server.ts'
import { arePasswords, dummyHash } from '../passwords/passwords.server.ts'
import { deviceHash, rememberDevice } from './devices.server.ts'
import { accountsKnownTo } from './devices.sql.ts'
import { countGuess, clearGuesses, undoGuess } from './guesses.server.ts'
import { loginKey } from './login-key.server.ts'
import { signIn, signOut } from './sign-in.contract.ts'

// assurance 7: five wrong passwords per account and address in 15 minutes.
const FAILURES = { most: 5, seconds: 15 * 60 }
// Before strangers: somebody who signs in to an account of their own without a pause would keep all
// of them out.
const AS_KNOWN = { most: 10, seconds: 15 * 60 }
const BACK_LIFETIME = 30 * MINUTE

const signInHandler = handle(signIn, async (call) => {
  const { body, brand, services, at, ip } = call
  const { db } = services
  // Nothing is left of an account whose owner was of staff, and is no more.
  const meant = (await accountsWithLogin(db, body.login)).filter(
    ({ isStaff, hasProfile }) => isStaff || hasProfile,
  )
  const here = deviceHash(call)
  const known =
    here === null
      ? new Set<number>()
      : await accountsKnownTo(
          db,
          here,
          meant.map(({ id }) => id),
        )
  // Attempts are counted per device where the device is known, so that an attacker on the same IP
  // does not lock the owner out.
  const key = failureKey(
    body.login,
    here !== null && known.size > 0 ? Buffer.from(here).toString('base64url') : addressGroup(ip),
  )
  // Counted before the comparison and removed on success, so that concurrent guesses count as well.
  await countHit(db, key, FAILURES, at)
  const refusal = await countGuess(services, { brand: brand.id, login: body.login, at })
  if (refusal && known.size === 0) throw refusal
  // Always two comparisons: timing must not tell whether an address has an owner, another account,
  // or both.
  const [first, second] = refusal ? meant.filter(({ id }) => known.has(id)) : meant
  const hashes = await Promise.all([
    first?.passwordHash ?? dummyHash(),
    second?.passwordHash ?? dummyHash(),
  ])
  const turn = known.size > 0 && (await isEarly(db, known, at)) ? 'known' : call.turn
  const [isFirst, isSecond] = await arePasswords(body.password, hashes, turn).catch(
    async (error: unknown) => {
      // The queue for password hashing was full, so nothing was compared.
      await undoHit(db, key)
      await undoGuess(db, body.login)
      throw error
    },
  )
  const account = isFirst ? first : isSecond ? second : undefined
  if (!account) throw new ApiError('badCredentials')
  await clearHits(db, key)
  await undoGuess(db, body.login)
  return letIn(call, account)
})

/** Counted by account: a new device of the same one is another device that it knows. */
async function isEarly(db: Db, known: ReadonlySet<number>, at: Date): Promise<boolean> {
  const { number } = await hit(db, `sign-in-known:${Math.min(...known)}`, AS_KNOWN, at)
  return number <= AS_KNOWN.most
}

const signOutHandler = handle(signOut, async ({ token, member, services, host, headers }) => {
  // Signed out and told, or neither: a sign-out is not answered as an error while it is done.
  await services.db.transaction().execute(async (trx) => {
    if (token !== null) await endSession(trx, token)
    if (member) await notifyMember(trx, member.id, { type: 'signedOut' })
  })
  headers.append('Set-Cookie', sessionCookie(null, host.domain, services.settings.production))
  headers.set('Clear-Site-Data', '"cache", "storage"')
  return { ok: true as const }
})

/** What follows once it is proved whose account it is, by password or by passkey. */
export async function letIn(
  call: CallContext,
  account: Omit<LoginCandidate, 'passwordHash' | 'hasProfile'>,
): Promise<{ next: string }> {
  const { brand, services, at, device, token: replaces, host, request, headers } = call
  const closed = await services.ask(services.db, closedBy, { account, brand: brand.id, at })
  if (closed) {
    if (closed.statement !== null) return { next: closed.statement }
    throw new ApiError(
      'forbidden',
      `This account is suspended. Please write to ${brand.legal.supportEmail}.`,
    )
  }
  if (account.deletedAt !== null) {
    const permission = await issueGrant(services.db, {
      accountId: account.id,
      brand: brand.id,
      purpose: 'comeBack',
      at,
    })
    headers.append(
      'Set-Cookie',
      comeBackCookie(permission, host.domain, services.settings.production),
    )
    return { next: COME_BACK }
  }
  const token = await startSession(services.db, {
    accountId: account.id,
    brand: brand.id,
    device,
    at,
    replaces,
  })
  services.log.info({ accountId: account.id, brand: brand.id }, 'signed in')
  headers.append('Set-Cookie', sessionCookie(token, host.domain, services.settings.production))
  headers.append('Set-Cookie', await rememberDevice(services.db, call, account.id, at))
  const back = backFrom(request)
  if (account.isStaff) return { next: back?.startsWith(STAFF) ? back : STAFF }
  return { next: back ?? '/dashboard' }
}

/**
 * Keyed by what was typed, not by the account: a shared count would reveal which address belongs to
 * which username.
 */
function failureKey(login: string, from: string): string {
  return `sign-in-failure:${loginKey(login)}:${from}`
}

export async function clearFailures(trx: Trx, login: string, ip: string): Promise<void> {
  await clearHits(trx, failureKey(login, addressGroup(ip)))
  await clearGuesses(trx, login)
}

export function backFrom(request: Request): string | null {
  const cookie = /(?:^|;\s*)back=([^;]*)/.exec(request.headers.get('Cookie') ?? '')?.[1]
  // URLSearchParams does not throw on malformed percent-encoding, as decodeURIComponent does.
  return cookie === undefined ? null : ownPath(new URLSearchParams(`back=${cookie}`).get('back'))
}

export function backCookie(back: string | null, domain: string, secure: boolean): string {
  return setCookie({ name: 'back', value: back, domain, life: BACK_LIFETIME, secure })
}

export const signInHandlers: Handler[] = [signInHandler, signOutHandler]

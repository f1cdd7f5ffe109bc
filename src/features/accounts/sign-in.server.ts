import { ApiError } from '../../api/errors.ts'
import { addressGroup, countHit, isExhausted } from '../../api/limits.server.ts'
import { type Handler, handle } from '../../api/router.server.ts'
import { endSession, sessionCookie, startSession } from '../../api/session.server.ts'
import { ownPath } from '../../sites/routes.ts'
import { accountsWithLogin } from './accounts.sql.ts'
import { dummyHash, isPassword } from './passwords.server.ts'
import { signIn, signOut } from './sign-in.contract.ts'

// assurance 7: five wrong passwords per account and address in 15 minutes.
const FAILURES = { most: 5, seconds: 15 * 60 }

const signInHandler = handle(signIn, async ({ body, brand, services, at, ip, device, host, request, headers }) => {
  const key = `sign-in-failure:${body.login.toLowerCase()}:${addressGroup(ip)}`
  if (await isExhausted(services.db, key, FAILURES.most, at)) {
    throw new ApiError('tooMany', {
      detail: 'Too many wrong passwords. Please wait 15 minutes, or reset your password.',
      headers: { 'Retry-After': String(FAILURES.seconds) },
    })
  }
  // Always two comparisons: an address may have its owner and somebody who merely typed it at register,
  // and neither answer nor time may tell how many of the two there are.
  const [first, second] = await accountsWithLogin(services.db, body.login)
  const hashes = await Promise.all([first?.passwordHash ?? dummyHash(), second?.passwordHash ?? dummyHash()])
  const [isFirst, isSecond] = await Promise.all(hashes.map((hash) => isPassword(body.password, hash)))
  const account = isFirst ? first : isSecond ? second : undefined
  if (!account) {
    await countHit(services.db, key, { ...FAILURES, most: Number.MAX_SAFE_INTEGER }, at)
    throw new ApiError('badCredentials')
  }
  if (account.bannedAt !== null) {
    throw new ApiError('forbidden', { detail: `This account is suspended. Please write to ${brand.legal.supportEmail}.` })
  }
  const token = await startSession(services.db, { accountId: account.id, brand: brand.id, device, at })
  services.log.info({ accountId: account.id, brand: brand.id }, 'signed in')
  headers.append('Set-Cookie', sessionCookie(token, host.domain, services.settings.production))
  return { next: backFrom(request) ?? '/dashboard' }
})

const signOutHandler = handle(signOut, async ({ token, services, host, headers }) => {
  if (token !== null) await endSession(services.db, token)
  headers.append('Set-Cookie', sessionCookie(null, host.domain, services.settings.production))
  headers.set('Clear-Site-Data', '"cache", "storage"')
  return { ok: true as const }
})

/** The page that `?back=` remembered (decisions §2). */
function backFrom(request: Request): string | null {
  const cookie = /(?:^|;\s*)back=([^;]*)/.exec(request.headers.get('Cookie') ?? '')?.[1]
  return cookie === undefined ? null : ownPath(decodeSafely(cookie))
}

function decodeSafely(text: string): string | null {
  return /%(?![0-9a-f]{2})/i.test(text) ? null : decodeURIComponent(text)
}

export const signInHandlers: Handler[] = [signInHandler, signOutHandler]

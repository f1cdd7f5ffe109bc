import { type Handler, handle } from '#api/call.server.ts'
import { ApiError, fieldError } from '#api/errors.ts'
import {
  countPin,
  lockSession,
  startCounting,
  uncountPin,
  unlockSession,
} from '#api/session-lock.sql.ts'
import { endSessionById } from '#api/sessions.sql.ts'
import { notifyMember } from '#core/live/event-hub.server.ts'
import { keyedHash } from '#lib/keyed-hash.server.ts'
import { hashToken } from '#lib/token.server.ts'
import { ownPath } from '#sites/routes.ts'
import type { Brand } from '#sites/site.ts'
import { lockAccount } from '../accounts.sql.ts'
import { type ChallengeHolder, passkeyByCredential } from '../passkeys/passkeys.sql.ts'
import { CHALLENGE_LIFETIME } from '../passkeys/passkeys.ts'
import { isUsed, knownTo, newChallenge } from '../passkeys/webauthn.server.ts'
import { hashPassword, isPassword } from '../passwords/passwords.server.ts'
import { assertRecentOrPassword, isRecentSignIn } from '../sign-in/recent-sign-in.server.ts'
import {
  askUnlock,
  getLock,
  lockNow,
  saveLock,
  stillHere,
  unlock,
  unlockByPasskey,
} from './app-lock.contract.ts'
import { pinHashOf, setLock } from './app-lock.sql.ts'
import { MOST_PINS } from './app-lock.ts'

/** Ten thousand PINs are soon tried on a copy of the database, without our secret. */
function underSecret(pin: string, secret: string): string {
  return keyedHash(pin, secret, 'lock pin').toString('base64')
}

function holderOf(token: string | null, brand: Brand): ChallengeHolder {
  return { holderHash: hashToken(token ?? ''), purpose: 'unlock', brand: brand.id }
}

const showHandler = handle(getLock, async ({ scope, services, brand }) => {
  const { member } = scope
  const [pinHash, known] = await Promise.all([
    pinHashOf(services.db, member.id),
    knownTo(services, member.id, brand.id),
  ])
  return {
    afterMinutes: member.lockAfterMinutes as 1 | 5 | 15 | 60 | null,
    isLocked: member.isLocked,
    hasPin: pinHash !== null,
    hasPasskey: known.length > 0,
    needsPassword: !isRecentSignIn(scope),
    showsExit: member.showsExit,
    exitSignsOut: member.exitSignsOut,
  }
})

const saveHandler = handle(saveLock, async ({ body, scope, services, brand }) => {
  const { member, at } = scope
  const { db, settings } = services
  await assertRecentOrPassword(services, scope, body.password)
  const { afterMinutes, pin = '' } = body
  const pinHash =
    pin === '' || afterMinutes === null
      ? undefined
      : await hashPassword(underSecret(pin, settings.sessionSecret))
  const known = await knownTo(services, member.id, brand.id)
  await db.transaction().execute(async (trx) => {
    await lockAccount(trx, member.id)
    const needsPin = afterMinutes !== null && pinHash === undefined && known.length === 0
    if (needsPin && (await pinHashOf(trx, member.id)) === null)
      throw fieldError('pin', 'Please choose a PIN, or add a passkey first.')
    await setLock(trx, member.id, { afterMinutes, pinHash })
    await startCounting(trx, member.id, member.sessionId, at)
  })
  return { ok: true as const, next: '/profile/edit/settings?screen=screen&saved=lock#lock' }
})

const lockHandler = handle(lockNow, async ({ scope, services }) => {
  const { member, at } = scope
  if (member.lockAfterMinutes === null)
    throw new ApiError('conflict', 'Please set the lock in your settings first.')
  await services.db.transaction().execute(async (trx) => {
    await lockSession(trx, member.sessionId, at)
    await notifyMember(trx, member.id, { type: 'locked' })
  })
  return { ok: true as const, next: '/dashboard' }
})

const stillHereHandler = handle(stillHere, async () => ({ ok: true as const }))

const unlockHandler = handle(unlock, async ({ body, scope, services }) => {
  const { member, at } = scope
  const { db, settings } = services
  const next = ownPath(body.back ?? null) ?? '/dashboard'
  if (!member.isLocked) return { ok: true as const, next }
  const pinHash = await pinHashOf(db, member.id)
  if (pinHash === null)
    throw new ApiError(
      'conflict',
      'You have no PIN. Please use your passkey, or sign in with your password.',
    )
  const tries = await countPin(db, member.sessionId)
  const isRight =
    tries <= MOST_PINS &&
    (await isPassword(underSecret(body.pin, settings.sessionSecret), pinHash).catch(
      async (error: unknown) => {
        // The queue for password hashing was full, so nothing was compared.
        await uncountPin(db, member.sessionId)
        throw error
      },
    ))
  if (isRight) {
    await unlockSession(db, member.sessionId, at)
    return { ok: true as const, next }
  }
  if (tries < MOST_PINS) {
    const left = MOST_PINS - tries
    throw fieldError(
      'pin',
      `This is not your PIN. ${left === 1 ? 'One try is' : `${left} tries are`} left.`,
    )
  }
  await db.transaction().execute(async (trx) => {
    await endSessionById(trx, member.id, member.sessionId)
    await notifyMember(trx, member.id, { type: 'signedOut' })
  })
  services.log.info({ accountId: member.id }, 'signed out by wrong PINs')
  throw new ApiError(
    'unauthenticated',
    `${MOST_PINS} wrong PINs were given, so you are signed out here. Please sign in with your password.`,
  )
})

const askHandler = handle(askUnlock, async (call) => {
  const { scope, services, brand, host, token } = call
  return {
    challenge: await newChallenge(call, holderOf(token, brand)),
    rpId: host.domain,
    timeout: CHALLENGE_LIFETIME,
    userVerification: 'required' as const,
    allowCredentials: await knownTo(services, scope.member.id, brand.id),
  }
})

const unlockByPasskeyHandler = handle(unlockByPasskey, async (call) => {
  const { body, scope, services, brand, token, at } = call
  const { member } = scope
  const found = await passkeyByCredential(
    services.db,
    brand.id,
    Buffer.from(body.response.id, 'base64url'),
  )
  const passkey = found?.accountId === member.id ? found : undefined
  if (!(await isUsed(call, holderOf(token, brand), passkey, body.response))) {
    throw new ApiError('badCredentials', 'That passkey did not unlock it. Please try again.')
  }
  await unlockSession(services.db, member.sessionId, at)
  return { ok: true as const }
})

export const appLockHandlers: Handler[] = [
  showHandler,
  saveHandler,
  lockHandler,
  stillHereHandler,
  unlockHandler,
  askHandler,
  unlockByPasskeyHandler,
]

import { randomBytes } from 'node:crypto'
import { type Handler, handle } from '#api/call.server.ts'
import { ApiError, fieldError } from '#api/errors.ts'
import { countHit, clearHits } from '#api/limits.server.ts'
import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import { sessionCookie } from '#api/session-cookie.server.ts'
import { startSession } from '#api/sessions.sql.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { MINUTE, SECOND } from '#lib/clock.ts'
import { hashToken } from '#lib/token.server.ts'
import { loginOf } from '../accounts/accounts.sql.ts'
import { isPassword } from '../accounts/passwords/passwords.server.ts'
import { backCookie, backFrom } from '../accounts/sign-in/sign-in.server.ts'
import { recordAct } from '../audit/audit.sql.ts'
import {
  type SetUp,
  decryptFactor,
  decryptSetUp,
  encryptFactor,
  encryptSetUp,
} from './second-factor-encryption.server.ts'
import { secondFactorMail } from './second-factor-mails.ts'
import { getSecondFactor, setUpFactor, verify } from './second-factor.contract.ts'
import {
  countRecoveryCodes,
  insertFactor,
  storeSetUp,
  encryptedFactorOf,
  encryptedSetUpOf,
  spendRecoveryCode,
  spendStep,
} from './second-factor.sql.ts'
import {
  inGroups,
  readCode,
  RECOVERY_CODE_LENGTH,
  recoveryCode,
  type TypedCode,
} from './second-factor.ts'
import { factorAddress, newSecret, stepOf } from './totp.server.ts'

const TRIES = { most: 5, seconds: (15 * MINUTE) / SECOND }
const RECOVERY_CODES = 8
const ALREADY_SET =
  'You have a second factor. If it is lost, the operator can take it away, so that you set up another.'
/** SESSION_SECRET has changed, or the row belongs to another account. */
const UNREADABLE =
  'Your second factor can no longer be read. Give a recovery code, or ask the operator to reset it.'

const stateHandler = handle(getSecondFactor, async ({ scope: { member, brand }, services }) => {
  const { db } = services
  if ((await encryptedFactorOf(db, member.id)) !== null) {
    return { state: 'set' as const, recoveryCodesLeft: await countRecoveryCodes(db, member.id) }
  }
  const offer = await setUpOf(services, db, member.sessionId)
  if (!offer) return { state: 'none' as const }
  const { secret, recoveryCodes } = offer
  const address = factorAddress(secret, brand.legal.companyName, member.username)
  return { state: 'offered' as const, secret, address, recoveryCodes: recoveryCodes.map(inGroups) }
})

// Asks for the password again (ASVS 7.5.1): with an unlocked browser alone, somebody could add
// their own factor.
const setUpHandler = handle(setUpFactor, async ({ scope, services, body, at }) => {
  const { member } = scope
  const { db, settings } = services
  if ((await encryptedFactorOf(db, member.id)) !== null) throw new ApiError('conflict', ALREADY_SET)
  await countHit(db, triesKey(member.id), TRIES, at)
  const { passwordHash } = await loginOf(db, member.id)
  if (!(await isPassword(body.password, passwordHash))) {
    await recordAct(db, scope, { action: 'staff.refusePassword', subjectId: member.id })
    throw fieldError('password', 'This is not your password.')
  }
  await clearHits(db, triesKey(member.id))
  // Keeps this session's secret, which may already be in an authenticator app.
  if (await setUpOf(services, db, member.sessionId)) return { ok: true as const }
  const recoveryCodes = Array.from({ length: RECOVERY_CODES }, () =>
    recoveryCode(randomBytes(RECOVERY_CODE_LENGTH)),
  )
  const encrypted = encryptSetUp(
    { secret: newSecret(), recoveryCodes },
    settings.sessionSecret,
    member.sessionId,
  )
  await storeSetUp(db, { sessionId: member.sessionId, accountId: member.id, encrypted, at })
  return { ok: true as const }
})

const verifyHandler = handle(
  verify,
  async ({ scope, services, body, at, brand, device, token, host, request, headers }) => {
    const { member } = scope
    const { db, settings, log } = services
    // Counted before the comparison, so that concurrent guesses count as well.
    await countHit(db, triesKey(member.id), TRIES, at)
    const raised = await db.transaction().execute(async (trx) => {
      const action = await prove(services, trx, scope, readCode(body.code))
      if (action === null) return null
      await recordAct(trx, scope, { action, subjectId: member.id })
      // Renews the session token when privileges increase (ASVS 7.2.4).
      return startSession(trx, {
        accountId: member.id,
        brand: brand.id,
        device,
        at,
        replaces: token,
        secondFactorAt: at,
      })
    })
    if (raised === null) {
      await recordAct(db, scope, { action: 'staff.refuseFactor', subjectId: member.id })
      log.warn({ accountId: member.id, brand: brand.id }, 'second factor refused')
      throw fieldError(
        'code',
        'This code is not right, or was used before. Wait for the next one, and try that.',
      )
    }
    await clearHits(db, triesKey(member.id))
    headers.append('Set-Cookie', sessionCookie(raised, host.domain, settings.production))
    const back = backFrom(request)
    if (!back?.startsWith('/staff')) return { next: '/staff' }
    headers.append('Set-Cookie', backCookie(null, host.domain, settings.production))
    return { next: back }
  },
)

/** The proof's name in the audit log; null if the code is wrong or used. Each code works once. */
async function prove(
  services: Services,
  trx: Trx,
  scope: Scope,
  typed: TypedCode,
): Promise<string | null> {
  const { member, at } = scope
  const encrypted = await encryptedFactorOf(trx, member.id)
  if (encrypted === null)
    return (await confirmSetUp(services, trx, scope, typed)) ? 'staff.setUpFactor' : null
  if (typed.kind === 'app') {
    const opened = decryptFactor(encrypted, services.settings.sessionSecret, member.id)
    if (opened === null) throw new ApiError('conflict', UNREADABLE)
    const step = stepOf(opened, typed.code, at)
    return step !== null && (await spendStep(trx, member.id, step)) ? 'staff.giveFactor' : null
  }
  if (!(await spendRecoveryCode(trx, member.id, hashToken(typed.code), at))) return null
  await notifyOwner(services, trx, scope, 'recovered')
  return 'staff.giveRecoveryCode'
}

/**
 * Makes the secret that this session is setting up the account's factor, once its first code is
 * right.
 */
async function confirmSetUp(
  services: Services,
  trx: Trx,
  scope: Scope,
  { kind, code }: TypedCode,
): Promise<boolean> {
  const { member, at } = scope
  const offer = await setUpOf(services, trx, member.sessionId)
  if (!offer) throw new ApiError('conflict', 'There is no second factor yet. Set one up first.')
  const { secret, recoveryCodes } = offer
  const step = kind === 'app' ? stepOf(secret, code, at) : null
  if (step === null) return false
  const encryptedSecret = encryptFactor(secret, services.settings.sessionSecret, member.id)
  const isFirst = await insertFactor(trx, {
    accountId: member.id,
    encryptedSecret,
    step,
    recoveryHashes: recoveryCodes.map(hashToken),
    at,
  })
  if (isFirst) await notifyOwner(services, trx, scope, 'setUp')
  return isFirst
}

async function setUpOf(
  { settings }: Services,
  db: Db | Trx,
  sessionId: number,
): Promise<SetUp | null> {
  const encrypted = await encryptedSetUpOf(db, sessionId)
  return encrypted === null ? null : decryptSetUp(encrypted, settings.sessionSecret, sessionId)
}

async function notifyOwner(
  services: Services,
  trx: Trx,
  { brand, member }: Scope,
  what: 'setUp' | 'recovered',
): Promise<void> {
  if (member.ownsEmail) await services.queueMail(trx, secondFactorMail(brand, member, what))
}

function triesKey(accountId: number): string {
  return `second-factor:account:${accountId}`
}

export const secondFactorHandlers: Handler[] = [stateHandler, setUpHandler, verifyHandler]

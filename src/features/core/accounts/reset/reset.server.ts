import { type Handler, handle } from '#api/call.server.ts'
import { ApiError, type FieldError } from '#api/errors.ts'
import { addressGroup, countHit, hit } from '#api/limits.server.ts'
import type { Services } from '#api/services.server.ts'
import type { Trx } from '#db/connection.server.ts'
import { wake } from '#jobs/wake.sql.ts'
import { inBatches, type Job } from '#jobs/worker.server.ts'
import { later, MINUTE, SECOND } from '#lib/clock.ts'
import { hashToken } from '#lib/token.server.ts'
import { encryptMail, decryptMail } from '#mail/encryption.server.ts'
import { brandById } from '#sites/registry.ts'
import { lockAccount } from '../accounts.sql.ts'
import { changePassword } from '../changes/change-password.server.ts'
import { issueGrant, proveAddress } from '../mailed-links/grants.server.ts'
import { type LinkState, mailedLink, spendGrant } from '../mailed-links/grants.sql.ts'
import { resetMail } from '../mails.ts'
import { removePasskeys } from '../passkeys/passkeys.server.ts'
import { hashPassword, passwordProblem } from '../passwords/passwords.server.ts'
import { deviceHash, rememberDevice } from '../sign-in/devices.server.ts'
import { accountsKnownTo } from '../sign-in/devices.sql.ts'
import { loginKey } from '../sign-in/login-key.server.ts'
import { clearFailures } from '../sign-in/sign-in.server.ts'
import { openedReset, resetCookie } from './reset-permission.server.ts'
import { requestReset, savePassword } from './reset.contract.ts'
import {
  accountOfReset,
  dropPostponed,
  dropResetRequests,
  insertResetRequest,
  lockOwner,
  postponeReset,
  type ResetRequest,
  takeResetRequest,
} from './reset.sql.ts'
import { resetLinkIsOver } from './reset.ts'

// assurance 7: counted whether or not the address has an account, per client, so that nobody can
// use up another's requests.
const REQUESTS = { most: 3, seconds: 3600 }
/**
 * Of an account, whoever asks and on whatever brand: so many links at once in an hour, then one per
 * interval; six in all.
 */
const MAILS = { most: 3, seconds: 3600, interval: (20 * MINUTE) / SECOND }
const JOB = 'resetRequests'
/** Older requests are dropped: the person has given up or asked again. */
const REQUEST_LIFETIME = 10 * MINUTE

/**
 * Reads no account, so that the answer's timing does not tell whether the address has one; the job
 * looks it up.
 */
const requestHandler = handle(requestReset, async (call) => {
  const { body, brand, services, at, ip } = call
  await services.db.transaction().execute(async (trx) => {
    await countHit(trx, `reset:${loginKey(body.email)}:${addressGroup(ip)}`, REQUESTS, at)
    const email = encryptMail(body.email, services.settings.sessionSecret)
    await insertResetRequest(trx, {
      brand: brand.id,
      email,
      deviceHash: deviceHash(call),
      requestedAt: at,
    })
    await wake(trx, JOB)
  })
  return { ok: true as const }
})

export const resetRequestJob: Job = {
  name: JOB,
  period: 10 * SECOND,
  start: (services) => ({
    async run(stopping) {
      const before = later(services.clock.now(), -REQUEST_LIFETIME)
      await inBatches(stopping, (most) => dropResetRequests(services.db, before, most))
      let more = true
      while (more && !stopping.aborted) more = await answerOldest(services)
    },
  }),
}

/**
 * Request, grant and mail are in one transaction, so that a crash leaves the request in the queue.
 */
async function answerOldest(services: Services): Promise<boolean> {
  return services.db.transaction().execute(async (trx) => {
    const at = services.clock.now()
    const request = await takeResetRequest(trx, at)
    if (!request) return false
    const brand = brandById(request.brand)
    const account = await lockOwner(
      trx,
      decryptMail(request.email, services.settings.sessionSecret),
    )
    if (!brand || !account) return true
    const dueAt = await dueAtOf(trx, request, account.id, at)
    if (dueAt > at) {
      await postponeReset(trx, request, account.id, dueAt)
      return true
    }
    await dropPostponed(trx, account.id, brand.id)
    const token = await issueGrant(trx, {
      accountId: account.id,
      brand: brand.id,
      purpose: 'reset',
      at,
    })
    await services.queueMail(trx, resetMail(services, brand, account, token))
    return true
  })
}

async function dueAtOf(
  trx: Trx,
  { deviceHash: device }: ResetRequest,
  accountId: number,
  at: Date,
): Promise<Date> {
  if (device !== null && (await accountsKnownTo(trx, device, [accountId])).has(accountId)) return at
  const thisHour = await hit(trx, `reset-mail:account:${accountId}`, MAILS, at)
  if (thisHour.number <= MAILS.most) return at
  const interval = await hit(
    trx,
    `reset-mail:account:${accountId}:late`,
    { seconds: MAILS.interval },
    at,
  )
  return interval.number === 1 ? at : interval.endsAt
}

const saveHandler = handle(savePassword, async (call) => {
  const { body, brand, services, at, ip, host, token: kept, request, headers } = call
  const opened = openedReset(request.headers.get('Cookie'), services.settings, at)
  if (!opened) throw linkIsOver('old')
  const { openedAt } = opened
  const tokenHash = hashToken(opened.token)
  const whyNot = async () =>
    linkIsOver((await mailedLink(services.db, tokenHash, brand.id, openedAt))?.state)
  const account = await accountOfReset(services.db, tokenHash, brand.id, openedAt)
  if (!account) throw await whyNot()
  const wrong = whatIsWrong(body, account.username)
  if (wrong.length > 0)
    throw new ApiError('conflict', { detail: 'Please check the fields below.', errors: wrong })
  const passwordHash = await hashPassword(body.password)
  const known = await services.db.transaction().execute(async (trx) => {
    await lockAccount(trx, account.id)
    // Spent after validation, so that a refused password leaves another try; of concurrent
    // requests, one succeeds.
    if (!(await spendGrant(trx, tokenHash, brand.id, ['reset'], at, openedAt))) return null
    await proveAddress(services, trx, brand, account.id, at)
    await changePassword(services, trx, brand, {
      account: { ...account, ownsEmail: true },
      passwordHash,
      kept,
      at,
    })
    // Whoever came in by a passkey of their own stays out, too.
    await removePasskeys(services, trx, brand, { ...account, ownsEmail: true }, 'all')
    // The reset proves ownership, so earlier wrong passwords no longer count.
    for (const login of [account.username, account.email]) await clearFailures(trx, login, ip)
    return rememberDevice(trx, call, account.id, at)
  })
  if (known === null) throw await whyNot()
  services.log.info({ accountId: account.id, brand: brand.id }, 'password reset')
  headers.set('Location', '/')
  headers.append('Set-Cookie', resetCookie(null, services.settings, host.domain))
  headers.append('Set-Cookie', known)
  return new Response(null, { status: 302, headers })
})

function whatIsWrong(
  body: { password: string; passwordRepeat: string },
  username: string,
): FieldError[] {
  const weakness = passwordProblem(body.password, username)
  if (weakness !== null) return [{ field: 'password', message: weakness }]
  // Keyboards may encode the same letter differently (NFC or NFD); the hash uses NFC, so the
  // comparison does too.
  const isSame = body.password.normalize('NFC') === body.passwordRepeat.normalize('NFC')
  return isSame
    ? []
    : [{ field: 'passwordRepeat', message: 'This is not the same password. Please type it again.' }]
}

function linkIsOver(state: LinkState = 'old'): ApiError {
  return new ApiError('conflict', resetLinkIsOver[state === 'open' ? 'old' : state])
}

export const resetHandlers: Handler[] = [requestHandler, saveHandler]

import type { ApiError } from '#api/errors.ts'
import { clearHits, hit, undoHit, tooMany } from '#api/limits.server.ts'
import type { Services } from '#api/services.server.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { wake } from '#jobs/wake.sql.ts'
import type { Job } from '#jobs/worker.server.ts'
import { DAY, SECOND } from '#lib/clock.ts'
import { encryptMail, decryptMail } from '#mail/encryption.server.ts'
import { brandById } from '#sites/registry.ts'
import { guessedMail } from '../mails.ts'
import { accountForLogin, insertGuessedLogin, takeGuessedLogin } from './guesses.sql.ts'
import { loginKey } from './login-key.server.ts'

/**
 * Per login as typed, over all IPs (assurance 32): a count per account would link an address to its
 * username.
 */
const DAILY_LIMIT = { most: 50, seconds: DAY / SECOND }
/** More wrong passwords than an owner who has forgotten theirs would try. */
const NOTICE_THRESHOLD = 20
const JOB = 'guessedLogins'
const REFUSAL =
  'Too many wrong passwords were given for this name today. Please sign in on a device that you have used before, or choose a new password: “Forgot your password?” sends you a link.'

function keyOf(login: string): string {
  return `sign-in-guess:${loginKey(login)}`
}

/**
 * Counts a password before it is compared. Returns the refusal when the limit is exceeded, else
 * null.
 */
export async function countGuess(
  { db, settings }: Services,
  { brand, login, at }: { brand: string; login: string; at: Date },
): Promise<ApiError | null> {
  const { number: guesses, endsAt } = await hit(db, keyOf(login), DAILY_LIMIT, at)
  // Reads no account, so that timing reveals nothing; the job looks up the owner.
  if (guesses === NOTICE_THRESHOLD || guesses === DAILY_LIMIT.most + 1) {
    await insertGuessedLogin(db, { brand, login: encryptMail(login, settings.sessionSecret), at })
    await wake(db, JOB)
  }
  return guesses > DAILY_LIMIT.most ? tooMany(endsAt, at, REFUSAL) : null
}

export async function undoGuess(db: Db | Trx, login: string): Promise<void> {
  await undoHit(db, keyOf(login))
}

export async function clearGuesses(db: Db | Trx, login: string): Promise<void> {
  await clearHits(db, keyOf(login))
}

/**
 * Warns owners, at most once a day, that somebody may be guessing their password; woken by the
 * count.
 */
export const guessedLoginJob: Job = {
  name: JOB,
  period: 10 * SECOND,
  start: (services) => ({
    async run(stopping) {
      let more = true
      while (more && !stopping.aborted) more = await notifyOldest(services)
    },
  }),
}

async function notifyOldest(services: Services): Promise<boolean> {
  const { settings, clock, log } = services
  return services.db.transaction().execute(async (trx) => {
    const guessed = await takeGuessedLogin(trx)
    if (!guessed) return false
    const account = await accountForLogin(trx, decryptMail(guessed.login, settings.sessionSecret))
    log.warn(
      { accountId: account?.id ?? null, brand: guessed.brand },
      'many wrong passwords for one login',
    )
    const brand = account && brandById(account.brand)
    if (!brand || !account.ownsEmail) return true
    const notice = await hit(
      trx,
      `guess-notice:account:${account.id}`,
      { seconds: DAY / SECOND },
      clock.now(),
    )
    if (notice.number === 1) await services.queueMail(trx, guessedMail(services, brand, account))
    return true
  })
}

import type { ApiError } from '../../api/errors.ts'
import { forgetHits, hit, takeBackHit, tooMany } from '../../api/limits.server.ts'
import type { Services } from '../../api/services.server.ts'
import type { Db, Trx } from '../../db/connection.server.ts'
import { wake } from '../../jobs/wake.sql.ts'
import type { Job } from '../../jobs/worker.server.ts'
import { DAY, SECOND } from '../../lib/clock.ts'
import { encryptMail, decryptMail } from '../../mail/encryption.server.ts'
import { brandById } from '../../sites/registry.ts'
import { accountMeantBy, insertGuessedLogin, takeGuessedLogin } from './guesses.sql.ts'
import { loginKey } from './login-key.server.ts'
import { guessedMail } from './mails.ts'

/**
 * Passwords given for one login in a day, from wherever they come (assurance 32). Counted by what is typed, in
 * its one spelling, whether it means anybody or not: an account has two logins, and a common count would tell
 * which address goes with which name.
 */
const CEILING = { most: 50, seconds: DAY / SECOND }
/** So many are no longer somebody who has forgotten which one it was. */
const WORTH_TELLING = 20
const JOB = 'guessedLogins'
const REFUSAL = 'Too many wrong passwords were given for this name today. Please sign in on a device that you have used before, or choose a new password: “Forgot your password?” sends you a link.'

function keyOf(login: string): string {
  return `sign-in-guess:${loginKey(login)}`
}

/** Counts a password that is about to be compared; returns the refusal once there were too many, or null. */
export async function countGuess({ db, settings }: Services, { brand, login, at }: { brand: string; login: string; at: Date }): Promise<ApiError | null> {
  const { number: guesses, endsAt } = await hit(db, keyOf(login), CEILING, at)
  // Looks at nobody, as the request for a new password: whose login it is, the job finds out.
  if (guesses === WORTH_TELLING || guesses === CEILING.most + 1) {
    await insertGuessedLogin(db, { brand, login: encryptMail(login, settings.sessionSecret), at })
    await wake(db, JOB)
  }
  return guesses > CEILING.most ? tooMany(endsAt, at, REFUSAL) : null
}

/** What was counted was no guess but right. */
export async function takeBackGuess(db: Db | Trx, login: string): Promise<void> {
  await takeBackHit(db, keyOf(login))
}

export async function forgetGuesses(db: Db | Trx, login: string): Promise<void> {
  await forgetHits(db, keyOf(login))
}

/** Tells owners, once a day at most, that somebody may be guessing their password; woken by the count. */
export const guessedLoginJob: Job = {
  name: JOB,
  period: 10 * SECOND,
  start: (services) => ({
    async run(stopping) {
      let more = true
      while (more && !stopping.aborted) more = await tellOldest(services)
    },
  }),
}

async function tellOldest(services: Services): Promise<boolean> {
  const { settings, clock, log } = services
  return services.db.transaction().execute(async (trx) => {
    const guessed = await takeGuessedLogin(trx)
    if (!guessed) return false
    const account = await accountMeantBy(trx, decryptMail(guessed.login, settings.sessionSecret))
    log.warn({ accountId: account?.id ?? null, brand: guessed.brand }, 'many wrong passwords for one login')
    const brand = account && brandById(account.brand)
    if (!brand || !account.ownsEmail) return true
    const notice = await hit(trx, `guess-notice:account:${account.id}`, { seconds: DAY / SECOND }, clock.now())
    if (notice.number === 1) await services.queueMail(trx, guessedMail(services, brand, account))
    return true
  })
}

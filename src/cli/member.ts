import { openDatabase } from '../app.server.ts'
import type { OpenDatabase } from '../db/connection.server.ts'
import { accountsWithLogin } from '../features/accounts/accounts.sql.ts'
import { addPremium } from '../features/accounts/premium.sql.ts'
import { balanceOf, grantCredits } from '../features/billing/credits.sql.ts'
import { recordOperatorAct } from '../features/moderation/audit.sql.ts'
import { DAY, later } from '../lib/clock.ts'
import { LockError } from '../lib/lock.server.ts'
import { readSettings, type Settings } from '../settings.ts'
import { startUp, StartUpError } from './start-up.server.ts'

const usage = 'Usage: npm run member -- premium <username> <days>\n       npm run member -- credits <username> <credits>'
const CREDITS_LAST = 365 * DAY
const MOST = 3650

/** `npm run member`: the operator gives a member premium time or credits; the audit log says so. */
await startUp(async () => {
  const [what, username, amountText, ...rest] = process.argv.slice(2)
  const amount = Number(amountText)
  const isKnown = (what === 'premium' || what === 'credits') && username !== undefined && rest.length === 0
  if (!isKnown || !Number.isSafeInteger(amount) || amount < 1 || amount > MOST) throw new StartUpError(usage)
  const database = await openAlone(readSettings(process.env))
  try {
    const [account] = await accountsWithLogin(database.db, username)
    if (!account) throw new StartUpError(`Nobody is called ${username}.`)
    const said = await (what === 'premium' ? givePremium : giveCredits)(database, account.id, amount, new Date())
    process.stdout.write(`${username} ${said}\n`)
  } finally {
    await database.close()
  }
})

async function givePremium({ db }: OpenDatabase, accountId: number, days: number, at: Date): Promise<string> {
  const until = await db.transaction().execute(async (trx) => {
    await recordOperatorAct(trx, at, { action: 'premium', subjectId: accountId, details: { days } })
    return addPremium(trx, accountId, days * DAY, at)
  })
  return `is premium until ${until.toISOString()}.`
}

async function giveCredits({ db }: OpenDatabase, accountId: number, credits: number, at: Date): Promise<string> {
  const balance = await db.transaction().execute(async (trx) => {
    await recordOperatorAct(trx, at, { action: 'credits', subjectId: accountId, details: { credits } })
    await grantCredits(trx, accountId, {
      credits,
      source: 'grant',
      reference: `operator:${at.toISOString()}`,
      expiresAt: later(at, CREDITS_LAST),
      at,
    })
    return balanceOf(trx, accountId, at)
  })
  return `has ${balance} credits.`
}

async function openAlone(settings: Settings): Promise<OpenDatabase> {
  try {
    return await openDatabase(settings)
  } catch (error) {
    if (!(error instanceof LockError)) throw error
    throw new StartUpError(`${error.message}\nWithout DATABASE_URL, members are changed while the server is stopped.`)
  }
}

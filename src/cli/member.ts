import { revokeSecondFactor } from '../api/session.server.ts'
import { openDatabase, publicAddress } from '../app.server.ts'
import type { OpenDatabase, Trx } from '../db/connection.server.ts'
import { accountFacts } from '../features/accounts/account-facts.sql.ts'
import { contactOf, endStaff, makeStaff } from '../features/accounts/account-status.sql.ts'
import { accountsWithLogin } from '../features/accounts/accounts.sql.ts'
import { addPremium } from '../features/accounts/premium.sql.ts'
import { recordOperatorAct } from '../features/audit/audit.sql.ts'
import { balanceOf, grantCredits } from '../features/billing/credits.sql.ts'
import { secondFactorMail } from '../features/staff/second-factor-mails.ts'
import { deleteFactor } from '../features/staff/second-factor.sql.ts'
import { supportLink } from '../features/support/agent-links.server.ts'
import { DAY, later, systemClock } from '../lib/clock.ts'
import { LockError } from '../lib/lock.server.ts'
import { queueMail } from '../mail/queue.server.ts'
import { withSecrets } from '../process/secrets.server.ts'
import { startUp, StartUpError } from '../process/start-up.server.ts'
import { type GivenSettings, readSettings, type Settings } from '../settings.ts'
import { brandById } from '../sites/registry.ts'

const usage = [
  'Usage: npm run member -- premium <username> <days>',
  '       npm run member -- credits <username> <credits>',
  '       npm run member -- staff <username>',
  '       npm run member -- unstaff <username>',
  '       npm run member -- reset-factor <username>',
  '       npm run member -- support-link <username>',
].join('\n')
const CREDITS_LAST = 365 * DAY
const MOST = 3650

type Order = { trx: Trx; settings: Settings; accountId: number; amount: number; at: Date }
type Command = { takesAmount: boolean; run(order: Order): Promise<string> }

const commands: Partial<Record<string, Command>> = {
  premium: { takesAmount: true, run: givePremium },
  credits: { takesAmount: true, run: giveCredits },
  staff: { takesAmount: false, run: addStaff },
  unstaff: { takesAmount: false, run: removeStaff },
  'reset-factor': { takesAmount: false, run: resetFactor },
  'support-link': { takesAmount: false, run: makeSupportLink },
}

await startUp(async () => {
  const [what = '', username, amountText, ...rest] = process.argv.slice(2)
  const command = Object.hasOwn(commands, what) ? commands[what] : undefined
  const amount = amountText === undefined ? 0 : Number(amountText)
  const fits = command?.takesAmount ? Number.isSafeInteger(amount) && amount >= 1 && amount <= MOST : amountText === undefined
  // Accepts only a username: an email address may have been typed by somebody who never proved that they own it.
  const names = username !== undefined && !username.includes('@') && rest.length === 0
  if (!command || !names || !fits) throw new StartUpError(usage)
  const given = readSettings(process.env)
  const database = await openExclusively(given)
  try {
    const settings = await withSecrets(given, database)
    const [account] = await accountsWithLogin(database.db, username)
    if (!account) throw new StartUpError(`Nobody is called ${username}.`)
    const at = systemClock.now()
    const said = await database.db.transaction().execute((trx) => command.run({ trx, settings, accountId: account.id, amount, at }))
    process.stdout.write(`${username} ${said}\n`)
  } finally {
    await database.close()
  }
})

async function givePremium({ trx, accountId, amount: days, at }: Order): Promise<string> {
  await recordOperatorAct(trx, at, { action: 'premium', subjectId: accountId, details: { days } })
  const until = await addPremium(trx, accountId, days * DAY, at)
  return `is premium until ${until.toISOString()}.`
}

async function giveCredits({ trx, accountId, amount: credits, at }: Order): Promise<string> {
  await recordOperatorAct(trx, at, { action: 'credits', subjectId: accountId, details: { credits } })
  await grantCredits(trx, accountId, {
    credits,
    source: 'grant',
    reference: `operator:${at.toISOString()}`,
    expiresAt: later(at, CREDITS_LAST),
    at,
  })
  return `has ${await balanceOf(trx, accountId, at)} credits.`
}

async function addStaff({ trx, accountId, at }: Order): Promise<string> {
  if (!(await makeStaff(trx, accountId, at))) return 'was staff before; nothing was changed.'
  await recordOperatorAct(trx, at, { action: 'staff', subjectId: accountId })
  return 'is staff now, and sets up a second factor at /staff/verify.'
}

async function removeStaff({ trx, accountId, at }: Order): Promise<string> {
  if (!(await endStaff(trx, accountId))) return 'was not staff; nothing was changed.'
  await deleteFactor(trx, accountId)
  await revokeSecondFactor(trx, accountId)
  await recordOperatorAct(trx, at, { action: 'unstaff', subjectId: accountId })
  return 'is staff no more.'
}

async function resetFactor({ trx, settings, accountId, at }: Order): Promise<string> {
  if (!(await deleteFactor(trx, accountId))) return 'has no second factor; nothing was changed.'
  await revokeSecondFactor(trx, accountId)
  await recordOperatorAct(trx, at, { action: 'resetFactor', subjectId: accountId })
  const contact = await contactOf(trx, accountId)
  const brand = contact && brandById(contact.brand)
  const network = { clock: systemClock, address: publicAddress(settings), settings }
  if (brand) await queueMail(network, trx, secondFactorMail(brand, { id: accountId, ...contact }, 'reset'))
  return 'has no second factor any more, and sets up another at /staff/verify.'
}

async function makeSupportLink({ trx, settings, accountId, at }: Order): Promise<string> {
  const account = await accountFacts(trx, accountId)
  const brand = account && brandById(account.brand)
  const link = brand && supportLink({ address: publicAddress(settings), settings }, { brand, memberId: accountId, agent: 'Operator' }, at)
  if (!link) throw new StartUpError('There is no support view: SUPPORT_SECRET is not set.')
  await recordOperatorAct(trx, at, { action: 'supportLink', subjectId: accountId })
  return `can be looked at once, within five minutes, at\n${link}`
}

async function openExclusively(settings: GivenSettings): Promise<OpenDatabase> {
  try {
    return await openDatabase(settings)
  } catch (error) {
    if (!(error instanceof LockError)) throw error
    throw new StartUpError(`${error.message}\nWithout DATABASE_URL, members are changed while the server is stopped.`)
  }
}

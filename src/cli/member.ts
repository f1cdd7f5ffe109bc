import { revokeSecondFactor } from '../api/session.server.ts'
import type { OpenDatabase, Trx } from '../db/connection.server.ts'
import { accountFacts } from '../features/accounts/account-facts.sql.ts'
import { contactOf, endStaff, makeStaff } from '../features/accounts/account-status.sql.ts'
import { accountsWithLogin } from '../features/accounts/accounts.sql.ts'
import { addPremium } from '../features/accounts/premium.sql.ts'
import { recordOperatorAct } from '../features/audit/audit.sql.ts'
import { balanceOf, grantCredits } from '../features/billing/credits.sql.ts'
import { REMOVED_KEPT_DAYS } from '../features/enforcement/statements.ts'
import { viewOnceCheck } from '../features/messaging/view-once-check.server.ts'
import { viewOnceToCheck } from '../features/messaging/view-once.sql.ts'
import { viewOnceName } from '../features/messaging/view-once.ts'
import { ownPhotos } from '../features/photos/own-photos.sql.ts'
import { originalName } from '../features/photos/photos.ts'
import { closeJobsAbout } from '../features/staff/jobs.sql.ts'
import { viewOnceQueues } from '../features/staff/jobs.ts'
import { isRole, type Role } from '../features/staff/jobs.ts'
import { setRoles } from '../features/staff/roles.sql.ts'
import { secondFactorMail } from '../features/staff/second-factor-mails.ts'
import { deleteFactor } from '../features/staff/second-factor.sql.ts'
import { supportLink } from '../features/support/agent-links.server.ts'
import { DAY, later, systemClock } from '../lib/clock.ts'
import { LockError } from '../lib/lock.server.ts'
import { queueMail } from '../mail/queue.server.ts'
import { openDatabase } from '../process/database.server.ts'
import { withSecrets } from '../process/secrets.server.ts'
import { startUp, StartUpError } from '../process/start-up.server.ts'
import { type GivenSettings, readSettings, type Settings } from '../settings.ts'
import { publicAddress } from '../sites/hosts.ts'
import { brandById } from '../sites/registry.ts'

const usage = [
  'Usage: npm run member -- premium <username> <days>',
  '       npm run member -- credits <username> <credits>',
  '       npm run member -- staff <username> [role…], of moderator, support and lead',
  '       npm run member -- unstaff <username>',
  '       npm run member -- reset-factor <username>',
  '       npm run member -- support-link <username>',
  '       npm run member -- photos <username>',
  '       npm run member -- approve-once <username> <message>',
  '       npm run member -- refuse-once <username> <message>',
].join('\n')
const CREDITS_LAST = 365 * DAY
const MOST = 3650

/** `number` is an amount or the id of a message. */
type Order = { trx: Trx; settings: Settings; accountId: number; number: number; roles: readonly Role[]; at: Date }
type Command = { takes: 'nothing' | 'amount' | 'message' | 'roles'; run(order: Order): Promise<string> }

const commands: Partial<Record<string, Command>> = {
  premium: { takes: 'amount', run: givePremium },
  credits: { takes: 'amount', run: giveCredits },
  staff: { takes: 'roles', run: addStaff },
  unstaff: { takes: 'nothing', run: removeStaff },
  'reset-factor': { takes: 'nothing', run: resetFactor },
  'support-link': { takes: 'nothing', run: makeSupportLink },
  photos: { takes: 'nothing', run: listPhotos },
  'approve-once': { takes: 'message', run: (order) => decideOnViewOnce(order, true) },
  'refuse-once': { takes: 'message', run: (order) => decideOnViewOnce(order, false) },
}

await startUp(async () => {
  const [what = '', username, ...given] = process.argv.slice(2)
  const command = Object.hasOwn(commands, what) ? commands[what] : undefined
  // Accepts only a username: an email address may have been typed by somebody who never proved that they own it.
  const names = username !== undefined && !username.includes('@')
  if (!command || !names || !fits(command, given)) throw new StartUpError(usage)
  const number = Number(given[0] ?? 0)
  const settingsGiven = readSettings(process.env)
  const database = await openExclusively(settingsGiven)
  try {
    const settings = await withSecrets(settingsGiven, database)
    const [account] = await accountsWithLogin(database.db, username)
    if (!account) throw new StartUpError(`Nobody is called ${username}.`)
    const at = systemClock.now()
    const said = await database.db
      .transaction()
      .execute((trx) => command.run({ trx, settings, accountId: account.id, number, roles: given.filter(isRole), at }))
    process.stdout.write(`${username} ${said}\n`)
  } finally {
    await database.close()
  }
})

function fits({ takes }: Command, given: readonly string[]): boolean {
  const number = Number(given[0])
  if (takes === 'roles') return given.every(isRole)
  if (given.length !== { nothing: 0, amount: 1, message: 1 }[takes]) return false
  if (takes === 'nothing') return true
  return Number.isSafeInteger(number) && number >= 1 && (takes !== 'amount' || number <= MOST)
}

async function givePremium({ trx, accountId, number: days, at }: Order): Promise<string> {
  await recordOperatorAct(trx, at, { action: 'premium', subjectId: accountId, details: { days } })
  const until = await addPremium(trx, accountId, days * DAY, at)
  return `is premium until ${until.toISOString()}.`
}

async function giveCredits({ trx, accountId, number: credits, at }: Order): Promise<string> {
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

/** Without roles, a new member of staff is a lead, and one who has some keeps them. */
async function addStaff({ trx, accountId, roles, at }: Order): Promise<string> {
  const isNew = await makeStaff(trx, accountId, at)
  const given = isNew && roles.length === 0 ? (['lead'] as const) : roles
  const changed = given.length > 0 && (await setRoles(trx, accountId, given, at))
  if (!isNew && !changed) return 'was staff before; nothing was changed.'
  await recordOperatorAct(trx, at, { action: 'staff', subjectId: accountId, details: { roles: given.join(' ') } })
  return isNew ? `is staff now (${given.join(', ')}), and sets up a second factor at /staff/verify.` : `is staff as ${given.join(', ')} from now on.`
}

async function removeStaff({ trx, accountId, at }: Order): Promise<string> {
  if (!(await endStaff(trx, accountId))) return 'was not staff; nothing was changed.'
  await setRoles(trx, accountId, [], at)
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

async function listPhotos({ trx, accountId }: Order): Promise<string> {
  const photos = (await ownPhotos(trx, accountId)).map(({ id, approved_at, rejected_at, reject_reason, original_key, key }) => {
    const state = approved_at !== null ? 'approved' : rejected_at !== null ? `refused: ${reject_reason}` : 'waiting'
    return `${id} ${state}, ${original_key === null ? `${key}-720.webp` : originalName(original_key)}`
  })
  const forOneView = (await viewOnceToCheck(trx, accountId)).map(({ messageId, key, findings }) => {
    const said = findings.length === 0 ? '' : `; found: ${findings.map(({ list, why }) => (list === null ? why : `${list}: ${why}`)).join('; ')}`
    return `once ${messageId} waiting, ${viewOnceName(key)}${said}`
  })
  return ['has these photos, each with its file:', ...photos, ...forOneView].join('\n')
}

async function decideOnViewOnce({ trx, accountId, number: messageId, at }: Order, approved: boolean): Promise<string> {
  const isJudged = await viewOnceCheck.judge(trx, { messageId, ownerId: accountId, approved, at })
  if (!isJudged) throw new StartUpError('This member has no such photo for one view that waits.')
  await closeJobsAbout(trx, viewOnceQueues, messageId, { by: null, at, outcome: approved ? 'none' : 'hidePhoto' })
  await recordOperatorAct(trx, at, { action: approved ? 'approvePhoto' : 'refusePhoto', subjectId: accountId, details: { message: messageId } })
  return approved
    ? `has the photo of message ${messageId} approved.`
    : `has the photo of message ${messageId} refused; its file is kept for ${REMOVED_KEPT_DAYS} days.`
}

async function openExclusively(settings: GivenSettings): Promise<OpenDatabase> {
  try {
    return await openDatabase(settings)
  } catch (error) {
    if (!(error instanceof LockError)) throw error
    throw new StartUpError(`${error.message}\nWithout DATABASE_URL, members are changed while the server is stopped.`)
  }
}

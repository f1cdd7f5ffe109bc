import { randomBytes } from 'node:crypto'
import { revokeSecondFactor } from '#api/sessions.sql.ts'
import { insertStaffAccount } from '#core/accounts/accounts.sql.ts'
import { email as emailField } from '#core/accounts/passwords/credentials.contract.ts'
import { hashPassword } from '#core/accounts/passwords/passwords.server.ts'
import { accountFacts } from '#core/accounts/standing/account-facts.sql.ts'
import { contactOf, endStaff, makeStaff } from '#core/accounts/standing/account-status.sql.ts'
import { addPremium } from '#core/accounts/standing/premium.sql.ts'
import { accountNamed } from '#core/accounts/usernames/usernames.sql.ts'
import { recordOperatorAct } from '#core/audit/audit.sql.ts'
import { setRoles } from '#core/staff-accounts/roles.sql.ts'
import { secondFactorMail } from '#core/staff-accounts/second-factor-mails.ts'
import { deleteFactor } from '#core/staff-accounts/second-factor.sql.ts'
import { syncBrands } from '#db/brands.server.ts'
import type { OpenDatabase } from '#db/connection.server.ts'
import { DAY, later, systemClock } from '#lib/clock.ts'
import { LockError } from '#lib/lock.server.ts'
import { queueMail } from '#mail/queue.server.ts'
import { balanceOf, grantCredits } from '#money/credits/credits.sql.ts'
import { openDatabase } from '#process/database.server.ts'
import { withSecrets } from '#process/secrets.server.ts'
import { StartUpError } from '#process/start-up.server.ts'
import { type GivenSettings, readSettings } from '#settings.ts'
import { publicAddress } from '#sites/hosts.ts'
import { brandById, mainBrand } from '#sites/registry.ts'
import { isStaffRole, type StaffRole, staffRoles } from '#sites/staff-roles.ts'
import { OPERATOR, supportLink } from '#staff/tickets/agent/agent-links.server.ts'
import type { MemberOrder } from './order.ts'
import { decideOnChatPhoto, decideOnViewOnce, listPhotos } from './photos.ts'

const usage = [
  'Usage: npm run member -- premium <username> <days>',
  '       npm run member -- credits <username> <credits>',
  `       npm run member -- staff <username> [address] <role…>, of ${staffRoles.join(', ')}; with an address, makes the account`,
  '       npm run member -- unstaff <username>',
  '       npm run member -- reset-factor <username>',
  '       npm run member -- support-link <username>',
  '       npm run member -- photos <username>',
  '       npm run member -- approve-once <username> <message>',
  '       npm run member -- refuse-once <username> <message>',
  '       npm run member -- approve-chat <username> <number>',
  '       npm run member -- refuse-chat <username> <number>',
].join('\n')
const CREDITS_LAST = 365 * DAY
const MOST = 3650

type Command = {
  takes: 'nothing' | 'amount' | 'message' | 'staff'
  run(order: MemberOrder): Promise<string>
}

const commands: Partial<Record<string, Command>> = {
  premium: { takes: 'amount', run: givePremium },
  credits: { takes: 'amount', run: giveCredits },
  staff: { takes: 'staff', run: addStaff },
  unstaff: { takes: 'nothing', run: removeStaff },
  'reset-factor': { takes: 'nothing', run: resetFactor },
  'support-link': { takes: 'nothing', run: makeSupportLink },
  photos: { takes: 'nothing', run: listPhotos },
  'approve-once': { takes: 'message', run: (order) => decideOnViewOnce(order, true) },
  'refuse-once': { takes: 'message', run: (order) => decideOnViewOnce(order, false) },
  'approve-chat': { takes: 'message', run: (order) => decideOnChatPhoto(order, true) },
  'refuse-chat': { takes: 'message', run: (order) => decideOnChatPhoto(order, false) },
}

type Env = Readonly<Record<string, string | undefined>>

/** What `npm run member` says; throws StartUpError with the lines for what it refuses. */
export async function runMember(words: readonly string[], env: Env): Promise<string> {
  const [what = '', username, ...given] = words
  const command = Object.hasOwn(commands, what) ? commands[what] : undefined
  // Accepts only a username: an email address may have been typed by somebody who never proved that
  // they own it.
  const names = username !== undefined && !username.includes('@')
  if (!command || !names || !fits(command, given)) throw new StartUpError(usage)
  const number = Number(given[0] ?? 0)
  const settingsGiven = readSettings(env)
  const database = await openExclusively(settingsGiven)
  try {
    const settings = await withSecrets(settingsGiven, database)
    // The first of staff may be there before the server has started once.
    if (command.takes === 'staff') await syncBrands(database.db)
    const at = systemClock.now()
    const said = await database.db.transaction().execute(async (trx) => {
      const accountId = await accountNamed(trx, username)
      if (accountId === null && command.takes !== 'staff')
        throw new StartUpError(`Nobody is called ${username}.`)
      return command.run({ trx, settings, username, accountId: accountId ?? 0, number, given, at })
    })
    return `${username} ${said}`
  } finally {
    await database.close()
  }
}

function fits({ takes }: Command, given: readonly string[]): boolean {
  const number = Number(given[0])
  if (takes === 'staff') return rolesIn(given) !== null
  if (given.length !== { nothing: 0, amount: 1, message: 1 }[takes]) return false
  if (takes === 'nothing') return true
  return Number.isSafeInteger(number) && number >= 1 && (takes !== 'amount' || number <= MOST)
}

async function givePremium({ trx, accountId, number: days, at }: MemberOrder): Promise<string> {
  await recordOperatorAct(trx, at, { action: 'premium', subjectId: accountId, details: { days } })
  const until = await addPremium(trx, accountId, days * DAY, at)
  return `is premium until ${until.toISOString()}.`
}

async function giveCredits({ trx, accountId, number: credits, at }: MemberOrder): Promise<string> {
  await recordOperatorAct(trx, at, {
    action: 'credits',
    subjectId: accountId,
    details: { credits },
  })
  await grantCredits(trx, accountId, {
    credits,
    source: 'grant',
    reference: `operator:${at.toISOString()}`,
    expiresAt: later(at, CREDITS_LAST),
    at,
  })
  return `has ${await balanceOf(trx, accountId, at)} credits.`
}

/** Null unless these are roles, at least one, after an address or none. */
function rolesIn(given: readonly string[]): readonly StaffRole[] | null {
  const named = given[0]?.includes('@') ? given.slice(1) : given
  return named.length > 0 && named.every(isStaffRole) ? named : null
}

/** With an address, makes the account; its password is made here and said once. */
async function addStaff(order: MemberOrder): Promise<string> {
  const { trx, given, username, accountId, at } = order
  const roles = rolesIn(given) ?? []
  const address = given[0]?.includes('@') ? given[0] : null
  const made = accountId === 0 ? await newStaff(order, address) : null
  if (made === null && address !== null)
    throw new StartUpError(`${username} is somebody’s name already.`)
  const id = made?.id ?? accountId
  const isNew = made !== null || (await makeStaff(trx, id, at))
  if (isNew === null) {
    throw new StartUpError(
      `${username} is a member, and staff accounts have no profile: make one under another name, with an address of its own.`,
    )
  }
  const changed = await setRoles(trx, id, roles, at)
  if (!isNew && !changed) return 'was staff as that before; nothing was changed.'
  await recordOperatorAct(trx, at, {
    action: 'staff',
    subjectId: id,
    details: { roles: roles.join(' ') },
  })
  const said = isNew
    ? `is staff now (${roles.join(', ')}), and sets up a second factor at /staff/verify.`
    : `is staff as ${roles.join(', ')} from now on.`
  return made === null ? said : `${said}\nThe password, which is shown this once: ${made.password}`
}

async function newStaff(
  { trx, username, at }: MemberOrder,
  address: string | null,
): Promise<{ id: number; password: string }> {
  if (address === null)
    throw new StartUpError(
      `Nobody is called ${username}. With an address after the name, the account is made.`,
    )
  const email = emailField.safeParse(address)
  if (!email.success) throw new StartUpError(`${address} is no address.`)
  if (!/^[\p{L}\p{Nd}][\p{L}\p{Nd}_-]{2,19}$/u.test(username))
    throw new StartUpError('A name has 3 to 20 letters, digits, dashes or underscores.')
  const password = randomBytes(15).toString('base64url')
  const id = await insertStaffAccount(trx, {
    brand: mainBrand.id,
    username,
    email: email.data,
    passwordHash: await hashPassword(password),
    at,
  })
  if (id === null)
    throw new StartUpError(
      'This name, one that looks like it, or this address is somebody’s already.',
    )
  return { id, password }
}

async function removeStaff({ trx, accountId, at }: MemberOrder): Promise<string> {
  if (!(await endStaff(trx, accountId))) return 'was not staff; nothing was changed.'
  await setRoles(trx, accountId, [], at)
  await deleteFactor(trx, accountId)
  await revokeSecondFactor(trx, accountId)
  await recordOperatorAct(trx, at, { action: 'unstaff', subjectId: accountId })
  return 'is staff no more.'
}

async function resetFactor({ trx, settings, accountId, at }: MemberOrder): Promise<string> {
  if (!(await deleteFactor(trx, accountId))) return 'has no second factor; nothing was changed.'
  await revokeSecondFactor(trx, accountId)
  await recordOperatorAct(trx, at, { action: 'resetFactor', subjectId: accountId })
  const contact = await contactOf(trx, accountId)
  const brand = contact && brandById(contact.brand)
  const network = { clock: systemClock, address: publicAddress(settings), settings }
  if (brand)
    await queueMail(network, trx, secondFactorMail(brand, { id: accountId, ...contact }, 'reset'))
  return 'has no second factor any more, and sets up another at /staff/verify.'
}

async function makeSupportLink({ trx, settings, accountId, at }: MemberOrder): Promise<string> {
  const account = await accountFacts(trx, accountId)
  const brand = account && brandById(account.brand)
  const link =
    brand &&
    supportLink(
      { address: publicAddress(settings), settings },
      { brand, memberId: accountId, agent: OPERATOR },
      at,
    )
  if (!link) throw new StartUpError('There is no support view: SUPPORT_SECRET is not set.')
  await recordOperatorAct(trx, at, { action: 'supportLink', subjectId: accountId })
  return `can be looked at once, within five minutes, at\n${link}`
}

async function openExclusively(settings: GivenSettings): Promise<OpenDatabase> {
  try {
    return await openDatabase(settings)
  } catch (error) {
    if (!(error instanceof LockError)) throw error
    throw new StartUpError(
      `${error.message}\nWithout DATABASE_URL, members are changed while the server is stopped.`,
    )
  }
}

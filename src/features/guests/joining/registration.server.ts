import { randomBytes } from 'node:crypto'
import { type Handler, handle, type CallContext } from '#api/call.server.ts'
import { ApiError, fieldError } from '#api/errors.ts'
import { addressGroup, countHit } from '#api/limits.server.ts'
import { sessionCookie } from '#api/session-cookie.server.ts'
import { endSession, startSession } from '#api/sessions.sql.ts'
import { isAddressOverfull } from '#core/accounts/accounts.sql.ts'
import { lockAddress } from '#core/accounts/changes/change-email.sql.ts'
import { addressGiven } from '#core/accounts/events.server.ts'
import { sendFirstMail } from '#core/accounts/greeting.server.ts'
import { addressTakenMail } from '#core/accounts/mails.ts'
import { hashPassword, passwordProblem } from '#core/accounts/passwords/passwords.server.ts'
import { deviceCookie, deviceHash, rememberDevice } from '#core/accounts/sign-in/devices.server.ts'
import { provisionalUsername, usernameTaken } from '#core/accounts/usernames/usernames.server.ts'
import { countOf } from '#core/figures/counting.sql.ts'
import { birthdayProblem } from '#core/people/edit/birthday.ts'
import { chosenPlace, largestTown } from '#core/places/places.server.ts'
import { type LocatedPlace, placeColumns } from '#core/places/towns.server.ts'
import { observeRegistration } from '#core/rules/fraud.server.ts'
import { newToken } from '#lib/token.server.ts'
import { stepsAfter, type Way } from '#members/onboarding/steps.ts'
import { countJoin, sourceOfJoin } from '#money/affiliates/affiliates.sql.ts'
import type { Gender } from '#sites/genders.ts'
import type { Sender } from '../promo/sender.contract.ts'
import { rememberedSender } from '../promo/sender.server.ts'
import { insertMember } from './new-member.sql.ts'
import { affiliateJoining, oneClickJoining, registration } from './registration.contract.ts'

// assurance 7: per IP address, over all three ways of joining.
const REGISTRATIONS = { most: 5, seconds: 3600 }
/** With 10,000 million possible names, a third collision means a bug. */
const NAME_TRIES = 5

type Joiner = {
  gender: Gender
  lookingFor: Gender[]
  email: string
  birthday: string
  acceptMarketing: boolean
  affiliateId?: string | undefined
  subid?: string | undefined
  campaignId?: string | undefined
}
type Rest = { way: Way; usernames: readonly string[]; password: string; place: LocatedPlace }

const registrationHandler = handle(registration, async (call) => {
  const { body, services } = call
  refuseAge(body.birthday, call.at)
  refuseWeak(body.password, body.username)
  const place = chosenPlace(body)
  const next = await join(call, body, {
    way: 'register',
    usernames: [body.username],
    password: body.password,
    place,
  })
  if (next === null) throw await usernameTaken(services, body.username)
  return next
})

const affiliateHandler = handle(affiliateJoining, async (call) => {
  const { body } = call
  refuseAge(body.birthday, call.at)
  refuseWeak(body.password, '')
  return joinNameless(call, body, {
    way: 'affiliate',
    password: body.password,
    place: largestTown(body.country),
  })
})

/** Until the member chooses a password, the link in the mail is the only other way to sign in. */
const oneClickHandler = handle(oneClickJoining, async (call) => {
  const { body } = call
  refuseAge(body.birthday, call.at)
  const password = randomBytes(32).toString('base64')
  return joinNameless(call, body, { way: 'oneClick', password, place: largestTown(body.country) })
})

async function joinNameless(call: CallContext, joiner: Joiner, rest: Omit<Rest, 'usernames'>) {
  const usernames = Array.from({ length: NAME_TRIES }, provisionalUsername)
  const next = await join(call, joiner, { ...rest, usernames })
  if (next === null) throw new ApiError('busy')
  return next
}

/**
 * The affiliate of this visit's link, else the one stored in the cookie that the visitor allowed.
 */
function senderOf({ request }: CallContext, { affiliateId, subid, campaignId }: Sender): Sender {
  const isSaid = [affiliateId, subid, campaignId].some((word) => word !== undefined)
  return isSaid
    ? { affiliateId, subid, campaignId }
    : rememberedSender(request.headers.get('Cookie'))
}

/**
 * Null if no username is free. Neither the answer nor its timing reveals whether the address had an
 * owner.
 */
async function join(
  call: CallContext,
  joiner: Joiner,
  { way, usernames, password, place }: Rest,
): Promise<{ next: string } | null> {
  const { brand, services, at, ip, host, headers } = call
  const passwordHash = await hashPassword(password, call.turn)
  const sender = senderOf(call, joiner)
  const plain = {
    brand: brand.id,
    email: joiner.email,
    passwordHash,
    termsVersion: services.texts.library().termsVersion(brand),
    wantsMarketing: joiner.acceptMarketing,
    ip: ip === '' ? null : ip,
    affiliateId: sender.affiliateId ?? null,
    subid: sender.subid ?? null,
    campaignId: sender.campaignId ?? null,
    gender: joiner.gender,
    lookingFor: [...new Set(joiner.lookingFor)],
    birthday: joiner.birthday,
    place: placeColumns(place),
    isHidden: way !== 'register',
    steps: stepsAfter[way],
    at,
  }
  const made = await services.db
    .transaction()
    .execute(async (trx) => {
      await lockAddress(trx, joiner.email)
      const source = await sourceOfJoin(trx, sender, joiner.email)
      const newMember = { ...plain, source }
      for (const username of usernames) {
        const account = await insertMember(trx, { ...newMember, username })
        if (!account) continue
        await services.say(trx, addressGiven, {
          id: account.id,
          email: joiner.email,
          at,
          atOnce: true,
        })
        await countOf(trx, account.id, { measure: 'joined', detail: way, at })
        await countHit(trx, `register:ip:${addressGroup(ip)}`, REGISTRATIONS, at)
        await observeRegistration(
          services,
          trx,
          { accountId: account.id, brand: brand.id, at },
          { ip, deviceHash: deviceHash(call), email: joiner.email },
        )
        await sendFirstMail(
          services,
          trx,
          brand,
          { ...account, username, email: joiner.email, openSteps: newMember.steps },
          at,
        )
        await countJoin(trx, source, sender, at)
        // Rolls back what takes as long as a new account does.
        if (await isAddressOverfull(trx, joiner.email)) throw new AddressFull()
        return account
      }
      return null
    })
    .catch(asAddressFull)
  if (!made) return null
  if (made instanceof AddressFull) {
    await services.db.transaction().execute(async (trx) => {
      await countHit(trx, `register:ip:${addressGroup(ip)}`, REGISTRATIONS, at)
      await services.queueMail(trx, addressTakenMail(services, brand, joiner.email))
    })
    // Cookies that open nothing: the answer does not tell that the address has its accounts
    // already; the mail does.
    if (call.token !== null) await endSession(services.db, call.token)
    headers.append(
      'Set-Cookie',
      sessionCookie(newToken(), host.domain, services.settings.production),
    )
    headers.append('Set-Cookie', deviceCookie(call, newToken()))
    return { next: '/dashboard' }
  }
  const token = await startSession(services.db, {
    accountId: made.id,
    brand: brand.id,
    device: call.device,
    at,
    replaces: call.token,
  })
  headers.append('Set-Cookie', sessionCookie(token, host.domain, services.settings.production))
  headers.append('Set-Cookie', await rememberDevice(services.db, call, made.id, at))
  return { next: '/dashboard' }
}

/** Thrown to roll back: the address has as many accounts as it may that nobody has confirmed. */
class AddressFull extends Error {
  override name = 'AddressFull'
}

function asAddressFull(error: unknown): AddressFull {
  if (error instanceof AddressFull) return error
  throw error
}

function refuseAge(birthday: string, at: Date): void {
  const problem = birthdayProblem(birthday, at)
  if (problem !== null) throw fieldError('birthday', problem)
}

function refuseWeak(password: string, username: string): void {
  const weakness = passwordProblem(password, username)
  if (weakness !== null) throw fieldError('password', weakness)
}

export const registrationHandlers: Handler[] = [
  registrationHandler,
  affiliateHandler,
  oneClickHandler,
]

import { fieldError } from '../../api/errors.ts'
import { addressGroup, countHit } from '../../api/limits.server.ts'
import { type Handler, handle } from '../../api/router.server.ts'
import type { Services } from '../../api/services.server.ts'
import { sessionCookie, startSession } from '../../api/session.server.ts'
import type { Trx } from '../../db/connection.server.ts'
import { ageOn } from '../../lib/clock.ts'
import type { Brand } from '../../sites/site.ts'
import { stepsAtRegister } from '../onboarding/steps.ts'
import { cellOf } from '../profiles/places.ts'
import { placeById, resolvePlace } from '../profiles/places.server.ts'
import { insertAccount, isUsernameTaken } from './accounts.sql.ts'
import { issueGrant } from './grants.server.ts'
import { addressTakenMail, confirmMail } from './mails.ts'
import { hashPassword, passwordProblem } from './passwords.server.ts'
import { registration } from './registration.contract.ts'
import { TERMS_VERSION } from './terms.ts'

export const ADULT = 18
// assurance 7, per address.
const REGISTRATIONS = { most: 5, seconds: 3600 }

const registrationHandler = handle(registration, async ({ body, brand, services, at, ip, device, token: replaces, host, headers }) => {
  const age = ageOn(body.birthday, at)
  if (age < ADULT) throw fieldError('birthday', 'You have to be 18 or over to join.')
  if (age > 110) throw fieldError('birthday', 'Please check the year.')
  const weakness = passwordProblem(body.password, body.username)
  if (weakness !== null) throw fieldError('password', weakness)
  const place =
    body.placeId === undefined ? resolvePlace(body.country, body.place) : placeById(body.placeId)
  if (!place || place.country !== body.country) {
    throw fieldError('place', 'We do not know this place. Please choose the nearest larger town.')
  }
  const passwordHash = await hashPassword(body.password)
  const cell = cellOf(place)
  const made = await services.db.transaction().execute(async (trx) => {
    const account = await insertAccount(trx, {
      brand: brand.id,
      username: body.username,
      email: body.email,
      passwordHash,
      termsVersion: TERMS_VERSION,
      wantsMarketing: body.acceptMarketing,
      ip: ip === '' ? null : ip,
      affiliateId: body.affiliateId ?? null,
      gender: body.gender,
      lookingFor: [...new Set(body.lookingFor)],
      birthday: body.birthday,
      place: { id: place.id, name: place.name, region: place.region, country: place.country, ...cell },
      steps: stepsAtRegister(body.affiliateId !== undefined),
      at,
    })
    if (!account) return null
    await countHit(trx, `register:ip:${addressGroup(ip)}`, REGISTRATIONS, at)
    await greet(services, trx, brand, { ...account, username: body.username, email: body.email }, at)
    return account
  })
  if (!made) throw fieldError('username', await usernameAdvice(services, body.username))
  const token = await startSession(services.db, { accountId: made.id, brand: brand.id, device, at, replaces })
  headers.append('Set-Cookie', sessionCookie(token, host.domain, services.settings.production))
  return { next: '/dashboard' }
})

/** A new member gets a link to confirm; the owner of an address that somebody else typed gets a notice. */
export async function greet(
  services: Services,
  trx: Trx,
  brand: Brand,
  account: { id: number; username: string; email: string; ownsEmail: boolean },
  at: Date,
): Promise<void> {
  if (!account.ownsEmail) {
    await services.queueMail(trx, addressTakenMail(services, brand, account.email))
    return
  }
  const token = await issueGrant(trx, { accountId: account.id, brand: brand.id, purpose: 'confirmEmail', at })
  await services.queueMail(trx, confirmMail(services, brand, account, token))
}

/** Up to three free names close to the one that is taken. */
async function usernameAdvice(services: Services, username: string): Promise<string> {
  const stem = [...username].slice(0, 16).join('')
  const free: string[] = []
  for (let number = 2; number < 40 && free.length < 3; number += 1) {
    const candidate = `${stem}${number}`
    if (!(await isUsernameTaken(services.db, candidate))) free.push(candidate)
  }
  return free.length === 0 ? 'This username is taken. Please choose another.' : `This username is taken. Free: ${free.join(', ')}.`
}

export const registrationHandlers: Handler[] = [registrationHandler]

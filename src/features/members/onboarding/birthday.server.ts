import { type Handler, handle } from '#api/call.server.ts'
import { ApiError, fieldError } from '#api/errors.ts'
import { correctBirthday } from '#core/people/edit/birthday.sql.ts'
import { birthdayProblem } from '#core/people/edit/birthday.ts'
import { agesAround } from '#core/people/first-messages/wishes.ts'
import { ageOn } from '#lib/clock.ts'
import { setBirthday } from './birthday.contract.ts'
import { hasFullAccess } from './steps.ts'

const setBirthdayHandler = handle(setBirthday, async ({ body, scope, brand, services, at }) => {
  const { member } = scope
  const ages = agesAround(ageOn(body.birthday, at))
  // Sending the same date does not use up the one correction.
  if (body.birthday === member.birthday) return { ok: true as const, ages }
  const problem = birthdayProblem(body.birthday, at)
  if (problem !== null) throw fieldError('birthday', problem)
  const refuse = (why: string) =>
    new ApiError('conflict', `${why} If it is wrong, please write to ${brand.legal.supportEmail}.`)
  if (hasFullAccess(member.openSteps))
    throw refuse('A date of birth can only be corrected while you sign up.')
  if (!(await correctBirthday(services.db, member.id, body.birthday, at)))
    throw refuse('You have corrected your date of birth once.')
  return { ok: true as const, ages }
})

export const birthdayHandlers: Handler[] = [setBirthdayHandler]

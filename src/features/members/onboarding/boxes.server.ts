import { type Handler, handle } from '#api/call.server.ts'
import { ApiError, fieldError } from '#api/errors.ts'
import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import { endOtherSessions } from '#api/sessions.sql.ts'
import { lockAccount, loginOf } from '#core/accounts/accounts.sql.ts'
import {
  hashPassword,
  isPassword,
  passwordProblem,
} from '#core/accounts/passwords/passwords.server.ts'
import { updatePasswordHash } from '#core/accounts/reset/reset.sql.ts'
import { usernameTaken } from '#core/accounts/usernames/usernames.server.ts'
import { isUsernameClash, renameAccount } from '#core/accounts/usernames/usernames.sql.ts'
import { introduceThemselves } from '#core/people/edit/introduction.server.ts'
import { introduce } from '#core/people/edit/introduction.sql.ts'
import { showProfile } from '#core/people/edit/new-profile.sql.ts'
import { ownProfile } from '#core/people/edit/own-profile.sql.ts'
import { refuseReversedAges } from '#core/people/first-messages/wishes.server.ts'
import { movePerson, placeOfMember } from '#core/people/place.sql.ts'
import { chosenPlace } from '#core/places/places.server.ts'
import { placeColumns, shownTown } from '#core/places/towns.server.ts'
import type { Trx } from '#db/connection.server.ts'
import { savePhoto } from '../photos/own/photos.server.ts'
import {
  affiliateStepOne,
  affiliateStepThree,
  affiliateStepTwo,
  oneClickBox,
} from './boxes.contract.ts'
import { Finished, finishSteps, progressOf } from './completion.server.ts'
import { assignedSteps } from './steps.sql.ts'
import { boxState, isLastBox, type Step } from './steps.ts'

const stepOneHandler = handle(affiliateStepOne, async ({ body, scope, services }) => {
  const place = chosenPlace(body)
  return once(
    () =>
      services.db
        .transaction()
        .execute((trx) =>
          answerBox(trx, scope, 'affiliateOneClick1', () =>
            movePerson(trx, scope.member.id, placeColumns(place)),
          ),
        ),
    async () => (await placeOfMember(services.db, scope.member.id)).id === shownTown(place).id,
  )
})

const stepTwoHandler = handle(affiliateStepTwo, async ({ body, scope, services }) => {
  const { id } = scope.member
  const { passwordHash } = await loginOf(services.db, id)
  // Only the hash of the earlier password is stored: it can be compared with the username, not
  // searched for it.
  if (await isPassword(body.username, passwordHash))
    throw fieldError('username', 'This is your password. Please choose another username.')
  const lookingFor = [...new Set(body.lookingFor)]
  return once(
    () =>
      named(services, body.username, (trx) =>
        answerBox(trx, scope, 'affiliateOneClick2', async () => {
          await renameAccount(trx, id, body.username, scope.at)
          await introduce(trx, id, { lookingFor })
        }),
      ),
    async () => {
      const [{ username }, said] = await Promise.all([
        loginOf(services.db, id),
        ownProfile(services.db, scope),
      ])
      return username === body.username && said.lookingFor.join() === lookingFor.join()
    },
  )
})

const stepThreeHandler = handle(affiliateStepThree, async ({ form, scope, services }) => {
  const { photo, rules, ...said } = form
  refuseReversedAges(said)
  let progress = progressOf(scope.member.openSteps)
  const take = async (trx: Trx): Promise<void> => {
    progress = await answerBox(trx, scope, 'affiliateOneClick3', () =>
      introduceThemselves(services, trx, scope, said),
    )
  }
  return once(
    async () => {
      if (photo)
        await savePhoto(services, scope, { photo, description: '', isPrivate: false, rules }, take)
      else await services.db.transaction().execute(take)
      return progress
    },
    async () => (await ownProfile(services.db, scope)).about === said.about,
  )
})

/**
 * Sets the password last; it ends the sessions of anybody else who followed the link in the mail.
 */
const oneClickHandler = handle(oneClickBox, async ({ body, scope, services, token }) => {
  const { id } = scope.member
  refuseReversedAges(body)
  const weakness = passwordProblem(body.password, body.username)
  if (weakness !== null) throw fieldError('password', weakness)
  const place = chosenPlace(body)
  const passwordHash = await hashPassword(body.password)
  return once(
    () =>
      named(services, body.username, (trx) =>
        answerBox(trx, scope, 'oneClick', async () => {
          await renameAccount(trx, id, body.username, scope.at)
          await updatePasswordHash(trx, id, passwordHash)
          await endOtherSessions(trx, id, token)
          await movePerson(trx, id, placeColumns(place))
          await introduceThemselves(services, trx, scope, {
            about: body.about,
            ageFrom: body.ageFrom,
            ageTo: body.ageTo,
            distance: body.distance,
          })
        }),
      ),
    async () => {
      const login = await loginOf(services.db, id)
      return (
        login.username === body.username && (await isPassword(body.password, login.passwordHash))
      )
    },
  )
})

type Progress = ReturnType<typeof progressOf>

/** Answers of one member run one at a time. */
async function answerBox(
  trx: Trx,
  scope: Scope,
  box: Step,
  take: () => Promise<void>,
): Promise<Progress> {
  await lockAccount(trx, scope.member.id)
  switch (boxState(box, await assignedSteps(trx, scope.member.id))) {
    case 'notAsked':
      throw new ApiError(
        'conflict',
        'This is no part of how you joined. Your dashboard shows what is left to do.',
      )
    case 'tooEarly':
      throw new ApiError('conflict', 'Something else comes first. Your dashboard shows what.')
    case 'finished':
      throw new Finished()
    case 'open':
      await take()
  }
  if (isLastBox(box)) await showProfile(trx, scope.member.id)
  return finishSteps(trx, scope, ['justRegistered', box])
}

/** Makes a repeated request, as after a double click, idempotent. */
async function once(
  act: () => Promise<Progress>,
  isSame: () => Promise<boolean>,
): Promise<Progress> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Finished && (await isSame())) return progressOf([])
    throw error
  }
}

async function named(
  services: Services,
  username: string,
  act: (trx: Trx) => Promise<Progress>,
): Promise<Progress> {
  try {
    return await services.db.transaction().execute(act)
  } catch (error) {
    throw isUsernameClash(error) ? await usernameTaken(services, username) : error
  }
}

export const boxHandlers: Handler[] = [
  stepOneHandler,
  stepTwoHandler,
  stepThreeHandler,
  oneClickHandler,
]

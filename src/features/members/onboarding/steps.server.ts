import { type Handler, handle } from '#api/call.server.ts'
import { lockAccount } from '#core/accounts/accounts.sql.ts'
import { profileToEdit } from '#core/people/edit/edit-profile.sql.ts'
import { introduceThemselves } from '#core/people/edit/introduction.server.ts'
import { refuseReversedAges } from '#core/people/first-messages/wishes.server.ts'
import type { Trx } from '#db/connection.server.ts'
import { savePhoto, savePhotoOnce } from '../photos/own/photos.server.ts'
import { Finished, finishSteps, progressOf } from './completion.server.ts'
import {
  firstPhoto,
  introduction,
  justRegistered,
  saveIntroduction,
  uploadStep,
} from './steps.contract.ts'
import { assignedSteps } from './steps.sql.ts'

const justRegisteredHandler = handle(justRegistered, ({ scope, services }) =>
  services.db.transaction().execute((trx) => finishSteps(trx, scope, ['justRegistered'])),
)

/** Saves introduction, photo and progress in one transaction; also closes the welcome step. */
const uploadStepHandler = handle(uploadStep, async ({ form, scope, services }) => {
  const { photo, rules, ...said } = form
  refuseReversedAges(said)
  let progress = progressOf(scope.member.openSteps)
  const finish = async (trx: Trx): Promise<void> => {
    await introduceThemselves(services, trx, scope, said)
    progress = await finishSteps(trx, scope, ['justRegistered', 'uploadPhoto'])
  }
  if (photo)
    await savePhoto(services, scope, { photo, description: '', isPrivate: false, rules }, finish)
  else await services.db.transaction().execute(finish)
  return progress
})

const firstPhotoHandler = handle(firstPhoto, async (call) => {
  const { photo, rules, key } = call.form
  if (photo) {
    const upload = { photo, description: '', isPrivate: false, rules }
    await savePhotoOnce(call.services, call.scope, upload, call, key)
  }
  return { ok: true as const, next: '/dashboard?screen=words' }
})

const introductionHandler = handle(introduction, async ({ scope, services }) => {
  const { headline, about } = await profileToEdit(services.db, scope.member.id)
  return { headline, about }
})

const saveHandler = handle(saveIntroduction, async ({ body, scope, services }) => {
  await services.db.transaction().execute(async (trx) => {
    await lockAccount(trx, scope.member.id)
    const steps = await assignedSteps(trx, scope.member.id)
    if (!steps.some(({ isOpen }) => isOpen)) throw new Finished()
    await introduceThemselves(services, trx, scope, body)
  })
  return { ok: true as const, next: '/dashboard?screen=whom' }
})

export const onboardingHandlers: Handler[] = [
  justRegisteredHandler,
  firstPhotoHandler,
  introductionHandler,
  saveHandler,
  uploadStepHandler,
]

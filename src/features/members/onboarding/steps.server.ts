import { type Handler, handle } from '../../../api/call.server.ts'
import type { Trx } from '../../../db/connection.server.ts'
import { introduce } from '../../core/people/introduction.sql.ts'
import { refuseReversedAges } from '../../core/people/wishes.server.ts'
import { savePhoto } from '../photos/photos.server.ts'
import { finishSteps, progressOf } from './completion.server.ts'
import { justRegistered, uploadStep } from './steps.contract.ts'

const justRegisteredHandler = handle(justRegistered, ({ scope, services }) =>
  services.db.transaction().execute((trx) => finishSteps(trx, scope, ['justRegistered'])),
)

/** Saves introduction, photo and progress in one transaction; also closes the welcome step. */
const uploadStepHandler = handle(uploadStep, async ({ form, scope, services }) => {
  const { photo, rules, ...said } = form
  refuseReversedAges(said)
  let progress = progressOf(scope.member.openSteps)
  const finish = async (trx: Trx): Promise<void> => {
    await introduce(trx, scope.member.id, said)
    progress = await finishSteps(trx, scope, ['justRegistered', 'uploadPhoto'])
  }
  if (photo)
    await savePhoto(services, scope, { photo, description: '', isPrivate: false, rules }, finish)
  else await services.db.transaction().execute(finish)
  return progress
})

export const onboardingHandlers: Handler[] = [justRegisteredHandler, uploadStepHandler]

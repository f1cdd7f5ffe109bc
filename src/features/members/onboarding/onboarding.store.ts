import { api } from '../../../api/client.ts'
import type { FormValues } from '../../../ui/form-answer.ts'
import { fieldsOf } from '../../../ui/form-fields.ts'
import { $uploads, uploadsSettled } from '../photos/uploads.store.ts'
import type {
  affiliateStepOne,
  affiliateStepThree,
  affiliateStepTwo,
  oneClickBox,
} from './boxes.contract.ts'
import type { Finish } from './screens.ts'
import type { saveIntroduction, uploadStep } from './steps.contract.ts'

/** Throws CallError, as the other verbs do. */
export async function saveWords(values: FormValues): Promise<void> {
  await api.send<typeof saveIntroduction>('POST /registration/introduction', {
    body: values as never,
  })
}

/** Returns the next page. */
export async function sayWhere(values: FormValues): Promise<string> {
  const { next } = await api.send<typeof affiliateStepOne>('POST /oneClick/affiliateStepOne', {
    body: values as never,
  })
  return next
}

export async function sayName(values: FormValues): Promise<string> {
  const { next } = await api.send<typeof affiliateStepTwo>('POST /oneClick/affiliateStepTwo', {
    body: values as never,
  })
  return next
}

let warnedOf = 0

/**
 * Finishes, once the photos on their way are added: the page is left then. Returns null where one was not, which is
 * said once; the next call finishes without it.
 */
export async function finish(by: Finish, form: FormData): Promise<string | null> {
  await uploadsSettled()
  const failed = $uploads.get().filter(({ state }) => state === 'failed' || state === 'unconfirmed')
  if (failed.length > warnedOf) {
    warnedOf = failed.length
    return null
  }
  return (await sendLast(by, form)).next
}

function sendLast(by: Finish, form: FormData) {
  switch (by) {
    case '/registration/uploadStep':
      return api.send<typeof uploadStep>('POST /registration/uploadStep', { form })
    case '/oneClick/affiliateStepThree':
      return api.send<typeof affiliateStepThree>('POST /oneClick/affiliateStepThree', { form })
    case '/registration/oneClick':
      return api.send<typeof oneClickBox>('POST /registration/oneClick', {
        body: fieldsOf(form) as never,
      })
  }
}

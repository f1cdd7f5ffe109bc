import { api } from '#api/client.ts'
import type { FormValues } from '#ui/form-answer.ts'
import { fieldsOf } from '#ui/form-fields.ts'
import { $uploads, isUnsentUpload, uploadsSettled } from '../photos/upload/uploads.store.ts'
import type {
  affiliateStepOne,
  affiliateStepThree,
  affiliateStepTwo,
  oneClickBox,
} from './boxes.contract.ts'
import type { LastAction } from './screens.ts'
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

const warnedOf = new Set<string>()

/**
 * Finishes, once the photos on their way are added: the page is left then. Returns null where one
 * was not, which is said once; the next call finishes without it.
 */
export async function finish(by: LastAction, form: FormData): Promise<string | null> {
  await uploadsSettled()
  const unsent = $uploads.get().filter((one) => isUnsentUpload(one) && !warnedOf.has(one.key))
  if (unsent.length > 0) {
    for (const { key } of unsent) warnedOf.add(key)
    return null
  }
  return (await sendLast(by, form)).next
}

function sendLast(by: LastAction, form: FormData) {
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

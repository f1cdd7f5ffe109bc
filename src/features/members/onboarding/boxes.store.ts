import { api } from '../../../api/client.ts'
import type { FormValues } from '../../../ui/form-answer.ts'
import type { affiliateStepOne, affiliateStepTwo, oneClickBox } from './boxes.contract.ts'

/** The boxes that ask what joining left out. Each verb throws CallError where it is refused, and returns the next page. */

export async function sayWhere(values: FormValues): Promise<string> {
  return (
    await api.send<typeof affiliateStepOne>('POST /oneClick/affiliateStepOne', {
      body: values as never,
    })
  ).next
}

export async function sayName(values: FormValues): Promise<string> {
  return (
    await api.send<typeof affiliateStepTwo>('POST /oneClick/affiliateStepTwo', {
      body: values as never,
    })
  ).next
}

export async function sayAll(values: FormValues): Promise<string> {
  return (
    await api.send<typeof oneClickBox>('POST /registration/oneClick', { body: values as never })
  ).next
}

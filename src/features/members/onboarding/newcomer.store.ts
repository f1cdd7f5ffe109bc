import { api, assertRefused } from '../../../api/client.ts'
import type { setBirthday } from './birthday.contract.ts'
import type { justRegistered } from './steps.contract.ts'

/** Of the steps that joining left open, the first is then done. */
export function seeWelcome(): void {
  api.send<typeof justRegistered>('POST /registration/justRegistered', {}).catch(assertRefused)
}

/** Throws CallError where it is refused; returns the next page. */
export async function correctBirthday(birthday: string): Promise<string> {
  await api.send<typeof setBirthday>('POST /profile/setBirthday', { body: { birthday } })
  return '/dashboard'
}

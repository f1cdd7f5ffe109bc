import { atom } from 'nanostores'
import { api, assertRefused } from '#api/client.ts'
import type { setBirthday } from './birthday.contract.ts'
import type { justRegistered } from './steps.contract.ts'

/** Of the steps that joining left open, the first is then done. */
export function seeWelcome(): void {
  api.send<typeof justRegistered>('POST /registration/justRegistered', {}).catch(assertRefused)
}

/** The date of birth as it was corrected on this page, and the ages that are asked about then. */
export const $corrected = atom<{ birthday: string; ageFrom: string; ageTo: string } | null>(null)

/** Throws CallError where it is refused. */
export async function correctBirthday(birthday: string): Promise<void> {
  const { ages } = await api.send<typeof setBirthday>('POST /profile/setBirthday', {
    body: { birthday },
  })
  $corrected.set({ birthday, ageFrom: String(ages.from), ageTo: String(ages.to) })
}

import { atom } from 'nanostores'
import { api } from '../../api/client.ts'
import { createSeed } from '../../ui/seeds.store.ts'
import { $user } from '../accounts/session.store.ts'
import type { updateLastViewedOneclickPopupOnExit } from './popunder.contract.ts'
import { mayPopUnder, type PopunderFlag } from './popunder.ts'

/** `displayOneclickPopupOnExit` of the site parameters: the string 'false' once it was seen. */
export const $popunder = atom<PopunderFlag>('false')

/** Takes the flag from the page's data. */
export const seedPopunder = createSeed(
  (flag: PopunderFlag) => $popunder.set(flag),
  () => $popunder.set('false'),
)

/** Whether the popunder may open here and now. */
export function isPopunderAllowed(path: string = location.pathname): boolean {
  return mayPopUnder($user.get(), $popunder.get(), path)
}

/** Tells the server that it was shown; the flag falls only once the server knows. Throws CallError. */
export async function popunderSeen(): Promise<void> {
  const answer = await api.send<typeof updateLastViewedOneclickPopupOnExit>('GET /event/updateLastViewedOneclickPopupOnExit', {})
  $popunder.set(answer.displayOneclickPopupOnExit)
}

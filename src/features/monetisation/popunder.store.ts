import { atom } from 'nanostores'
import { api } from '../../api/client.ts'
import { createSeed } from '../../ui/seeds.store.ts'
import { $user } from '../accounts/session.store.ts'
import type { updateLastViewedOneclickPopupOnExit } from './popunder.contract.ts'
import { mayPopUnder, type PopunderFlag } from './popunder.ts'

/** `displayOneclickPopupOnExit` of the site parameters: the string 'false' once it was seen. */
export const $popunder = atom<PopunderFlag>('false')

export const seedPopunder = createSeed(
  (flag: PopunderFlag) => $popunder.set(flag),
  () => $popunder.set('false'),
)

export function isPopunderAllowed(path: string = location.pathname): boolean {
  return mayPopUnder($user.get(), $popunder.get(), path)
}

export async function popunderSeen(): Promise<void> {
  const answer = await api.send<typeof updateLastViewedOneclickPopupOnExit>('GET /event/updateLastViewedOneclickPopupOnExit', {})
  $popunder.set(answer.displayOneclickPopupOnExit)
}

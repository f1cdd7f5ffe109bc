import { atom } from 'nanostores'
import { api } from '#api/client.ts'
import { $user } from '#core/accounts/session.store.ts'
import { POPUNDER_SHOWN } from '#core/accounts/stored-user.ts'
import { localKept } from '#lib/browser.ts'
import { createSeed } from '#ui/seeds.store.ts'
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

/** Whether it opened in this browser, where the server may not know of it yet. */
export function wasPopunderShown(): boolean {
  return localKept.getItem(POPUNDER_SHOWN) !== null
}

/** Opens at most once, even where recording that fails. */
export function notePopunderShown(): void {
  localKept.setItem(POPUNDER_SHOWN, '1')
}

/** The page is left while this is under way. */
export async function popunderSeen(): Promise<void> {
  const answer = await api.send<typeof updateLastViewedOneclickPopupOnExit>(
    'GET /event/updateLastViewedOneclickPopupOnExit',
    {},
    { keepalive: true },
  )
  $popunder.set(answer.displayOneclickPopupOnExit)
}

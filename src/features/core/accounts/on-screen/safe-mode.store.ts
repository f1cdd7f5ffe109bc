import { atom } from 'nanostores'
import { api } from '#api/client.ts'
import { optimistic } from '#ui/optimistic.ts'
import { createSeed } from '#ui/seeds.store.ts'
import type { setSafeMode } from '../settings/settings.contract.ts'

export const $safeMode = atom(false)

export const seedSafeMode = createSeed(
  (isOn: boolean) => $safeMode.set(isOn),
  // Nothing of others is seen while the page goes.
  () => $safeMode.set(true),
)

/** Blurs pictures, or shows them again, at once; what is seen stays what the server has stored. */
export async function switchSafeMode(): Promise<void> {
  const on = !$safeMode.get()
  await optimistic(
    () => $safeMode.set(on),
    () => api.send<typeof setSafeMode>('POST /profile/setSafeMode', { body: { on } }),
    () => $safeMode.set(!on),
  )
}

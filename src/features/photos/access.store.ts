import { atom } from 'nanostores'
import { api, assertRefused } from '../../api/client.ts'
import { createSeed } from '../../ui/seeds.store.ts'
import { showToast } from '../../ui/toasts.store.ts'
import type { allowPhotos, PhotoPerson } from './access.contract.ts'

export type PhotoRequests = { asking: readonly PhotoPerson[]; allowed: readonly PhotoPerson[] }

export const $requests = atom<PhotoRequests>({ asking: [], allowed: [] })

export const seedRequests = createSeed(
  (requests: PhotoRequests) => $requests.set(requests),
  () => $requests.set({ asking: [], allowed: [] }),
)

export async function allow(person: PhotoPerson, allowed: boolean): Promise<void> {
  const before = $requests.get()
  const without = (people: readonly PhotoPerson[]) => people.filter(({ id }) => id !== person.id)
  $requests.set({
    asking: without(before.asking),
    allowed: allowed ? [person, ...without(before.allowed)] : without(before.allowed),
  })
  try {
    await api.send<typeof allowPhotos>('POST /image/allow/id/{id}', { params: { id: person.id }, body: { allowed } })
  } catch (error) {
    $requests.set(before)
    assertRefused(error)
    showToast(error.message)
  }
}

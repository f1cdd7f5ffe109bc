import { atom, map } from 'nanostores'
import { api, assertRefused } from '../../api/client.ts'
import { createSeed } from '../../ui/seeds.store.ts'
import { showToast } from '../../ui/toasts.store.ts'
import type { allowPhotos, PhotoPerson, requestPhoto } from './access.contract.ts'

export type PhotoRequests = { asking: readonly PhotoPerson[]; allowed: readonly PhotoPerson[] }

/** Who asks to see the member's private photos, and who may; seeded from the page. */
export const $requests = atom<PhotoRequests>({ asking: [], allowed: [] })

/** Whom the member has asked on this page, by id. */
export const $asked = map<Record<number, boolean>>({})

/** Takes the page's requests; what has changed since stays. */
export const seedRequests = createSeed(
  (requests: PhotoRequests) => $requests.set(requests),
  () => $requests.set({ asking: [], allowed: [] }),
)

/** Asks a member for photos; takes it back if the server refuses. */
export async function askForPhotos(id: number): Promise<void> {
  $asked.setKey(id, true)
  try {
    const { asked } = await api.send<typeof requestPhoto>('POST /profile/requestPhoto', { body: { id } })
    showToast(asked === 'toSeePrivate' ? 'You asked to see the private photos.' : 'You asked for a photo.')
  } catch (error) {
    $asked.setKey(id, false)
    tell(error)
  }
}

/** Lets somebody see the private photos, or no longer; undone if the server refuses. */
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
    tell(error)
  }
}

function tell(error: unknown): void {
  assertRefused(error)
  showToast(error.message)
}

import { atom } from 'nanostores'
import { api, assertRefused } from '#api/client.ts'
import { createSeed } from '#ui/seeds.store.ts'
import { showToast } from '#ui/toasts.store.ts'
import type { allowPhotos, PhotoPerson } from './access.contract.ts'
import { endOf, type Lasts } from './access.ts'

export type PhotoRequests = { asking: readonly PhotoPerson[]; allowed: readonly PhotoPerson[] }

export const $requests = atom<PhotoRequests>({ asking: [], allowed: [] })

export const seedRequests = createSeed(
  (requests: PhotoRequests) => $requests.set(requests),
  () => $requests.set({ asking: [], allowed: [] }),
)

/** Null as `lasts` refuses, or takes back what was allowed. */
export async function allow(person: PhotoPerson, lasts: Lasts | null): Promise<void> {
  const before = $requests.get()
  const without = (people: readonly PhotoPerson[]) => people.filter(({ id }) => id !== person.id)
  const withPerson = (until: string | null) => {
    const now = $requests.get()
    const isListed = now.allowed.some(({ id }) => id === person.id)
    const changed = { ...person, until }
    $requests.set({
      asking: without(now.asking),
      allowed: isListed
        ? now.allowed.map((one) => (one.id === person.id ? changed : one))
        : [changed, ...now.allowed],
    })
  }
  if (lasts === null)
    $requests.set({ asking: without(before.asking), allowed: without(before.allowed) })
  else withPerson(endOf(lasts, new Date())?.toISOString() ?? null)
  try {
    const body = { allowed: lasts !== null, lasts: lasts ?? 'always' }
    const { until } = await api.send<typeof allowPhotos>('POST /image/allow/id/{id}', {
      params: { id: person.id },
      body,
    })
    if (lasts !== null) withPerson(until)
  } catch (error) {
    const now = $requests.get()
    const as = (side: keyof PhotoRequests) => putBack(before[side], without(now[side]), person.id)
    $requests.set({ asking: as('asking'), allowed: as('allowed') })
    assertRefused(error)
    showToast(error.message)
  }
}

/** Somebody as before, where they were; what happened to others meanwhile stays. */
function putBack(
  before: readonly PhotoPerson[],
  now: readonly PhotoPerson[],
  id: number,
): readonly PhotoPerson[] {
  const place = before.findIndex((one) => one.id === id)
  const person = before[place]
  return person ? now.toSpliced(place, 0, person) : now
}

import { atom } from 'nanostores'
import { api } from '#api/client.ts'
import { createOrder } from '#ui/call-order.ts'
import { optimistic } from '#ui/optimistic.ts'
import { createSeed } from '#ui/seeds.store.ts'
import type {
  addUpdate,
  deleteUpdate,
  moreUpdatesDashboard,
  restoreUpdate,
  Update,
  updatesOfMember,
  UpdateWords,
} from './updates.contract.ts'

/** `author`: at home alone, where they are of several people. */
export type ShownUpdate = UpdateWords & Partial<Pick<Update, 'author'>>

export type UpdatesPage = {
  updates: readonly ShownUpdate[]
  older: string | null
  /** Those that were deleted here, and can be brought back. */
  deleted: readonly number[]
  isBusy: boolean
}

export const $updates = atom<UpdatesPage | null>(null)

export const seedUpdates = createSeed(
  (page: UpdatesPage | null) => $updates.set(page),
  () => $updates.set(null),
)

/** Throws what the server says against it. */
export async function add(body: string): Promise<void> {
  const { update } = await api.send<typeof addUpdate>('POST /userUpdate/add', { body: { body } })
  change(({ updates }) => ({ updates: [update, ...updates] }))
}

const inOrder = createOrder()

/** Deletes an own update, or brings it back: its row stays until the page is loaded again. */
export async function setDeleted(id: number, isDeleted: boolean): Promise<void> {
  const mark = (is: boolean) => () =>
    change(({ deleted }) => ({
      deleted: is ? [...deleted, id] : deleted.filter((one) => one !== id),
    }))
  await optimistic(
    mark(isDeleted),
    () =>
      inOrder(id, () =>
        isDeleted
          ? api.send<typeof deleteUpdate>('POST /userUpdate/delete', { body: { id } })
          : api.send<typeof restoreUpdate>('POST /userUpdate/restore', { body: { id } }),
      ),
    mark(!isDeleted),
  )
}

/**
 * Adds earlier ones, of one member or of all whom home shows, and returns the first of those who
 * came.
 */
export async function showOlder(authorId: number | null): Promise<ShownUpdate | null> {
  const before = $updates.get()
  if (!before?.older || before.isBusy) return null
  const query = { before: before.older }
  const found = await optimistic<{ updates: readonly ShownUpdate[]; older: string | null }>(
    () => change(() => ({ isBusy: true })),
    () =>
      authorId === null
        ? api.send<typeof moreUpdatesDashboard>('GET /userUpdate/moreUpdatesDashboard', { query })
        : api.send<typeof updatesOfMember>('GET /userUpdate/member/id/{id}', {
            params: { id: authorId },
            query,
          }),
    () => change(() => ({ isBusy: false })),
  )
  if (!found) return null
  change(({ updates }) => ({
    updates: [...updates, ...found.updates],
    older: found.older,
    isBusy: false,
  }))
  return found.updates[0] ?? null
}

function change(part: (now: UpdatesPage) => Partial<UpdatesPage>): void {
  const now = $updates.get()
  if (now) $updates.set({ ...now, ...part(now) })
}

import { atom } from 'nanostores'
import { $orderBefore, $photos, reorder, setPrimary, undoOrder } from './photos.store.ts'

/** What the page of one's own photos says of the last change. */
export const $said = atom('')

/** Saves an order, and says so. */
function place(ids: readonly number[], words: string): void {
  $said.set('')
  void reorder(ids).then(() => {
    if ($orderBefore.get() !== null) $said.set(`${words} Saved.`)
  })
}

/** Moves a photo by a place, or does nothing where there is none. */
export function movePhoto(id: number, by: 1 | -1): void {
  const ids = $photos.get().map((photo) => photo.id)
  const from = ids.indexOf(id)
  const to = from + by
  if (from < 0 || to < 0 || to >= ids.length) return
  place(
    ids.with(from, ids[to] as number).with(to, id),
    `Moved to place ${to + 1} of ${ids.length}.`,
  )
}

/** Puts photos in the order into which they were dragged. */
export function placePhotos(ids: readonly number[]): void {
  place(ids, 'Moved.')
}

export function showFirst(id: number): void {
  $said.set('')
  void setPrimary(id)
}

export async function orderAsBefore(): Promise<void> {
  await undoOrder()
  $said.set('The order is as before.')
}

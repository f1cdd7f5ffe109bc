import { isQueue, type Queue, queuesIn, type TaskPlace } from '#core/staff-accounts/queues.ts'

/** What waits behind these is found by its kind or brand, or once those before it are decided. */
export const MOST_PAGES = 20
/** Filters that somebody may keep, and the letters of a name. */
export const MOST_VIEWS = 20
export const MAX_VIEW_NAME = 40

/** What of a place is listed: no queue means all of them, '' all brands. */
export type ListPart = { queues: readonly Queue[]; brand: string; page: number }

export function placePath(
  place: TaskPlace,
  { queues = [], brand = '', page = 1 }: Partial<ListPart> = {},
): string {
  const query = new URLSearchParams(queues.map((queue) => ['queue', queue]))
  if (brand !== '') query.set('brand', brand)
  if (page > 1) query.set('page', String(page))
  return `/staff/${place}${query.size === 0 ? '' : `?${query.toString()}`}`
}

/** What was decided, or taken back, with one form: `left` of those that were chosen were not. */
type Done = { done: string; undo?: readonly number[]; left: number }

/** As `placePath`, and says what was done. */
export function listPath(
  place: TaskPlace,
  { done, undo = [], left }: Done,
  part: Partial<ListPart> = {},
): string {
  const query = new URLSearchParams({ done })
  if (undo.length > 0) query.set('undo', undo.join('.'))
  if (left > 0) query.set('left', String(left))
  const path = placePath(place, part)
  return `${path}${path.includes('?') ? '&' : '?'}${query.toString()}`
}

/** Of an address, which may say anything. */
export function partIn(place: TaskPlace, query: URLSearchParams): ListPart {
  const there = queuesIn(place)
  return {
    queues: query.getAll('queue').filter((one) => isQueue(one) && there.includes(one)) as Queue[],
    brand: query.get('brand') ?? '',
    page: Number(query.get('page') ?? 1),
  }
}

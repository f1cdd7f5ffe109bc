import type { Queue } from '../../core/staff-accounts/queues.ts'

/** What waits behind these is found by its brand, or once those before it are decided. */
export const MOST_PAGES = 20

export type ListPart = { brand: string; page: number }

export function listPath(queue: Queue, { brand = '', page = 1 }: Partial<ListPart> = {}): string {
  const query = new URLSearchParams()
  if (brand !== '') query.set('brand', brand)
  if (page > 1) query.set('page', String(page))
  return `/staff/queue/${queue}/list${query.size === 0 ? '' : `?${query.toString()}`}`
}

import { readKept } from '#lib/browser.ts'

/** The people of the list from which somebody opened a profile, in its order, kept for the tab. */
export type Trail = { ids: number[]; back: string; title: string; upTo: number }

const PROFILE = /^\/profile\/view\/id\/(\d{1,15})$/

export function profileId(path: string): number | null {
  const id = PROFILE.exec(path)?.[1]
  return id === undefined ? null : Number(id)
}

/** Null for what is none: storage can hold anything. */
export function readTrail(text: string | null): Trail | null {
  const { ids, back, title, upTo } = (readKept(text) ?? {}) as Partial<Trail>
  if (!Array.isArray(ids) || !ids.every(Number.isSafeInteger)) return null
  if (typeof back !== 'string' || !/^\/(?!\/)/.test(back) || typeof title !== 'string') return null
  return { ids, back, title, upTo: Number(upTo) || 1 }
}

/** Who is before and after; null where the list does not have this member. */
export function placeIn(
  { ids }: Trail,
  id: number,
): { before: number | null; after: number | null } | null {
  const index = ids.indexOf(id)
  return index < 0 ? null : { before: ids[index - 1] ?? null, after: ids[index + 1] ?? null }
}

import { parseSource, type Source } from '#content/source.ts'
import { brandById, brands } from '#sites/registry.ts'
import type { ListState } from './history/revisions.ts'

const LISTING = 'Tagline, search engines and sharing'

export function titleOf(source: Source): string {
  if (source.path.startsWith('brand/')) return LISTING
  const matter = parseSource(source).source?.matter as
    | { title?: string; headline?: string }
    | undefined
  return matter?.title ?? matter?.headline ?? source.path.replace(/^.*\/|\.md$/g, '')
}

export const kindNames = {
  legal: 'Legal',
  help: 'Help',
  promo: 'Promotion',
  brand: 'Brand',
} as const

export const listStateNames: Record<ListState, string> = {
  shipped: 'As shipped',
  changed: 'Changed on the sites',
  draft: 'A draft waits',
  asked: 'Colleagues are asked',
}

const MOST_NAMED = 3

/** On which brands a text stands: `on WivesNow`, `on all brands but MegaFlirt`. */
export function placeInWords({ brands: ids }: { brands: readonly string[] }): string {
  const nameOf = (id: string) => brandById(id)?.name ?? id
  if (ids.length === 0) return 'on no brand'
  if (ids.length === brands.length) return 'on all brands'
  const others = brands.filter(({ id }) => !ids.includes(id))
  if (ids.length > MOST_NAMED && others.length <= MOST_NAMED)
    return `on all brands but ${list(others.map(({ name }) => name))}`
  return ids.length <= MOST_NAMED ? `on ${list(ids.map(nameOf))}` : `on ${ids.length} brands`
}

const list = (names: readonly string[]): string => new Intl.ListFormat('en-GB').format(names)

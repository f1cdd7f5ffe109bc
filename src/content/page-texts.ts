import { prerenderedBrand as brandInData } from '../sites/pages.ts'
import { brands } from '../sites/registry.ts'
import type { Brand } from '../sites/site.ts'
import { type Library, requireLibrary } from './library.ts'
import { withListings } from './listings.ts'

const files = import.meta.glob<string>('./*/*/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

let shipped: Library | undefined

/** The server's current texts, or the build's during prerendering. */
export function textsFor(page: { locals: { texts?: Library } }): Library {
  if (page.locals.texts) return page.locals.texts
  shipped ??= requireLibrary(
    withListings(
      Object.entries(files).map(([path, text]) => ({ path: path.replace('./', ''), text })),
    ),
    brands,
  )
  return shipped
}

export function prerenderedBrand(
  page: Parameters<typeof brandInData>[0] & Parameters<typeof textsFor>[0],
): Brand {
  return textsFor(page).asPublished(brandInData(page))
}

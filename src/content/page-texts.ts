import { brands } from '../sites/registry.ts'
import { type Library, requireLibrary } from './library.ts'

/** The files that the product comes with, as the build found them. */
const files = import.meta.glob<string>('./*/*/*.md', { query: '?raw', import: 'default', eager: true })

let shipped: Library | undefined

/**
 * The texts for a page: as they are now where a server makes it, as they came with the product where the build
 * does, which fails with TextError if any of them is wrong.
 */
export function textsFor(page: { locals: { texts?: Library } }): Library {
  if (page.locals.texts) return page.locals.texts
  shipped ??= requireLibrary(Object.entries(files).map(([path, text]) => ({ path: path.replace('./', ''), text })), brands)
  return shipped
}

import { brands } from '../sites/registry.ts'
import { type Library, requireLibrary } from './library.ts'

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
    Object.entries(files).map(([path, text]) => ({ path: path.replace('./', ''), text })),
    brands,
  )
  return shipped
}

import type { NamedPart } from '../likes/parts.sql.ts'
import { write } from './writing.store.ts'

const kinds = ['photo', 'prompt'] as const

/** Links to a chat that write without leaving the page. */
document.addEventListener('click', (event) => {
  const link =
    event.target instanceof Element
      ? event.target.closest<HTMLAnchorElement>('a[data-write]')
      : null
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  const query = new URL(link.href).searchParams
  const about = kinds.flatMap((kind) => (query.has(kind) ? [[kind, Number(query.get(kind))]] : []))
  write(
    { id: Number(query.get('with')), username: link.dataset['write'] ?? '' },
    Object.fromEntries(about) as NamedPart,
  )
})

import { escapeHtml } from '../lib/html.ts'
import type { Brand } from '../sites/site.ts'

/** Every cookie that the product sets; a test compares them with what it really sets. */
export type Cookie = {
  name: string
  purpose: string
  lasts: string
  /** Set only after its visitor has agreed. */
  optional?: true
}

export const cookies: readonly Cookie[] = [
  { name: 'session', purpose: 'Keeps you signed in.', lasts: '30 days after your last visit, 180 days at most' },
  { name: 'back', purpose: 'Remembers which page to return to after you have signed in.', lasts: '30 minutes' },
]

/** The cookies of a brand as an HTML table. */
export function cookieTable(_brand: Brand): string {
  const rows = cookies.map(
    ({ name, purpose, lasts, optional }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${escapeHtml(purpose)}</td><td>${escapeHtml(lasts)}</td><td>${optional ? 'Only if you allow it' : 'Yes'}</td></tr>`,
  )
  return `<table><thead><tr><th>Name</th><th>What for</th><th>How long</th><th>Needed</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

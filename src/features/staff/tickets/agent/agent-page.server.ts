import { createHash } from 'node:crypto'
import { shortMoment } from '#lib/formats.ts'
import { escapeHtml } from '#lib/html.ts'
import type { Brand } from '#sites/site.ts'
import { type Section } from './agent-facts.server.ts'

const refusals = {
  off: [404, 'There is no support view here', 'It is not set up on this network.'],
  forged: [
    403,
    'This link is not valid',
    'It is not complete, was changed on its way, or belongs to another site. Nothing was opened.',
  ],
  expired: [410, 'This link has expired', 'Links last five minutes. Nothing was opened.'],
  used: [
    410,
    'This link was used before',
    'Each link opens an account once. That it was opened is on record.',
  ],
  gone: [404, 'There is no such account', 'It may have been deleted. Nothing was opened.'],
  staff: [
    403,
    'This is an account of staff',
    'The operator alone opens it, by a link from the command line. Nothing was opened.',
  ],
} as const satisfies Record<string, readonly [status: number, title: string, text: string]>
export type Refusal = keyof typeof refusals

export function refusalPage(refusal: Refusal): Response {
  const [status, title, text] = refusals[refusal]
  return page(
    status,
    title,
    `<h1>${title}</h1><p>${text} If you need to look at an account, make a new link at the support desk.</p>`,
  )
}

/** Names nobody: what the link opens is told to who presses the button. */
export function askPage(agent: string): Response {
  const title = 'Open the support view?'
  return page(
    200,
    title,
    `<h1>${title}</h1><p>This link was made for ${escapeHtml(agent)}. It opens one account, once, to be read; that is recorded, and the member sees that it happened.</p><form method="post"><button>Open the account</button></form>`,
    "'self'",
  )
}

export function viewPage(
  brand: Brand,
  username: string,
  agent: string,
  at: Date,
  sections: readonly Section[],
): Response {
  const opened = `opened by ${escapeHtml(agent)} at ${shortMoment(at)}, recorded`
  const body = `<p class="banner" role="note"><strong>Support view – read only</strong> – ${opened}</p>
<h1>${escapeHtml(username)} on ${escapeHtml(brand.name)}</h1>
${sections.map(sectionHtml).join('\n')}
<p>Messages, photos, likes, and what somebody says of themselves are not shown to support. This page cannot be loaded again.</p>`
  return page(200, `Support view: ${username}`, body)
}

function sectionHtml(section: Section): string {
  const heading = `<h2>${escapeHtml(section.title)}</h2>`
  if ('facts' in section) {
    return `${heading}<dl>${section.facts.map(([term, text]) => `<div><dt>${escapeHtml(term)}</dt><dd>${escapeHtml(text)}</dd></div>`).join('')}</dl>`
  }
  if (section.rows.length === 0) return `${heading}<p>${escapeHtml(section.none)}</p>`
  const head = section.columns
    .map((column) => `<th scope="col">${escapeHtml(column)}</th>`)
    .join('')
  const rows = section.rows
    .map((row) => `<tr>${row.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`)
    .join('')
  return `${heading}<section class="scroll" tabindex="0" aria-label="${escapeHtml(section.title)}"><table><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></section>`
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; --line: light-dark(#d4d4d8, #3f3f46) }
html { color: light-dark(#18181b, #f4f4f5); background: light-dark(#fff, #18181b) }
body { max-width: 60rem; margin: 0 auto; padding: 0 1rem 3rem; overflow-wrap: anywhere }
.banner { position: sticky; top: 0; margin: 0 -1rem 1.5rem; padding: .75rem 1rem; color: #fff; background: #8a1c1c }
h1 { margin: 1.5rem 0 .5rem; font-size: 1.5rem; line-height: 1.2 }
h2 { margin: 2rem 0 .5rem; font-size: 1.0625rem }
dl { margin: 0 }
dl > div { display: grid; grid-template-columns: minmax(7rem, 1fr) 2.5fr; gap: 1rem; padding: .375rem 0; border-bottom: 1px solid var(--line) }
dt { color: light-dark(#52525b, #a1a1aa) }
dd { margin: 0 }
.scroll { overflow-x: auto }
table { width: 100%; border-collapse: collapse; overflow-wrap: normal }
th, td { padding: .375rem 1rem .375rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
td { min-width: 6.5rem }
button { font: inherit; padding: .5rem 1rem }
:focus-visible { outline: 3px solid light-dark(#1d4ed8, #93c5fd); outline-offset: 2px }
`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/**
 * Sends a page without scripts or resources, not embeddable and not indexed; its links send no
 * referrer.
 */
function page(status: number, title: string, body: string, formAction = "'none'"): Response {
  const html = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main>${body}</main></body></html>`
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex',
      'Cache-Control': 'no-store',
    },
  })
}

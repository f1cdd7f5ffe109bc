import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import type { LocalDoor } from '../api/door.ts'
import type { Services } from '../api/services.server.ts'
import { escapeHtml } from '../lib/html.ts'
import { mailDirectory } from './transport.server.ts'

/**
 * Outside production only. The HTML part is untrusted, so it is sandboxed and has its own content
 * security policy.
 */
export async function mailbox(services: Services, request: Request): Promise<Response> {
  const directory = mailDirectory(services.settings.dataDir)
  const url = new URL(request.url)
  const [, name = '', part = ''] = url.pathname.split('/')
  if (name === '') return list(directory, url.searchParams.get('to')?.trim() ?? '')
  const file = FILE.test(name) ? await readMaybe(join(directory, `${name}.eml`)) : null
  if (file === null)
    return page('No such mail', '<p>No such mail. <a href="/">All mails</a></p>', 404)
  if (part === 'raw') return raw(name, file)
  const email = await PostalMime.parse(file)
  if (part === 'html') return htmlPart(email)
  return part === '' ? message(name, email) : page('No such page', '<p>No such page.</p>', 404)
}

export const mailboxDoor: LocalDoor = { hostname: 'mail.localhost', open: mailbox }

const FILE = /^\d{17}-\d+$/
const SHOWN = 200
const SEARCHED = 2000

async function list(directory: string, recipient: string): Promise<Response> {
  const names = await newestFirst(directory)
  const rows: string[] = []
  for (const name of names.slice(0, recipient === '' ? SHOWN : SEARCHED)) {
    const email = await PostalMime.parse(await readFile(join(directory, `${name}.eml`)))
    const to = recipientOf(email)
    if (!to.toLowerCase().includes(recipient.toLowerCase())) continue
    rows.push(
      `<tr><td><a href="/${name}">${escapeHtml(email.subject ?? '(no subject)')}</a></td><td>${escapeHtml(to)}</td><td>${escapeHtml(senderOf(email))}</td><td>${dateOf(email)}</td></tr>`,
    )
    if (rows.length === SHOWN) break
  }
  const table =
    rows.length > 0
      ? `<table><thead><tr><th scope="col">Subject</th><th scope="col">To</th><th scope="col">From</th><th scope="col">Queued</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>`
      : `<p>${recipient === '' ? 'No mail yet. Register, or ask for a new password, and it lands here.' : 'No mail to anybody like that.'}</p>`
  return page(
    'Mailbox',
    `<form method="get" role="search"><label>To <input type="search" name="to" value="${escapeHtml(recipient)}" placeholder="name@example.org"></label> <button>Search</button></form>\n${table}`,
  )
}

function message(name: string, email: Email): Response {
  const facts = [
    ['From', senderOf(email)],
    ['To', recipientOf(email)],
    ['Queued', dateOf(email)],
  ] as const
  const rows = facts.map(([term, text]) => `<dt>${term}</dt><dd>${escapeHtml(text)}</dd>`).join('')
  return page(
    email.subject ?? '(no subject)',
    `<p><a href="/">All mails</a> · <a href="/${name}/raw">Download .eml</a></p>
<dl>${rows}</dl>
<h2>As text</h2><pre>${linked(email.text ?? '')}</pre>
<h2>As HTML</h2><iframe title="The mail as HTML" src="/${name}/html" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer"></iframe>`,
  )
}

/** Links open in a new tab, because a sandboxed frame cannot navigate its parent. */
function htmlPart(email: Email): Response {
  const html = (email.html ?? '').replace(/<head>/i, '<head><base target="_blank">')
  return new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
      'X-Frame-Options': 'SAMEORIGIN',
      'Cache-Control': 'no-store',
    },
  })
}

function raw(name: string, bytes: Uint8Array<ArrayBuffer>): Response {
  return new Response(bytes, {
    headers: {
      'Content-Type': 'message/rfc822',
      'Content-Disposition': `attachment; filename="${name}.eml"`,
      'Cache-Control': 'no-store',
    },
  })
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
table { width: 100%; border-collapse: collapse; margin-top: 1rem }
th, td { text-align: left; padding: .5rem; border-bottom: 1px solid light-dark(#ddd, #444) }
input, button { font: inherit; padding: .25rem .5rem }
pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 1rem; border: 1px solid light-dark(#ddd, #444) }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem }
dd { margin: 0 }
iframe { width: 100%; height: 40rem; border: 1px solid light-dark(#ddd, #444); background: #fff }
`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

function page(title: string, body: string, status = 200): Response {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><h1>${escapeHtml(title)}</h1>${body}</body></html>`
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      // Mails contain sign-in links, which must not leak through the Referer header.
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    },
  })
}

function linked(text: string): string {
  return escapeHtml(text).replaceAll(
    /https?:\/\/[^\s<>"]+/g,
    (url) => `<a href="${url}" target="_blank" rel="noreferrer">${url}</a>`,
  )
}

async function newestFirst(directory: string): Promise<string[]> {
  const files = await readdir(directory).catch(absent(() => [] as string[]))
  return files
    .filter((file) => file.endsWith('.eml'))
    .map((file) => file.slice(0, -'.eml'.length))
    .filter((name) => FILE.test(name))
    .toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }))
}

function readMaybe(path: string): Promise<Uint8Array<ArrayBuffer> | null> {
  return readFile(path).then(
    (bytes) => new Uint8Array(bytes),
    absent(() => null),
  )
}

function absent<T>(instead: () => T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT') return instead()
    throw error
  }
}

function recipientOf(email: Email): string {
  return email.to?.map((one) => one.address ?? one.name).join(', ') ?? ''
}

function senderOf(email: Email): string {
  return email.from ? `${email.from.name} <${email.from.address ?? ''}>` : ''
}

function dateOf(email: Email): string {
  return email.date?.slice(0, 19).replace('T', ' ') ?? ''
}

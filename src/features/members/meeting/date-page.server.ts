import { createHash } from 'node:crypto'
import type { Door } from '#api/door.ts'
import { ApiError } from '#api/errors.ts'
import { countCall } from '#api/limits.server.ts'
import type { Services } from '#api/services.server.ts'
import { accountStatus } from '#core/accounts/standing/account-status.sql.ts'
import { fileName } from '#core/people/pictures/pictures.ts'
import { escapeHtml } from '#lib/html.ts'
import { hashToken } from '#lib/token.server.ts'
import { brandById } from '#sites/registry.ts'
import { publicCardOf } from '../photos/photos.sql.ts'
import { readBackKey } from './addresses.server.ts'
import { deleteLinkById, nameFor, openLink, type OpenLink } from './dates.sql.ts'
import { BACK_PATH, DATE_PATH, localTimeAt, TOKEN } from './dates.ts'

/**
 * A friend opens a link a few times; whoever guesses is stopped before the database is asked much.
 */
const OPENING = { name: 'open-date', per: 'ip', most: 60, seconds: 60, inMemory: true } as const

/**
 * The pages behind shared dates, on the host without cookies. A link that was never made, has ended
 * or was ended early is answered alike.
 */
export const dateDoor: Door = {
  name: 'shared dates',
  role: 'media',
  isAt: (path) => path.startsWith(DATE_PATH),
  async open(services, { request, url, ip }) {
    await countCall(services, OPENING, { member: null, ip }, services.clock.now())
    if (url.pathname.startsWith(BACK_PATH))
      return backPage(services, request, url.pathname.slice(BACK_PATH.length))
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new ApiError('methodNotAllowed', { headers: { Allow: 'GET, HEAD' } })
    const [token = '', part, ...more] = url.pathname.slice(DATE_PATH.length).split('/')
    const link =
      TOKEN.test(token) && more.length === 0
        ? await openLink(services.db, hashToken(token), services.clock.now())
        : undefined
    const isLeft =
      link !== undefined && (await accountStatus(services.db, link.accountId)) === 'gone'
    if (!link || isLeft || (part !== undefined && part !== 'photo')) return ended()
    return part === 'photo'
      ? photo(services, link)
      : datePage(services, link, `${DATE_PATH}${token}/photo`)
  },
}

async function datePage({ db }: Services, link: OpenLink, photoPath: string): Promise<Response> {
  const username = link.showsName || link.showsPhoto ? await nameFor(db, link) : null
  const card =
    link.showsPhoto && username !== null && link.otherId !== null
      ? await publicCardOf(db, link.otherId)
      : null
  const brand = link.showsBrand ? brandById(link.brand) : undefined
  const rows: Array<[term: string, text: string]> = [
    ['When', timeInWords(link.meetsAt)],
    ['Where', link.place],
    ...(link.showsName && username !== null
      ? [['With', brand ? `${username} on ${brand.name}` : username] satisfies [string, string]]
      : []),
    ...(link.note === '' ? [] : [['Note', link.note] satisfies [string, string]]),
  ]
  const list = rows
    .map(([term, text]) => `<div><dt>${term}</dt><dd>${escapeHtml(text)}</dd></div>`)
    .join('')
  const picture = card
    ? `<img src="${photoPath}" width="160" height="${Math.round((160 * card.height) / card.width)}" alt="The person they meet">`
    : ''
  const until = timeInWords(localTimeAt(link.endsAt, link.utcOffset))
  return page(
    200,
    'A shared date',
    `<h1>Somebody shared a date with you</h1><dl>${list}</dl>${picture}
<p>This page ends by itself: ${until}. Times are those of the place.</p>
<p class="note">If you do not hear from them as agreed, call them. If you think that they are in danger, call the emergency services there.</p>`,
  )
}

/**
 * Only what everybody in the network may see, and as long as the owner of the link sees who is in
 * it.
 */
async function photo({ db, photoFiles }: Services, link: OpenLink): Promise<Response> {
  const isShown = link.showsPhoto && link.otherId !== null && (await nameFor(db, link)) !== null
  const card = isShown && link.otherId !== null ? await publicCardOf(db, link.otherId) : null
  const bytes =
    card && (await photoFiles.read(fileName({ key: card.key, width: 320, format: 'webp' })))
  if (!bytes) return ended()
  return new Response(new Uint8Array(bytes), {
    headers: {
      ...quiet,
      'Content-Type': 'image/webp',
      'Content-Security-Policy': "default-src 'none'; sandbox",
    },
  })
}

/** Mail programs open links by themselves: the page asks, and its button ends the link. */
async function backPage(services: Services, request: Request, key: string): Promise<Response> {
  const id = readBackKey(services, key)
  if (id === null) return ended()
  if (request.method === 'POST') {
    await deleteLinkById(services.db, id)
    return page(
      200,
      'Ended',
      '<h1>Good that you are back</h1><p>The link has ended: whoever opens it now sees nothing.</p>',
    )
  }
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw new ApiError('methodNotAllowed', { headers: { Allow: 'GET, HEAD, POST' } })
  return page(
    200,
    'Are you back?',
    '<h1>Are you back safely?</h1><form method="post"><button>I am back: end the link</button></form>',
  )
}

function ended(): Response {
  return page(
    410,
    'Nothing here',
    '<h1>There is nothing here any more</h1><p>What was shared here has ended, or the address is not complete.</p>',
  )
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** `Friday, 27 November 2026, 20:00`, of a local time. */
function timeInWords(localTime: string): string {
  const read = new Date(`${localTime}:00Z`)
  return `${WEEKDAYS[read.getUTCDay()]}, ${read.getUTCDate()} ${MONTHS[read.getUTCMonth()]} ${read.getUTCFullYear()}, ${localTime.slice(11)}`
}

const STYLE = `
:root { color-scheme: light dark; font: 18px/1.5 system-ui, sans-serif }
html { color: light-dark(#18181b, #f4f4f5); background: light-dark(#fff, #18181b) }
body { max-width: 34rem; margin: 0 auto; padding: 1rem 1.25rem 3rem; overflow-wrap: anywhere }
h1 { margin: 1.5rem 0 1rem; font-size: 1.5rem; line-height: 1.2 }
dl { margin: 0 0 1.5rem }
dl > div { padding: .5rem 0; border-bottom: 1px solid light-dark(#d4d4d8, #3f3f46) }
dt { font-size: .875rem; color: light-dark(#52525b, #a1a1aa) }
dd { margin: 0; white-space: pre-line }
img { display: block; max-width: 100%; height: auto; border-radius: .5rem }
.note { padding: .75rem 1rem; border-radius: .5rem; background: light-dark(#f4f4f5, #27272a) }
button { min-height: 3rem; padding: .5rem 1.25rem; border: 0; border-radius: .5rem; font: inherit; font-weight: 600; color: #fff; background: #1d4ed8; cursor: pointer }
:focus-visible { outline: 3px solid light-dark(#1d4ed8, #93c5fd); outline-offset: 2px }
`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** Kept by no cache, found by no search, and sent on to nobody. */
const quiet = {
  'Cache-Control': 'no-store',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
}

/** A page without scripts that names no brand; it has a picture of its own host at most. */
function page(status: number, title: string, body: string): Response {
  const html = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex, nofollow"><meta name="referrer" content="no-referrer"><link rel="icon" href="data:,"><title>${title}</title><style>${STYLE}</style></head><body><main>${body}</main></body></html>`
  return new Response(html, {
    status,
    headers: {
      ...quiet,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; img-src 'self' data:; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    },
  })
}

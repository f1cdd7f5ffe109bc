import { randomUUID } from 'node:crypto'
import { escapeHtml } from '../lib/html.ts'
import { isSameText, signatureOf } from '../lib/signature.server.ts'
import { deliver, type Merchant } from './reports.server.ts'

/** Partner 7 sells unlimited access; others verify that somebody is of age. */
const UNLIMITED = 7

type Session = {
  member: string
  partner: number
  site: string
  back: string
  state: 'open' | 'granted' | 'ended'
}

/** A billing partner for one merchant; its state lives in memory. */
export function createPartner(merchant: Merchant): (request: Request) => Promise<Response> {
  const sessions = new Map<string, Session>()

  function begin(body: string, headers: Headers, origin: string): Response {
    const isSigned = isSameText(
      headers.get('X-Webhook-Signature') ?? '',
      signatureOf(body, headers.get('X-Webhook-Timestamp') ?? '', merchant.secret),
    )
    if (!isSigned) return new Response('403\n', { status: 403 })
    const { member, partner, site, back } = JSON.parse(body) as Session
    const id = randomUUID()
    sessions.set(id, { member, partner, site, back, state: 'open' })
    return Response.json({ url: `${origin}/offer?session=${id}` })
  }

  function report(session: Session, type: 'access.granted' | 'access.ended'): void {
    const { member, partner, site } = session
    session.state = type === 'access.granted' ? 'granted' : 'ended'
    const event = {
      id: `evt_${randomUUID()}`,
      type,
      occurredAt: new Date().toISOString(),
      member,
      partner,
      until: null,
    }
    void deliver(merchant, event, `${type} on ${site}`)
  }

  function offer(id: string): Response {
    const session = sessions.get(id)
    if (!session)
      return page('<h1>This page has expired</h1><p>Please go back and start again.</p>', 404)
    const words =
      session.partner === UNLIMITED
        ? {
            title: `Unlimited access to ${session.site}`,
            say: 'One price, everything open. In this sandbox it costs nothing.',
            label: 'Get unlimited access',
          }
        : {
            title: `Verify your age for ${session.site}`,
            say: 'We check that you are 18 or over. In this sandbox a click is enough.',
            label: 'I am 18 or over',
          }
    const button = (act: string, label: string) =>
      `<button name="act" value="${act}">${escapeHtml(label)}</button>`
    return page(`<h1>${escapeHtml(words.title)}</h1><p>${escapeHtml(words.say)}</p>
<form method="post" action="/offer"><input type="hidden" name="session" value="${escapeHtml(id)}">${button('accept', words.label)} ${button('decline', 'Not now')}</form>`)
  }

  function act(fields: URLSearchParams, isQueuePage: boolean): Response {
    const session = sessions.get(fields.get('session') ?? '')
    if (!session) return offer('')
    if (fields.get('act') === 'accept' && session.state !== 'granted')
      report(session, 'access.granted')
    if (isQueuePage && fields.get('act') === 'end' && session.state === 'granted')
      report(session, 'access.ended')
    return new Response(null, {
      status: 303,
      headers: { Location: isQueuePage ? '/' : session.back },
    })
  }

  function desk(): Response {
    const rows = [...sessions].map(
      ([id, { site, member, state }]) =>
        `<tr><td>${escapeHtml(site)}<td>${escapeHtml(member)}<td>${state}<td><form method="post" action="/desk"><input type="hidden" name="session" value="${id}">${state === 'granted' ? '<button name="act" value="end">end</button>' : ''}</form>`,
    )
    const table =
      rows.length === 0
        ? '<p>None yet.</p>'
        : `<table><tr><th>Site<th>Member<th>State<th>Do</tr>${rows.join('')}</table>`
    return page(
      `<h1>Sandbox partner</h1><p>Stands in for a billing partner where none is configured.</p><h2>Members sent here</h2>${table}`,
    )
  }

  return async (request) => {
    const url = new URL(request.url)
    const isOwn = request.headers.get('Origin') === url.origin
    switch (`${request.method} ${url.pathname}`) {
      case 'POST /session':
        return begin(
          await request.text(),
          request.headers,
          url.origin.replace('127.0.0.1', 'partner.localhost'),
        )
      case 'GET /offer':
        return offer(url.searchParams.get('session') ?? '')
      case 'POST /offer':
      case 'POST /desk':
        return isOwn
          ? act(new URLSearchParams(await request.text()), url.pathname === '/desk')
          : new Response('403\n', { status: 403 })
      case 'GET /traffic':
        return traffic(url.searchParams)
      case 'GET /':
        return desk()
      default:
        return new Response('404\n', { status: 404 })
    }
  }
}

/** Stands in for where a brand's popunder leads. */
function traffic(told: URLSearchParams): Response {
  const rows = [...told].map(([name, value]) => `<dt>${escapeHtml(name)}<dd>${escapeHtml(value)}`)
  return page(
    `<h1>Advertisement</h1><p>This window was opened behind the page by the site’s popunder. In this sandbox it leads no further: you can close it.</p>${rows.length === 0 ? '' : `<p>What it was told:</p><dl>${rows.join('')}</dl>`}`,
  )
}

function page(body: string, status = 200): Response {
  const head =
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Sandbox partner</title>'
  return new Response(`<!doctype html><html lang="en">${head}<main>${body}</main></html>`, {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  })
}

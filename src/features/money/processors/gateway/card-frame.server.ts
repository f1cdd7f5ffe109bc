import { randomBytes } from 'node:crypto'
import type { Door } from '#api/door.ts'
import type { Services } from '#api/services.server.ts'
import { type Host, originOf, type Tier } from '#sites/hosts.ts'
import { runCardFrame } from './card-frame.client.ts'
import { CARD_FRAME_PATH, FORM_TIMEOUT } from './card-frame.ts'

const tiers: readonly Tier[] = ['www', 'members', 'staging']

/**
 * decisions §6, assurance 17: the page's opaque origin gives the gateway's script no access to our
 * cookies or pages.
 */
export const cardFrameDoor: Door = {
  name: 'card form',
  role: 'media',
  isAt: (path) => path === CARD_FRAME_PATH,
  open: cardFrame,
}

function cardFrame(
  { settings, address }: Services,
  { host, url }: { host: Host; url: URL },
): Response {
  const tier = tiers.find((one) => one === url.searchParams.get('tier'))
  if (!settings.gateway || !tier) return new Response('404 Page not found\n', { status: 404 })
  const gateway = settings.gateway.origin
  const parent = originOf('pages', { domain: host.domain, tier }, address)
  const nonce = randomBytes(16).toString('base64')
  const policy = [
    'sandbox allow-scripts allow-forms',
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${gateway}`,
    `style-src 'unsafe-inline' ${gateway}`,
    `img-src data: ${gateway}`,
    `connect-src ${gateway}`,
    `form-action ${gateway}`,
    `frame-ancestors ${parent}`,
    "base-uri 'none'",
  ]
  const script = `(${runCardFrame.toString()})(${JSON.stringify({ gateway, parent, timeout: FORM_TIMEOUT })})`
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Card form</title><style>${styleOf(host)}</style><main></main><script nonce="${nonce}">${script}</script></html>`
  return new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy.join('; '),
      // The gateway identifies the buyer by the form's parameters; the referrer must reveal
      // nothing.
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    },
  })
}

function styleOf({ brand: { theme } }: Host): string {
  return `
:root { color-scheme: light dark; --ink: light-dark(${theme.text}, #f2f0f3); --edge: light-dark(#84808a, #8d8894); --field: light-dark(#fff, #0006) }
* { box-sizing: border-box }
html { font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: transparent }
body { margin: 0; padding: 4px }
form { display: grid; gap: 16px; grid-template-columns: 1fr 1fr }
form > * { grid-column: 1 / -1; margin: 0 }
label { display: grid; gap: 4px; font-weight: 600; font-size: .9375rem }
label:nth-of-type(2) { grid-column: 1 }
label:nth-of-type(3) { grid-column: 2 }
input { width: 100%; min-height: 46px; padding: 0 12px; border: 1px solid var(--edge); border-radius: 8px; font: inherit; font-weight: 400; color: inherit; background: var(--field) }
button { min-height: 46px; border: 0; border-radius: 8px; font: inherit; font-weight: 700; color: #fff; background: ${theme.primary}; cursor: pointer }
button:disabled { opacity: .6; cursor: progress }
:focus-visible { outline: 3px solid ${theme.primary}; outline-offset: 2px }
details { font-size: .875rem }
small { font-weight: 400; color: light-dark(#b00020, #ffb4ab) }
summary { cursor: pointer }
ul { padding-left: 1.2em }
code { white-space: nowrap }`
}

import { DAY, later } from '../lib/clock.ts'
import { canonicalAddress } from '../sites/crawlers.ts'
import { type Address, type Host, originOf } from '../sites/hosts.ts'
import { goTo } from './answers.ts'

/** RFC 9116 asks for less than a year. */
const CONTACT_LIFETIME = 180

/** https://w3c.github.io/webappsec-change-password-url: where a password manager leads. */
export const CHANGE_PASSWORD = '/.well-known/change-password'
/** Guests and staff have no settings: a mail lets them choose a new one. */
export const changePasswordPage = {
  member: '/profile/edit/settings?screen=account#update-password',
  others: '/resetPassword/makeRequest',
}

/** What programs ask for at fixed addresses of a brand, whoever asks. */
export function wellKnown(path: string, host: Host, address: Address, at: Date): Response | null {
  if (host.role !== 'pages' && host.role !== 'bare') return null
  const { brand } = host
  switch (path) {
    case '/favicon.ico':
      return moved(`/${brand.id}-192.png`)
    case '/.well-known/security.txt': {
      const expires = later(at, CONTACT_LIFETIME * DAY)
        .toISOString()
        .slice(0, 10)
      const lines = [
        `Contact: mailto:${brand.legal.supportEmail}`,
        `Expires: ${expires}T00:00:00.000Z`,
        'Preferred-Languages: en',
        `Canonical: ${canonicalAddress(brand, path)}`,
      ]
      return new Response(`${lines.join('\n')}\n`, {
        headers: {
          'Content-Type': 'text/plain; charset=utf-8',
          'Cache-Control': 'public, max-age=3600',
        },
      })
    }
    case '/.well-known/passkey-endpoints': {
      const page = `${originOf('pages', { ...host, tier: 'www' }, address)}/profile/edit/settings?screen=sign-in#passkeys`
      return Response.json(
        { enroll: page, manage: page },
        { headers: { 'Cache-Control': 'public, max-age=3600' } },
      )
    }
    default:
      return null
  }
}

function moved(to: string): Response {
  const answer = goTo(to)
  answer.headers.set('Cache-Control', 'public, max-age=3600')
  return answer
}

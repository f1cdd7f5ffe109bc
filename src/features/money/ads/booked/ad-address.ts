import { brandById } from '#sites/registry.ts'

export const MOST_ADDRESS = 500

/** Names that are of no site in the public: networks of one's own, and what is reserved. */
const ownNetworks =
  /\.(?:localhost|local|localdomain|internal|intranet|lan|home|corp|private|arpa|onion|test|invalid|example)$/

/**
 * Why an ad may not lead there, for people; null where it may. `site:<brand>` is a sister site's
 * landing. A number is the address of a machine, also of one in somebody's own network.
 */
export function addressProblem(typed: string): string | null {
  if (typed.startsWith('site:'))
    return brandById(typed.slice('site:'.length)) ? null : 'There is no such brand.'
  const url = URL.canParse(typed) ? new URL(typed) : null
  if (url?.protocol !== 'https:')
    return 'Please give an address that begins with https://, or site: and a brand.'
  if (url.username !== '' || url.password !== '')
    return 'Please leave out the name and password in this address.'
  if (url.port !== '') return 'Please leave out the port in this address.'
  const name = url.hostname.replace(/\.$/, '')
  if (!/\.(?:[a-z]{2,}|xn--[a-z0-9-]+)$/.test(name) || ownNetworks.test(name))
    return 'Please give the name of a site that everybody reaches.'
  return null
}

/** As browsers write it. */
export function plainAddress(typed: string): string {
  return typed.startsWith('site:') ? typed : new URL(typed).href
}

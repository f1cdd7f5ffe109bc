import { randomBytes } from 'node:crypto'
import type { Services } from '#api/services.server.ts'
import { keyedHash } from '#lib/keyed-hash.server.ts'
import { isSameText, sign, verify } from '#lib/signature.server.ts'
import { hashToken } from '#lib/token.server.ts'
import { domainOf, originOf } from '#sites/hosts.ts'
import type { Brand } from '#sites/site.ts'
import { BACK_PATH, DATE_PATH } from './dates.ts'

type Network = Pick<Services, 'settings' | 'address'>

/**
 * A link's secret, which the database cannot tell: only with the nonce and the product's secret it
 * is made again.
 */
function tokenOf({ settings }: Network, nonce: Uint8Array): string {
  return keyedHash(Buffer.from(nonce).toString('hex'), settings.sessionSecret, 'date links')
    .subarray(0, 24)
    .toString('base64url')
}

export function newDateToken(network: Network): { nonce: Buffer; token: string } {
  const nonce = randomBytes(24)
  return { nonce, token: tokenOf(network, nonce) }
}

/** Null if the link was made with another secret. */
export function tokenFor(
  network: Network,
  { nonce, tokenHash }: { nonce: Uint8Array; tokenHash: Uint8Array },
): string | null {
  const token = tokenOf(network, nonce)
  return isSameText(hashToken(token).toString('hex'), Buffer.from(tokenHash).toString('hex'))
    ? token
    : null
}

/** On the host without cookies: who opens the link is nobody's account. */
export function dateAddress(network: Network, brand: Brand, token: string): string {
  return mediaOrigin(network, brand) + DATE_PATH + token
}

/** Of the mail that asks whether a member is back: ends one link, and shows nothing of it. */
export function backAddress(network: Network, brand: Brand, linkId: number): string {
  return (
    mediaOrigin(network, brand) +
    BACK_PATH +
    sign({ dateBack: linkId }, network.settings.sessionSecret)
  )
}

export function readBackKey({ settings }: Network, key: string): number | null {
  const said = verify(key, settings.sessionSecret) as { dateBack?: unknown } | null
  return typeof said?.dateBack === 'number' ? said.dateBack : null
}

function mediaOrigin({ settings, address }: Network, brand: Brand): string {
  return originOf('media', { domain: domainOf(brand, settings.sitesSuffix), tier: 'www' }, address)
}

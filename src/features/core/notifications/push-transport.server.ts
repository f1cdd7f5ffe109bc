import { lookup } from 'node:dns'
import { request } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { SECOND } from '#lib/clock.ts'

/**
 * Posts to a push service; returns the status. Throws PrivateAddressError for a host that is not on
 * the internet.
 */
export type PushTransport = (
  endpoint: URL,
  message: { headers: Record<string, string>; body: Uint8Array },
) => Promise<number>

export class PrivateAddressError extends Error {}

const TIMEOUT = 10 * SECOND

const closed = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  closed.addSubnet(network, bits, 'ipv4')
const open = new BlockList()
open.addSubnet('2000::', 3, 'ipv6')
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closed.addSubnet(network, bits, 'ipv6')

export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !closed.check(address, 'ipv4')
  return version === 6 && open.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}

/**
 * Members choose the address to which the server posts: it must be https on its own port, at a name
 * with a dot. Where the name leads is checked when the connection is made, since it can change.
 */
export function isPushEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, port, username, password } = new URL(text)
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false
  if (hostname.startsWith('[') || isIP(hostname) !== 0) return false
  return (
    hostname.includes('.') && !/\.(localhost|local|internal|lan|home|corp|arpa)\.?$/.test(hostname)
  )
}

export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '')
    const [first] = addresses
    if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new PrivateAddressError(`${hostname} is not on the internet`), '')
    if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}

/** Follows no redirect, and reads nothing of the answer but its status. */
export const postPush: PushTransport = (endpoint, { headers, body }) =>
  new Promise((resolve, reject) => {
    const post = request(endpoint, {
      method: 'POST',
      headers,
      lookup: publicLookup,
      timeout: TIMEOUT,
      signal: AbortSignal.timeout(TIMEOUT),
    })
    post.on('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    post.on('error', reject)
    post.on('timeout', () => post.destroy(new Error('the push service does not answer')))
    post.end(body)
  })

import { BlockList, isIP } from 'node:net'

/** Whether what `address` says of the one before it is believed; `hop` 0 is who holds our socket, 1 the one before. */
export type Trust = (address: string, hop: number) => boolean

const MOST_HOPS = 10
const LOOPBACK = ['127.0.0.0/8', '::1']

/**
 * Who is believed: a number of proxies, or networks and addresses with commas between, of which `loopback` is
 * one. Null where it is neither; everybody is no network, since the first address would be whatever a client says.
 */
export function readTrust(text: string): Trust | null {
  if (/^\d+$/.test(text)) {
    const hops = Number(text)
    return hops <= MOST_HOPS ? (_, hop) => hop < hops : null
  }
  const networks = new BlockList()
  for (const part of text.split(',').flatMap((name) => (name.trim() === 'loopback' ? LOOPBACK : [name.trim()]))) {
    if (!addNetwork(networks, part)) return null
  }
  return (address) => isIn(networks, address)
}

function addNetwork(networks: BlockList, part: string): boolean {
  const [address = '', prefix, ...more] = part.split('/')
  const version = isIP(address)
  if (version === 0 || address.includes('%') || more.length > 0) return false
  const bits = version === 4 ? 32 : 128
  const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : 0
  if (length < 1 || length > bits) return false
  networks.addSubnet(address, length, version === 4 ? 'ipv4' : 'ipv6')
  return true
}

function isIn(networks: BlockList, address: string): boolean {
  const version = isIP(address)
  return version !== 0 && networks.check(address, version === 4 ? 'ipv4' : 'ipv6')
}

const loopback = readTrust('loopback')

/** Whether only this machine reaches what listens there. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || (loopback?.(host, 0) ?? false)
}

/**
 * The address that a request came from: each proxy appends the one that it saw to X-Forwarded-For, which is
 * followed from its end for as long as who wrote it is trusted. What stands before that is only claimed, and
 * what cannot be read ends the way at the proxy that passed it on.
 */
export function clientAddress(seen: string | undefined, forwarded: string | string[] | undefined, trusts: Trust): string {
  let address = addressIn(seen ?? '') ?? ''
  for (const [hop, written] of String(forwarded ?? '').split(',').toReversed().entries()) {
    const before = trusts(address, hop) ? addressIn(written) : null
    if (before === null) break
    address = before
  }
  return address
}

/** `192.0.2.1`, `192.0.2.1:443`, `2001:db8::1`, `[2001:db8::1]:443`: the address alone, in its one spelling. */
function addressIn(text: string): string | null {
  const [, bracketed, dotted] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/.exec(text.trim()) ?? []
  const address = (bracketed ?? dotted ?? text.trim()).replace(/%.*$/, '')
  const version = isIP(address)
  if (version !== 6) return version === 4 ? address : null
  // The URL parser writes an address in its one short form.
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(short) ?? []
  if (high === undefined || low === undefined) return short
  // An IPv4 address as a socket of both families shows it.
  return [high, low].map((half) => Number.parseInt(half, 16)).flatMap((half) => [half >> 8, half & 255]).join('.')
}

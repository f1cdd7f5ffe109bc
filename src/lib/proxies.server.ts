import { BlockList, isIP } from 'node:net'

/**
 * Whether the X-Forwarded-For entry written by `address` is trusted; `hop` 0 is the socket's peer.
 */
export type Trust = (address: string, hop: number) => boolean

const MAX_HOPS = 10
const LOOPBACK = ['127.0.0.0/8', '::1']

/**
 * Comma-separated networks, or a number. A network of all addresses is invalid: clients could forge
 * theirs.
 */
export function readTrust(text: string): Trust | null {
  if (/^\d+$/.test(text)) {
    const hops = Number(text)
    return hops <= MAX_HOPS ? (_, hop) => hop < hops : null
  }
  return readNetworks(text)
}

/** Whether an address is in one of the comma-separated networks; null if they cannot be read. */
export function readNetworks(text: string): ((address: string) => boolean) | null {
  const networks = new BlockList()
  for (const part of text
    .split(',')
    .flatMap((name) => (name.trim() === 'loopback' ? LOOPBACK : [name.trim()]))) {
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

export function isLoopback(host: string): boolean {
  return host === 'localhost' || (loopback?.(host, 0) ?? false)
}

/**
 * `doubt`: why X-Forwarded-For is not believed; nobody trusted sent it, or one who is trusted wrote
 * no address.
 */
type Way = { client: string; doubt: 'stranger' | 'unreadable' | null }

/** Each proxy appends its peer's address to X-Forwarded-For, so the list is read from the end. */
export function wayOf(
  seen: string | undefined,
  forwarded: string | string[] | undefined,
  trusts: Trust,
): Way {
  let client = addressIn(seen ?? '') ?? ''
  if (forwarded === undefined) return { client, doubt: null }
  if (!trusts(client, 0)) return { client, doubt: 'stranger' }
  for (const [hop, written] of String(forwarded).split(',').toReversed().entries()) {
    if (!trusts(client, hop)) break
    const before = addressIn(written)
    if (before === null) return { client, doubt: 'unreadable' }
    client = before
  }
  return { client, doubt: null }
}

function addressIn(text: string): string | null {
  const [, bracketed, dotted] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/.exec(text.trim()) ?? []
  const [address = ''] = (bracketed ?? dotted ?? text.trim()).split('%')
  const version = isIP(address)
  if (version !== 6) return version === 4 ? address : null
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(short) ?? []
  if (high === undefined || low === undefined) return short
  // A dual-stack socket shows IPv4 addresses as IPv4-mapped IPv6.
  return [high, low]
    .map((half) => Number.parseInt(half, 16))
    .flatMap((half) => [half >> 8, half & 255])
    .join('.')
}

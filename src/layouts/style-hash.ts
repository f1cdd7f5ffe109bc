import { createHash } from 'node:crypto'

/** Each brand has one or two inline styles. */
const hashes = new Map<string, `sha256-${string}`>()

export function styleHash(css: string): `sha256-${string}` {
  const hash = hashes.get(css) ?? (`sha256-${createHash('sha256').update(css).digest('base64')}` as const)
  hashes.set(css, hash)
  return hash
}

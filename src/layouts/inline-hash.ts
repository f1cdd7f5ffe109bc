import { createHash } from 'node:crypto'

/** Each brand has one or two inline styles, and all the same script. */
const hashes = new Map<string, `sha256-${string}`>()

export function inlineHash(content: string): `sha256-${string}` {
  const hash = hashes.get(content) ?? (`sha256-${createHash('sha256').update(content).digest('base64')}` as const)
  hashes.set(content, hash)
  return hash
}

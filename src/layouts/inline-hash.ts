import { createHash } from 'node:crypto'

/**
 * Each brand has one or two inline styles, and all the same script; those of galleries are many.
 */
const MOST = 500
const hashes = new Map<string, `sha256-${string}`>()

export function inlineHash(content: string): `sha256-${string}` {
  const hash =
    hashes.get(content) ??
    (`sha256-${createHash('sha256').update(content).digest('base64')}` as const)
  if (hashes.size < MOST) hashes.set(content, hash)
  return hash
}

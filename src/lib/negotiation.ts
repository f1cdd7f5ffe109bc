/** Content negotiation and conditional requests (RFC 9110, §12.5.3 and §13.1.2). */

export type Coding = 'br' | 'gzip' | 'identity'

/** Cache limits: browsers send few, short Accept-Encoding values; others are parsed each time. */
const KEPT = 100
const LONGEST_KEPT = 100
const kept = new Map<string, Coding>()

export function codingFor(acceptEncoding: string): Coding {
  const known = kept.get(acceptEncoding)
  if (known !== undefined) return known
  const coding = negotiate(acceptEncoding)
  if (acceptEncoding.length > LONGEST_KEPT) return coding
  if (kept.size === KEPT) kept.clear()
  kept.set(acceptEncoding, coding)
  return coding
}

function negotiate(acceptEncoding: string): Coding {
  const [br, gzip] = [weightOf('br', acceptEncoding), weightOf('gzip', acceptEncoding)]
  if (br > 0 && br >= gzip) return 'br'
  return gzip > 0 ? 'gzip' : 'identity'
}

/** The weight from 0 (not acceptable) to 1. `*` applies only to codings that are not listed. */
function weightOf(coding: string, acceptEncoding: string): number {
  let others = 0
  for (const part of acceptEncoding.split(',')) {
    const [name = '', ...parameters] = part.toLowerCase().split(';')
    const isNamed = name.trim() === coding
    if (!isNamed && name.trim() !== '*') continue
    const weight = Number(parameters.find((one) => one.trim().startsWith('q='))?.split('=')[1] ?? 1)
    if (isNamed) return weight
    others = weight
  }
  return others
}

export function isKnown(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (ifNoneMatch === null || ifNoneMatch === undefined) return false
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag))
}

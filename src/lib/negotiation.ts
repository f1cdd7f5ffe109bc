/** What a request's headers ask of an answer that can be sent in more than one way (RFC 9110, §12.5.3 and §13.1.2). */

export type Coding = 'br' | 'gzip' | 'identity'

/** Browsers send a handful of these, all short; whoever sends others has them read anew. */
const KEPT = 100
const LONGEST_KEPT = 100
const kept = new Map<string, Coding>()

/** The coding to send: the one that weighs most with the client, brotli where it does not mind. */
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

/** 0 (not taken) to 1. A coding named by itself is not what `*` stands for. */
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

/** Whether what the client has is what it would get: its If-None-Match against our ETag, weakly compared. */
export function isKnown(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (ifNoneMatch === null || ifNoneMatch === undefined) return false
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag))
}

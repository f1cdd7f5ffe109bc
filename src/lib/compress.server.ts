import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { codingFor } from './negotiation.ts'

/** Below this, headers weigh more than what is saved. */
const LEAST_BYTES = 860
const TEXT = /^(text\/(html|plain|css)|application\/(xml|json|problem\+json|manifest\+json)|image\/svg)/

/**
 * The same answer, compressed as the browser takes it; untouched where it is no text, small, already
 * encoded, or a stream that never ends.
 */
export async function compressed(request: Request, response: Response): Promise<Response> {
  const type = response.headers.get('Content-Type') ?? ''
  if (!response.body || response.headers.has('Content-Encoding') || !TEXT.test(type)) return response
  const headers = new Headers(response.headers)
  headers.append('Vary', 'Accept-Encoding')
  const coding = codingFor(request.headers.get('Accept-Encoding') ?? '')
  const bytes = new Uint8Array(await response.arrayBuffer())
  const init = { status: response.status, statusText: response.statusText, headers }
  if (coding === 'identity' || bytes.length < LEAST_BYTES) return new Response(bytes, init)
  headers.set('Content-Encoding', coding)
  headers.delete('Content-Length')
  // Quality 4 costs a third of a millisecond for a page; what is worth more was compressed at build time. Not on
  // the thread pool: a page would wait there behind passwords and photos, for a hundred times as long.
  const small =
    coding === 'br' ?
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })
    : gzipSync(bytes)
  return new Response(new Uint8Array(small), init)
}

import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { codingFor } from './negotiation.ts'

/** Compressing smaller responses saves less than the additional headers cost. */
const MIN_BYTES = 860
/** 256 kB, which holds a page: the encoder takes 1 MB instead of 10, and a sixth less time. */
const WINDOW_BITS = 18
const TEXT =
  /^(text\/(html|plain|css)|application\/(xml|json|problem\+json|manifest\+json)|image\/svg)/

/**
 * Skips responses that are not text, small, already encoded, endless streams, or say that they are
 * as they should be.
 */
export async function compressed(request: Request, response: Response): Promise<Response> {
  // Nothing else is read of what stays as it is: Hono’s Response would be made whole, and its
  // stream’s first failure be told to the client.
  const { headers, status } = response
  if (
    !TEXT.test(headers.get('Content-Type') ?? '') ||
    headers.has('Content-Encoding') ||
    headers.get('Cache-Control')?.includes('no-transform') ||
    !response.body
  )
    return response
  headers.append('Vary', 'Accept-Encoding')
  const coding = codingFor(request.headers.get('Accept-Encoding') ?? '')
  const bytes = new Uint8Array(await response.arrayBuffer())
  const init = { status, headers }
  if (coding === 'identity' || bytes.length < MIN_BYTES) return new Response(bytes, init)
  headers.set('Content-Encoding', coding)
  headers.delete('Content-Length')
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 3,
    [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  // Synchronous: in the thread pool, a page would wait a hundred times longer behind password
  // hashes and photos.
  const small = coding === 'br' ? brotliCompressSync(bytes, { params }) : gzipSync(bytes)
  return new Response(new Uint8Array(small), init)
}

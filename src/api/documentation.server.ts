import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { codingFor, isKnown } from '../lib/negotiation.ts'
import { once } from '../lib/once.ts'
import type { Endpoint } from './contract.ts'
import { openApiDocument, openApiPage } from './openapi.server.ts'

export function createDocumentation(endpoints: readonly Endpoint[]): {
  json(request: Request): Response
  page(request: Request): Response
} {
  const document = once(() => openApiDocument(endpoints))
  const json = once(() => prepared(JSON.stringify(document()), 'application/json'))
  const page = once(() => prepared(openApiPage(document()), 'text/html; charset=utf-8'))
  return { json: (request) => json()(request), page: (request) => page()(request) }
}

function prepared(text: string, type: string): (request: Request) => Response {
  const identity = new Uint8Array(Buffer.from(text))
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  const coded = {
    identity,
    br: new Uint8Array(
      brotliCompressSync(identity, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 9,
          [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
        },
      }),
    ),
    gzip: new Uint8Array(gzipSync(identity, { level: 9 })),
  }
  return (request) => {
    const coding = codingFor(request.headers.get('Accept-Encoding') ?? '')
    const headers = {
      'Content-Type': type,
      // Every coding is at hand: nobody copies half a megabyte to find that it stays as it is.
      'Cache-Control': 'max-age=300, no-transform',
      ETag: etag,
      Vary: 'Accept-Encoding',
      ...(coding === 'identity' ? {} : { 'Content-Encoding': coding }),
    }
    if (isKnown(request.headers.get('If-None-Match') ?? undefined, etag))
      return new Response(null, { status: 304, headers })
    return new Response(coded[coding], { headers })
  }
}

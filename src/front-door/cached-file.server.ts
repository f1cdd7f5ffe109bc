import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompressSync, constants, gzipSync } from 'node:zlib'
import { type Coding, codingFor, isKnown } from '../lib/negotiation.ts'

const brotli = promisify(brotliCompress)

/**
 * Text is kept compressed by Brotli, a fifth of its size; by gzip from the first client that asks
 * for it, which is rare.
 */
export type Bodies = { identity: Buffer } | { br: Buffer; gzip?: Buffer }

/** Without its headers: thousands of files share them. */
export type CachedFile = { etag: string; bodies: Bodies }

/**
 * Read before anything is served: to wait for each of thousands of small files takes longer than to
 * read them.
 */
export function readBodies(path: string): Bodies {
  return existsSync(`${path}.br`)
    ? { br: readFileSync(`${path}.br`) }
    : { identity: readFileSync(path) }
}

export async function codedBodies(identity: Buffer): Promise<Bodies> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
  }
  return { br: await brotli(identity, { params }) }
}

/** The ETag is weak, because all content codings share it. */
export function cacheFile(bodies: Bodies): CachedFile {
  const hash = createHash('sha256').update('identity' in bodies ? bodies.identity : bodies.br)
  return { etag: `W/"${hash.digest('base64url').slice(0, 22)}"`, bodies }
}

/** Answers GET or HEAD; `headers` are those of its kind and host, a flat list. */
export function sendCached(
  file: CachedFile,
  headers: readonly string[],
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const coding = codingOf(file, request.headers['accept-encoding'])
  const all = [
    ...headers,
    'ETag',
    file.etag,
    ...(coding === 'identity' ? [] : ['Content-Encoding', coding]),
  ]
  if (isKnown(request.headers['if-none-match'], file.etag)) {
    response.writeHead(304, all).end()
    return
  }
  const content = bodyOf(file, coding)
  response
    .writeHead(200, [...all, 'Content-Length', String(content.length)])
    .end(request.method === 'HEAD' ? undefined : content)
}

export function cachedResponse(
  file: CachedFile,
  headers: Readonly<Record<string, string>>,
  request: Request,
): Response {
  const coding = codingOf(file, request.headers.get('Accept-Encoding'))
  const all = {
    ...headers,
    ETag: file.etag,
    ...(coding === 'identity' ? {} : { 'Content-Encoding': coding }),
  }
  if (isKnown(request.headers.get('If-None-Match'), file.etag))
    return new Response(null, { status: 304, headers: all })
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(bodyOf(file, coding)), {
    headers: all,
  })
}

function codingOf({ bodies }: CachedFile, accepted: string | string[] | null | undefined): Coding {
  return 'identity' in bodies ? 'identity' : codingFor(String(accepted ?? ''))
}

function bodyOf({ bodies }: CachedFile, coding: Coding): Buffer {
  if ('identity' in bodies) return bodies.identity
  if (coding === 'br') return bodies.br
  if (coding === 'identity') return brotliDecompressSync(bodies.br)
  return (bodies.gzip ??= gzipSync(brotliDecompressSync(bodies.br), { level: 9 }))
}

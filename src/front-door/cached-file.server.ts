import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompressSync, constants, gzipSync } from 'node:zlib'
import { type Coding, codingFor, isKnown } from '../lib/negotiation.ts'

const brotli = promisify(brotliCompress)

/** Text is kept compressed by Brotli, a fifth of its size; by gzip from the first client that asks for it, which is rare. */
export type Bodies = { identity: Buffer } | { br: Buffer }
type Version = { body(): Buffer; headers: string[] }

export type CachedFile = { etag: string; versions: Record<Coding, Version> }

/** Read before anything is served: to wait for each of thousands of small files takes longer than to read them. */
export function readBodies(path: string): Bodies {
  return existsSync(`${path}.br`) ? { br: readFileSync(`${path}.br`) } : { identity: readFileSync(path) }
}

export async function codedBodies(identity: Buffer): Promise<Bodies> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length }
  return { br: await brotli(identity, { params }) }
}

/** The ETag is weak, because all content codings share it. */
export function cacheFile(bodies: Bodies, headers: Record<string, string>): CachedFile {
  const etag = `W/"${createHash('sha256')
    .update('identity' in bodies ? bodies.identity : bodies.br)
    .digest('base64url')
    .slice(0, 22)}"`
  const version = (body: () => Buffer, coding: Coding): Version => {
    const own = coding === 'identity' ? {} : { 'Content-Encoding': coding }
    return { body, headers: Object.entries({ ...headers, ETag: etag, ...own }).flat() }
  }
  if ('identity' in bodies) {
    const only = version(() => bodies.identity, 'identity')
    return { etag, versions: { br: only, gzip: only, identity: only } }
  }
  const { br } = bodies
  let zipped: Buffer | undefined
  return {
    etag,
    versions: {
      br: version(() => br, 'br'),
      gzip: version(() => (zipped ??= gzipSync(brotliDecompressSync(br), { level: 9 })), 'gzip'),
      identity: version(() => brotliDecompressSync(br), 'identity'),
    },
  }
}

/** Answers GET or HEAD; `labels` are further headers as a flat list. */
export function sendCached({ etag, versions }: CachedFile, request: IncomingMessage, response: ServerResponse, labels: string[] = []): void {
  const { body, headers } = versions[codingFor(String(request.headers['accept-encoding'] ?? ''))]
  const all = [...headers, ...labels]
  if (isKnown(request.headers['if-none-match'], etag)) {
    response.writeHead(304, all).end()
    return
  }
  const content = body()
  response.writeHead(200, [...all, 'Content-Length', String(content.length)]).end(request.method === 'HEAD' ? undefined : content)
}

export function cachedResponse({ etag, versions }: CachedFile, request: Request): Response {
  const { body, headers: flat } = versions[codingFor(request.headers.get('Accept-Encoding') ?? '')]
  const headers = new Headers()
  for (let index = 0; index < flat.length; index += 2) headers.set(flat[index] as string, flat[index + 1] as string)
  if (isKnown(request.headers.get('If-None-Match'), etag)) return new Response(null, { status: 304, headers })
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(body()), { headers })
}

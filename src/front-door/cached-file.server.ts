import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gunzipSync, gzip } from 'node:zlib'
import { type Coding, codingFor, isKnown } from '../lib/negotiation.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Text is kept in its compressed variants only, a third of its size; unpacked for the rare client that reads neither. */
export type Bodies = { identity: Buffer } | { br: Buffer; gzip: Buffer }
type Version = { body(): Buffer; headers: string[] }

export type CachedFile = { etag: string; versions: Record<Coding, Version> }

export async function readBodies(path: string): Promise<Bodies> {
  const variant = (extension: string) =>
    readFile(path + extension).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      return undefined
    })
  const [br, gz] = await Promise.all([variant('.br'), variant('.gz')])
  return br && gz ? { br, gzip: gz } : { identity: await readFile(path) }
}

export async function codedBodies(identity: Buffer): Promise<Bodies> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length }
  const [br, gz] = await Promise.all([brotli(identity, { params }), zip(identity, { level: 9 })])
  return { br, gzip: gz }
}

/** The ETag is weak, because all content codings share it. */
export function cacheFile(bodies: Bodies, headers: Record<string, string>): CachedFile {
  const etag = `W/"${createHash('sha256')
    .update('identity' in bodies ? bodies.identity : bodies.br)
    .digest('base64url')
    .slice(0, 22)}"`
  const version = (body: () => Buffer, length: number, coding: Coding): Version => {
    const own = { 'Content-Length': String(length), ...(coding === 'identity' ? {} : { 'Content-Encoding': coding }) }
    return { body, headers: Object.entries({ ...headers, ETag: etag, ...own }).flat() }
  }
  if ('identity' in bodies) {
    const only = version(() => bodies.identity, bodies.identity.length, 'identity')
    return { etag, versions: { br: only, gzip: only, identity: only } }
  }
  const { br, gzip: zipped } = bodies
  return {
    etag,
    versions: {
      br: version(() => br, br.length, 'br'),
      gzip: version(() => zipped, zipped.length, 'gzip'),
      // A gzip file ends with the length of its content (RFC 1952, ISIZE).
      identity: version(() => gunzipSync(zipped), zipped.readUInt32LE(zipped.length - 4), 'identity'),
    },
  }
}

/** Answers GET or HEAD; `labels` are further headers as a flat list. */
export function sendCached({ etag, versions }: CachedFile, request: IncomingMessage, response: ServerResponse, labels: string[] = []): void {
  const { body, headers } = versions[codingFor(String(request.headers['accept-encoding'] ?? ''))]
  const all = labels.length === 0 ? headers : [...headers, ...labels]
  if (isKnown(request.headers['if-none-match'], etag)) response.writeHead(304, all).end()
  else if (request.method === 'HEAD') response.writeHead(200, all).end()
  else response.writeHead(200, all).end(body())
}

export function cachedResponse({ etag, versions }: CachedFile, request: Request): Response {
  const { body, headers: flat } = versions[codingFor(request.headers.get('Accept-Encoding') ?? '')]
  const headers = new Headers()
  for (let index = 0; index < flat.length; index += 2) headers.set(flat[index] as string, flat[index + 1] as string)
  headers.delete('Content-Length')
  if (isKnown(request.headers.get('If-None-Match'), etag)) return new Response(null, { status: 304, headers })
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(body()), { headers })
}

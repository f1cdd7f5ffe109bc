import { readdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, relative, sep } from 'node:path'
import { hostLabels } from '../sites/crawlers.ts'
import type { Host } from '../sites/hosts.ts'
import { type CachedFile, cacheFile, readBodies, sendCached } from './cached-file.server.ts'
import { baseHeaders } from './security-headers.ts'

const types: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

export type StaticFiles = {
  send(request: IncomingMessage, response: ServerResponse, host: Host | undefined): boolean
}

/**
 * Reads all files below `directory` but the guest pages into memory: the server goes on serving
 * them while the next build replaces them. Those in `_astro/` have a hash of their content as a
 * name.
 */
export function loadStaticFiles(directory: string, hsts: string | null): StaticFiles {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true })
  const files = new Map<string, { file: CachedFile; headers: readonly string[] }>()
  const known = new Map<string, readonly string[]>()
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name)
    const path = `/${relative(directory, file).split(sep).join('/')}`
    if (!entry.isFile() || path.startsWith('/brand/') || path.endsWith('.br')) continue
    files.set(path, {
      file: cacheFile(readBodies(file)),
      headers: shared(known, headersOf(path, hsts)),
    })
  }

  return {
    send(request, response, host) {
      if (host?.role !== 'pages' || (request.method !== 'GET' && request.method !== 'HEAD'))
        return false
      const [path = ''] = (request.url ?? '').split('?')
      const found = files.get(path)
      if (found === undefined) return false
      sendCached(
        found.file,
        [...found.headers, ...Object.entries(hostLabels(host)).flat()],
        request,
        response,
      )
      return true
    },
  }
}

/** One list for all files of a kind. */
function shared(
  known: Map<string, readonly string[]>,
  headers: Record<string, string>,
): readonly string[] {
  const list = Object.entries(headers).flat()
  const key = list.join('\n')
  const one = known.get(key) ?? list
  known.set(key, one)
  return one
}

function headersOf(path: string, hsts: string | null): Record<string, string> {
  const type = types[extname(path)]
  if (type === undefined)
    throw new Error(`${path} is of a kind that src/front-door/static-files.server.ts does not know`)
  return {
    'Content-Type': type,
    'Cache-Control': path.startsWith('/_astro/')
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=3600',
    Vary: 'Accept-Encoding',
    ...baseHeaders(hsts),
  }
}

import { once } from 'node:events'
import { chmod, rm } from 'node:fs/promises'
import { createServer, request, type Server } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { OpenDatabase } from '../db/connection.server.ts'

/** The longest path of a Unix socket, without the byte that ends it. */
const MOST_PATH = 107

/**
 * Where the process that has a PGlite open is asked by commands of the same user; nobody else may
 * open it.
 */
function socketIn(dataDir: string): string {
  return join(dataDir, 'control.sock')
}

/**
 * Null on PostgreSQL, which commands ask themselves, and where the path is too long for a socket.
 */
export async function serveControl(
  dataDir: string,
  { dump }: Pick<OpenDatabase, 'dump'>,
): Promise<Server | null> {
  const path = socketIn(dataDir)
  if (dump === null || Buffer.byteLength(path) > MOST_PATH) return null
  const server = createServer((asked, answer) => {
    if (asked.method !== 'GET' || asked.url !== '/dump') {
      answer.writeHead(404).end()
      return
    }
    dump()
      .then((blob) => {
        answer.writeHead(200, { 'Content-Type': 'application/x-tar', 'Content-Length': blob.size })
        return pipeline(
          Readable.fromWeb(blob.stream() as import('node:stream/web').ReadableStream),
          answer,
        )
      })
      // The command that asks says why.
      .catch((error: unknown) =>
        answer.headersSent ? answer.destroy() : answer.writeHead(500).end(String(error)),
      )
  })
  // Left by a process that was killed: the lock on the directory says that it is gone.
  await rm(path, { force: true })
  server.listen(path)
  await once(server, 'listening')
  await chmod(path, 0o600)
  return server
}

/** The database as the running process has it. Throws ECONNREFUSED or ENOENT where none listens. */
export function askForDump(dataDir: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const asked = request({ socketPath: socketIn(dataDir), path: '/dump' }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => void parts.push(part))
      answer.on('error', reject)
      answer.on('end', () => {
        if (answer.statusCode !== 200) reject(new Error(Buffer.concat(parts).toString()))
        else if (answer.complete) resolve(new Blob(parts as BlobPart[]))
        else reject(new Error('the copy was cut'))
      })
    })
    asked.on('error', reject)
    asked.end()
  })
}

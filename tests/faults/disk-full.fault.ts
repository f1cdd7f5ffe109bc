import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { PHOTO_RULES } from '#members/photos/own/photo-rules.ts'
import { type DirectClient, directClient } from '../support/direct-client.ts'
import { ifMissing } from '../support/missing.ts'
import { startProduct } from '../support/processes.ts'
import type { Fault } from './fault.ts'
import { addWriters, api, type Writer, writeMessage } from './writers.ts'

/**
 * The process may write no file above a size, as on a disk that fills up in the middle of a photo:
 * the same errors in the same places, without a disk of its own. The database is on another one.
 */
const SIZES = { full: { uploads: 20, writers: 4 }, short: { uploads: 2, writers: 2 } }
/** Some of a photo's files are smaller, the others are not. */
const ROOM = 8000

/** The parser takes none of fewer than 27 characters. */
const BOUNDARY = 'x'.repeat(40)

const run = promisify(execFile)

export const fault: Fault = async (size) => {
  // Of util-linux, which a machine of another kind has not.
  if (process.platform !== 'linux') return []
  const { uploads, writers: count } = SIZES[size]
  let writers: Writer[] = []
  const product = await startProduct('postgres', async (database) => {
    writers = await addWriters(database, count)
  })
  const client = directClient(product.process.port)
  const limit = (bytes: number | 'unlimited') =>
    run('prlimit', [`--pid=${product.process.pid()}`, `--fsize=${bytes}:unlimited`])
  try {
    const photo = await aGrainyPhoto()
    await limit(ROOM)
    const answers: number[] = []
    const messages: number[] = []
    for (let turn = 0; turn < uploads; turn += 1) {
      const writer = writers[turn % count] as Writer
      const [uploaded, message] = await Promise.all([
        upload(client, writer, photo),
        writeMessage(client, writer, `Message ${turn} of ${writer.id}`),
      ])
      answers.push(uploaded)
      messages.push(message.status)
    }
    const orphans = await filesIn(join(product.dataDir, 'photos'))
    const rows = await product.look(({ db }) => db.selectFrom('photos').select('id').execute())
    await limit('unlimited')
    const afterwards = await upload(client, writers[0] as Writer, photo)
    const kept = await filesIn(join(product.dataDir, 'photos'))
    return [
      {
        what: 'uploads to a full disk; … answered 507',
        figure: `${uploads}; ${answers.filter((status) => status === 507).length}`,
        aim: 'all',
        isReached: answers.every((status) => status === 507),
      },
      {
        what: 'files left; rows left',
        figure: `${orphans.length}; ${rows.length}`,
        aim: '0; 0',
        isReached: orphans.length + rows.length === 0,
      },
      {
        what: 'messages meanwhile; … sent',
        figure: `${messages.length}; ${messages.filter((status) => status === 200).length}`,
        aim: 'all',
        isReached: messages.every((status) => status === 200),
      },
      {
        what: 'status of an upload once there is room; files of that upload',
        figure: `${afterwards}; ${kept.length}`,
        aim: '200; some',
        isReached: afterwards === 200 && kept.length > 0,
      },
    ]
  } finally {
    client.close()
    await product.stop()
  }
}

async function upload(
  client: DirectClient,
  { headers, address }: Writer,
  photo: Buffer,
): Promise<number> {
  const rules = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="rules"\r\n\r\n${PHOTO_RULES}\r\n`
  const [head, tail] = [
    `${rules}--${BOUNDARY}\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`,
    `\r\n--${BOUNDARY}--\r\n`,
  ]
  const body = Buffer.concat([Buffer.from(head), photo, Buffer.from(tail)])
  const own = { ...headers, 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` }
  return (
    await client.ask({
      host: api,
      path: '/image/upload',
      method: 'POST',
      address,
      headers: own,
      body,
    })
  ).status
}

/** Its files differ in size more than those of a picture of one colour. */
function aGrainyPhoto(): Promise<Buffer> {
  return sharp({
    create: {
      width: 900,
      height: 1200,
      channels: 3,
      background: '#b5654a',
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
    .jpeg()
    .toBuffer()
}

async function filesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(
    ifMissing([]),
  )
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

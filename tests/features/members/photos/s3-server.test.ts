import { type AddressInfo, connect, createServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PhotoFiles } from '#api/photo-files.ts'
import { HOUR, MINUTE } from '#lib/clock.ts'
import { createS3Files } from '#members/photos/files/s3-files.server.ts'
import { photoSweepJob } from '#members/photos/files/sweep.server.ts'
import { runJob, startApp } from '#tests/support/app.ts'
import { alice } from '#tests/support/cast.ts'
import {
  addressIn,
  aPhoto,
  look,
  makesLaterFiles,
  photoRows,
  upload,
  uploadForm,
} from '#tests/support/photos.ts'
import { missingForS3, type S3Server, startS3 } from '#tests/support/s3.ts'

/** A machine with other work is slow, which says nothing of a bucket. */
const PATIENCE = 10 * MINUTE

const missing = missingForS3()
describe('a real S3 server', () => (missing === null ? stories() : notTried()))

function notTried() {
  test('was not tried', () => {
    process.stdout.write(
      `Debian’s packages ${missing} are not installed: nothing was stored in a real S3 server\n`,
    )
    expect(missing).not.toBeNull()
  })
}

function stories() {
  let server: S3Server
  let address: string
  let name: string
  let files: PhotoFiles
  let buckets = 0
  beforeAll(async () => {
    server = await startS3()
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    name = `photos-${++buckets}`
    address = await server.bucket(name)
    files = createS3Files(address, PATIENCE)
  })

  const bytes = (length: number) => new Uint8Array(length).fill(7)
  const held = async () => (await Array.fromAsync(files.list())).map((file) => file.name).toSorted()
  const two = new Map([
    ['abcdef12-320.webp', bytes(10)],
    ['abcdef12-720.webp', bytes(5000)],
  ])

  test('what is written is read, listed and removed; what is not there is null', async () => {
    await files.write(two)
    expect(await files.read('abcdef12-720.webp')).toEqual(bytes(5000))
    expect(await files.read('never-was.webp')).toBeNull()
    const [listed] = await Array.fromAsync(files.list())
    expect(Math.abs((listed?.writtenAt.getTime() ?? 0) - Date.now())).toBeLessThan(MINUTE)
    await files.remove(['abcdef12-720.webp', 'never-was.webp'])
    expect(await held()).toEqual(['abcdef12-320.webp'])
  })

  test('everything is listed over several pages, whatever it is called, and removed by that name', async () => {
    const names = Array.from(
      { length: 110 },
      (_, number) => `${String(number).padStart(8, 'a')}-320.webp`,
    )
    const odd = [`zz <not> "ours" & 'odd' 50%+é.webp`, 'zz/in/folders.webp']
    for (const one of [...names, ...odd]) await files.write(new Map([[one, bytes(1)]]))
    expect(await held()).toEqual([...names, ...odd].toSorted())
    await files.remove([...names, ...odd])
    expect(await held()).toEqual([])
  })

  test('a wrong secret, an unknown key and a missing bucket are faults to try again after', async () => {
    await files.write(two)
    const wrong = (change: Partial<URL>) =>
      createS3Files(Object.assign(new URL(address), change).href, PATIENCE)
    await expect(wrong({ password: 'guessed' }).read('abcdef12-320.webp')).rejects.toMatchObject(
      fault('GET answered 403 SignatureDoesNotMatch'),
    )
    await expect(wrong({ password: 'guessed' }).write(two)).rejects.toMatchObject(
      fault('PUT answered 403 SignatureDoesNotMatch'),
    )
    await expect(wrong({ username: 'nobody' }).read('abcdef12-320.webp')).rejects.toMatchObject(
      fault(expect.stringMatching(/^GET answered 403/)),
    )
    await expect(wrong({ pathname: '/no-such-bucket' }).write(two)).rejects.toMatchObject(
      fault('PUT answered 404 NoSuchBucket'),
    )
    await expect(
      wrong({ pathname: '/no-such-bucket' }).read('abcdef12-320.webp'),
    ).rejects.toMatchObject(fault('GET answered 404 NoSuchBucket'))
    await expect(
      Array.fromAsync(wrong({ pathname: '/no-such-bucket' }).list()),
    ).rejects.toMatchObject(fault('GET answered 404 NoSuchBucket'))
    expect(await held()).toEqual([...two.keys()])
  })

  test.each([20, -20])(
    'a clock that is %i minutes off is refused by its name, and nothing is written',
    async (minutes) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * MINUTE })
      try {
        await expect(files.write(two)).rejects.toMatchObject(
          fault('PUT answered 403 RequestTimeTooSkewed'),
        )
      } finally {
        vi.useRealTimers()
      }
      expect(await held()).toEqual([])
    },
  )

  test('a line that breaks in the middle of a file leaves no file; one that breaks once is not noticed', async () => {
    const large = new Uint8Array(3_000_000).fill(7)
    const over = async (...breaks: Break[]) =>
      createS3Files(
        Object.assign(new URL(address), { port: String(await startRelay(server.port, breaks)) })
          .href,
        PATIENCE,
      )
    const write = async (to: PhotoFiles) => to.write(new Map([['abcdef12-1280.webp', large]]))
    await expect(
      write(await over({ afterSent: 100_000 }, { afterSent: 100_000 })),
    ).rejects.toMatchObject({ code: 'busy' })
    expect(await held()).toEqual([])

    await write(await over({ afterSent: 100_000 }))
    const read = async (from: PhotoFiles) =>
      Buffer.compare((await from.read('abcdef12-1280.webp')) ?? large.subarray(1), large)
    expect(await read(await over({ afterHeard: 100_000 }))).toBe(0)
    await expect(
      read(await over({ afterHeard: 100_000 }, { afterHeard: 100_000 })),
    ).rejects.toMatchObject({ code: 'busy' })
  })

  test('a bucket that has room for one of two files keeps none of them', async () => {
    await server.allowBytes(name, 1000)
    await expect(files.write(two)).rejects.toMatchObject({ code: 'storageFull', status: 507 })
    expect(await held()).toEqual([])
  })

  test('a member sees a photo from the bucket, is told when it is full, and the sweep takes what has no row', async () => {
    const app = await startApp({ S3_URL: address })
    try {
      const member = await alice(app)
      const photo = await upload(member, await aPhoto())
      expect((await look(app, addressIn(photo), member)).status).toBe(200)
      await makesLaterFiles(app)
      const kept = await held()
      expect(kept.length).toBeGreaterThan(3)

      await server.allowBytes(name, 1)
      const refused = await member.request('/image/upload', {
        method: 'POST',
        body: uploadForm(await aPhoto({ colour: '#336699' })),
      })
      expect([refused.status, await refused.json()]).toEqual([
        507,
        expect.objectContaining({ code: 'storageFull' }),
      ])
      expect(await photoRows(app, member.id)).toHaveLength(1)
      expect(await held()).toEqual(kept)
      await server.allowBytes(name, 1e9)

      const orphans = ['00aa11bb22cc33dd-320.webp', '00aa11bb22cc33dd-720.avif']
      const others = ['backup/sites/backup.info', 'somebody & else.txt']
      await files.write(new Map([...orphans, ...others].map((one) => [one, bytes(9)])))
      const sweep = () => runJob(app, photoSweepJob)
      app.clock.advance(Date.now() - app.clock.now().getTime())
      await sweep()
      expect(await held(), 'may be an upload under way').toEqual(
        [...kept, ...orphans, ...others].toSorted(),
      )
      app.clock.advance(2 * HOUR)
      await sweep()
      expect(await held(), 'what is not ours stays').toEqual([...kept, ...others].toSorted())
    } finally {
      await app.close()
    }
  })
}

const fault = (message: unknown) => ({
  code: 'busy',
  headers: { 'Retry-After': '5' },
  cause: { message },
})

type Break = { afterSent?: number; afterHeard?: number }

/**
 * The port of a line on which the first connections break, each after so many bytes of its requests
 * or answers.
 */
async function startRelay(to: number, breaks: Break[]): Promise<number> {
  const relay = createServer((near) => {
    const { afterSent = Infinity, afterHeard = Infinity } = breaks.shift() ?? {}
    const far = connect(to, '127.0.0.1')
    const cut = () => [near, far].forEach((socket) => socket.destroy())
    const counted = (most: number) => {
      let count = 0
      return (chunk: Buffer) => {
        count += chunk.length
        if (count > most) cut()
      }
    }
    near.on('data', counted(afterSent)).on('error', cut).on('close', cut).pipe(far)
    far.on('data', counted(afterHeard)).on('error', cut).on('close', cut).pipe(near)
  })
  relay.unref()
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  return (relay.address() as AddressInfo).port
}

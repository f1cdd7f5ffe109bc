import sharp from 'sharp'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '#api/errors.ts'
import { startJobs } from '#jobs/worker.server.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#lib/clock.ts'
import { compareFiles, photoFileKind } from '#members/photos/files/files-check.server.ts'
import { laterRenditionsJob } from '#members/photos/files/later-renditions.server.ts'
import { editPhoto, type OwnPhoto } from '#members/photos/own/photos.contract.ts'
import { reviewPhoto } from '#members/photos/review.sql.ts'
import { app, withApp } from '#tests/support/app.ts'
import { type CastMember, eve, joins } from '#tests/support/cast.ts'
import { erase, leave } from '#tests/support/leaving.ts'
import {
  aPhoto,
  deletesPhoto,
  keptBy,
  look,
  makesLaterFiles,
  photoRows,
  storedFiles,
  upload,
} from '#tests/support/photos.ts'

/**
 * Before the decision a photo has what staff and its owner need; the other files are made once it
 * is approved.
 */

withApp()
let Alice: CastMember
let Bob: CastMember
let Eve: CastMember
let named = 0
beforeAll(async () => {
  Eve = await eve(app)
})
beforeEach(async () => {
  named += 1
  Alice = await joins(app, { brand: 'adultcrush', username: `Alice${named}` })
  Bob = await joins(app, { brand: 'adultcrush', username: `Bob${named}` })
})
afterEach(async () => {
  vi.restoreAllMocks()
  app.services.settings.photoReview = 'auto'
  await makesLaterFiles(app)
})

const large = () => aPhoto({ width: 1600, height: 1200 })
async function waits(): Promise<OwnPhoto> {
  app.services.settings.photoReview = 'staff'
  const photo = await upload(Alice, await large())
  app.services.settings.photoReview = 'auto'
  return photo
}
const approve = (id: number) =>
  app.transaction((trx) =>
    reviewPhoto(trx, id, { by: Eve.id, at: app.clock.now(), approved: true }),
  )
const remove = (id: number) => deletesPhoto(Alice, id)
const edit = (id: number, body: Partial<OwnPhoto['edit']>) =>
  Alice.calls(editPhoto, { params: { id }, body: { turns: 0, crop: null, card: null, ...body } })

async function rowOf(id: number) {
  const row = (await photoRows(app, Alice.id)).find((one) => one.id === id)
  if (!row) throw new Error('the photo is gone')
  return row
}
/** What a photo's files are, such as `720.webp`. */
async function filesOf(key: string | null): Promise<string[]> {
  return (await storedFiles(app))
    .filter((name) => key !== null && name.startsWith(key))
    .map((name) => name.slice((key?.length ?? 0) + 1))
}
const FIRST = ['320.webp', '720.webp']
const ALL = ['1280.avif', '1280.webp', '320.avif', '320.webp', '720.avif', '720.webp']

/** What a viewer's browser gets at the address of a rendition. */
async function seen(key: string, file: string, as = Bob) {
  const response = await look(
    app,
    keptBy(app, as, `http://media.adultcrush.localhost:4321/${key}-${file}`),
    as,
  )
  const { width, format } = await sharp(await response.arrayBuffer()).metadata()
  return [
    response.headers.get('Content-Type'),
    format === 'heif' ? 'avif' : format,
    width,
    response.headers.get('Cache-Control'),
    response.headers.has('ETag'),
  ]
}
const lacks = async () =>
  (await compareFiles(app.db, app.services.photoFiles, [photoFileKind])).missing.map(
    ({ files, found }) => [files, found],
  )

describe('the files of a photo that nobody needs before the decision', () => {
  test('are made once it is approved, at once; until then others stand in for them', async () => {
    const { id } = await waits()
    const { key } = await rowOf(id)
    await makesLaterFiles(app)
    expect([await filesOf(key), await lacks()]).toEqual([FIRST, []])
    expect(await seen(key, '1280.avif', Alice)).toEqual([
      'image/webp',
      'webp',
      720,
      'private, no-store',
      false,
    ])
    expect(await seen(key, '320.avif', Alice)).toEqual([
      'image/webp',
      'webp',
      320,
      'private, no-store',
      false,
    ])
    const jobs = startJobs(app.services, [{ ...laterRenditionsJob, period: HOUR }])
    try {
      // Its first run has found nothing; the next one would be in an hour.
      await makesLaterFiles(app)
      await approve(id)
      await vi.waitFor(async () => expect((await rowOf(id)).renditions_due_at).toBeNull())
    } finally {
      await jobs.stop()
    }
    expect([await filesOf(key), await lacks()]).toEqual([ALL, []])
    expect(await seen(key, '1280.avif')).toEqual([
      'image/avif',
      'avif',
      1280,
      'private, max-age=3600',
      true,
    ])
  })

  test('are shown by others to everybody in the second before they are made, which no browser keeps', async () => {
    const { id } = await upload(Alice, await large())
    const { key } = await rowOf(id)
    expect(await seen(key, '720.avif')).toEqual([
      'image/webp',
      'webp',
      720,
      'private, no-store',
      false,
    ])
    expect(await seen(key, '720.webp')).toEqual([
      'image/webp',
      'webp',
      720,
      'private, max-age=3600',
      true,
    ])
  })

  test('are made once, though six processes look for those of three photos', async () => {
    for (let photo = 0; photo < 3; photo += 1)
      await upload(Alice, await aPhoto({ width: 300, height: 400 }))
    const write = vi.spyOn(app.services.photoFiles, 'write')
    await Promise.all(Array.from({ length: 6 }, () => makesLaterFiles(app)))
    expect(write).toHaveBeenCalledTimes(3)
    for (const { key } of await photoRows(app, Alice.id))
      expect(await filesOf(key)).toEqual(['320.avif', '320.webp'])
  })

  test('are those of the edit, and of a card alone where only the card was chosen anew', async () => {
    const { id } = await upload(Alice, await large())
    await makesLaterFiles(app)
    const whole = await rowOf(id)
    await edit(id, { card: { x: 0, y: 0, width: 0.5, height: 0.75 } })
    const { card_key: card } = await rowOf(id)
    expect([await filesOf(whole.key), await filesOf(card)]).toEqual([ALL, FIRST])
    const write = vi.spyOn(app.services.photoFiles, 'write')
    await makesLaterFiles(app)
    expect([
      await filesOf(card),
      write.mock.calls
        .flatMap(([files]) => [...files.keys()])
        .filter((name) => name.startsWith(whole.key)),
    ]).toEqual([ALL, []])
    await edit(id, { turns: 1 })
    const turned = await rowOf(id)
    expect(await filesOf(turned.key)).toEqual(FIRST)
    await makesLaterFiles(app)
    expect([await filesOf(turned.key), await filesOf(whole.key), await filesOf(card)]).toEqual([
      ALL,
      [],
      [],
    ])
    const { width, height } = await sharp(
      (await app.services.photoFiles.read(`${turned.key}-1280.webp`)) ?? new Uint8Array(),
    ).metadata()
    expect([width, height]).toEqual([turned.width, turned.height])
  })

  test.each(['deleted', 'turned'] as const)(
    'leave nothing where the photo is %s while they are made',
    async (what) => {
      const { id } = await upload(Alice, await large())
      const { key } = await rowOf(id)
      const { photoFiles } = app.services
      const write = photoFiles.write.bind(photoFiles)
      vi.spyOn(photoFiles, 'write').mockImplementationOnce(async (files) => {
        if (what === 'deleted') await remove(id)
        else await edit(id, { turns: 1 })
        await write(files)
      })
      await makesLaterFiles(app)
      expect(await filesOf(key)).toEqual([])
      if (what === 'turned') expect(await filesOf((await rowOf(id)).key)).toEqual(ALL)
    },
  )

  test('leave nothing where they are written between the files and the row of an account that is erased', async () => {
    const { id } = await upload(Alice, await large())
    const { key } = await rowOf(id)
    await leave(Alice)
    app.clock.advance(15 * DAY)
    const { photoFiles } = app.services
    const [write, remove] = [photoFiles.write.bind(photoFiles), photoFiles.remove.bind(photoFiles)]
    const [gone, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let erasing: Promise<void> | undefined
    vi.spyOn(photoFiles, 'write').mockImplementationOnce(async (files) => {
      erasing = erase(app)
      await gone.promise
      await write(files)
    })
    vi.spyOn(photoFiles, 'remove').mockImplementationOnce(async (names) => {
      await remove(names)
      gone.resolve()
      await written.promise
    })
    await makesLaterFiles(app)
    expect(await filesOf(key)).toEqual(ALL.filter((file) => !FIRST.includes(file)))
    written.resolve()
    await erasing
    expect([await filesOf(key), await photoRows(app, Alice.id)]).toEqual([[], []])
  })

  test.each([1, 4])(
    'are made again after a crash between file %i of four and the row, and wait where the disk is full',
    async (written) => {
      const { id } = await upload(Alice, await large())
      const { key } = await rowOf(id)
      vi.spyOn(app.services.photoFiles, 'write').mockRejectedValueOnce(new ApiError('storageFull'))
      await expect(makesLaterFiles(app)).rejects.toMatchObject({ code: 'storageFull' })
      await makesLaterFiles(app)
      expect([await filesOf(key), await lacks()]).toEqual([FIRST, []])
      app.clock.advance(10 * MINUTE)
      const { photoFiles } = app.services
      const write = photoFiles.write.bind(photoFiles)
      vi.spyOn(photoFiles, 'write').mockImplementationOnce(async (files) => {
        await write(new Map([...files].slice(0, written)))
        throw new Error('killed')
      })
      await makesLaterFiles(app)
      expect((await rowOf(id)).renditions_due_at).not.toBeNull()
      app.clock.advance(10 * MINUTE)
      await makesLaterFiles(app)
      expect([(await rowOf(id)).renditions_due_at, await filesOf(key)]).toEqual([null, ALL])
    },
  )

  test.each(['lost', 'damaged'] as const)(
    'stay away where the original is %s, which the log says once and files:check always',
    async (what) => {
      const { id } = await upload(Alice, await large())
      const { key, original_key: original } = await rowOf(id)
      const name = `${original}-original.jpg`
      if (what === 'lost') await app.services.photoFiles.remove([name])
      else await app.services.photoFiles.write(new Map([[name, new Uint8Array(99)]]))
      app.logged.length = 0
      await makesLaterFiles(app)
      app.clock.advance(20 * MINUTE)
      await makesLaterFiles(app)
      expect(
        app.logged.filter((line) => line.includes('without a readable original')),
      ).toHaveLength(1)
      expect(await lacks()).toContainEqual([6, 2])
      expect(await seen(key, '1280.avif')).toEqual([
        'image/webp',
        'webp',
        720,
        'private, no-store',
        false,
      ])
      await remove(id)
      expect(await filesOf(key)).toEqual([])
    },
  )

  test('are made of one photo though those of another fail, which the log names', async () => {
    const failing = await upload(Alice, await large())
    app.clock.advance(SECOND)
    const other = await upload(Bob, await large())
    app.logged.length = 0
    vi.spyOn(app.services.photoFiles, 'write').mockRejectedValueOnce(new Error('not ours'))
    await makesLaterFiles(app)
    expect(app.logged.filter((line) => line.includes(`"photo":${failing.id},`))).toEqual([
      expect.stringContaining('not ours'),
    ])
    const [row] = await photoRows(app, Bob.id)
    expect([row?.id, await filesOf(row?.key ?? null)]).toEqual([other.id, ALL])
    app.clock.advance(10 * MINUTE)
    await makesLaterFiles(app)
    expect(await filesOf((await rowOf(failing.id)).key)).toEqual(ALL)
  })

  test('are made later where the machine was too busy to read the original in time', async () => {
    const { id } = await upload(Alice, await large())
    const { key } = await rowOf(id)
    vi.spyOn(sharp.prototype, 'toBuffer').mockRejectedValueOnce(new Error('timeout: 31% complete'))
    await expect(makesLaterFiles(app)).rejects.toMatchObject({
      code: 'busy',
      headers: { 'Retry-After': '5' },
    })
    app.clock.advance(10 * MINUTE)
    await makesLaterFiles(app)
    expect(await filesOf(key)).toEqual(ALL)
  })

  test('are no reason for files:check to pass over one that was made at upload', async () => {
    const { id } = await waits()
    await app.services.photoFiles.remove([`${(await rowOf(id)).key}-720.webp`])
    expect(await lacks()).toEqual([[2, 1]])
    await remove(id)
  })
})

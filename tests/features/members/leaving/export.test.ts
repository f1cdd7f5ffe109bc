import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { features } from '#features.server.ts'
import { DAY, HOUR, MINUTE } from '#lib/clock.ts'
import { collectionsOf } from '#members/leaving/copy.server.ts'
import { retentionJob } from '#members/leaving/erasure.server.ts'
import { exportJob } from '#members/leaving/export-job.server.ts'
import { askExport, getExport } from '#members/leaving/export.contract.ts'
import { recordingName } from '#members/messages/voice/recordings.ts'
import { app, runJob, type Visitor, withApp } from '#tests/support/app.ts'
import { alice, becomesPremium, type CastMember, dan, PASSWORD } from '#tests/support/cast.ts'
import { erase, leave, meets } from '#tests/support/leaving.ts'
import { mailsTo } from '#tests/support/mail.ts'
import { aPhoto, upload } from '#tests/support/photos.ts'
import { readZip } from '#tests/support/zip.ts'

withApp()
let Alice: CastMember
let Dan: CastMember
beforeAll(async () => {
  Alice = await alice(app)
  Dan = await dan(app)
  await becomesPremium(app, Alice)
  await becomesPremium(app, Dan)
  await upload(Alice, await aPhoto(), { description: 'At the <lake>' })
  await meets(app, Alice, Dan)
  const { db, photoFiles } = app.services
  const recording = { key: 'a'.repeat(32), milliseconds: 2000 }
  await photoFiles.write(new Map([[recordingName(recording.key), Buffer.from('a sound')]]))
  const { id } = await db
    .selectFrom('messages')
    .select('id')
    .where('sender_id', '=', Alice.id)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('recordings')
    .values({ message_id: id, account_id: Alice.id, ...recording })
    .execute()
  const notice = { account_id: Alice.id, other_id: Dan.id, at: app.clock.now() }
  await db
    .insertInto('fraud_notices')
    .values([notice, { ...notice, account_id: Dan.id, other_id: Alice.id }])
    .execute()
})

const ask = (who: Visitor) => who.calls(askExport, { body: { password: PASSWORD } })
const state = async (who: Visitor) => (await who.calls(getExport)).export
const work = (stopping = new AbortController().signal) =>
  exportJob.start(app.services).run(stopping)
const rows = () =>
  app.db
    .selectFrom('exports')
    .selectAll()
    .where('account_id', '=', Alice.id)
    .orderBy('id')
    .execute()

/** Requests the file as a browser does that navigates to its address. */
function download(who: Visitor, address: string): Promise<Response> {
  const { pathname, search } = new URL(address)
  return who.request(pathname + search, {
    headers: { 'X-Requested-With': undefined, Origin: undefined },
  })
}

describe('a copy of one’s data', () => {
  test('asked for ten times at once is one, and says so', async () => {
    expect(await state(Alice)).toMatchObject({ state: 'none', download: null })
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(Alice)))
    expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(answers.every((answer) => answer.export.state === 'running')).toBe(true)
    expect(await rows()).toHaveLength(1)
  })

  test('is resumed by another process after one that stopped or crashed', async () => {
    const stopped = new AbortController()
    const files = app.services.photoFiles
    // Stops in the middle: when the photo is read.
    const stopping = {
      ...app.services,
      photoFiles: { ...files, read: async (name: string) => (stopped.abort(), files.read(name)) },
    }
    await exportJob.start(stopping).run(stopped.signal)
    expect(await state(Alice)).toMatchObject({ state: 'running' })
    const [given] = await rows()
    expect([given?.claimed_until, given?.tries]).toEqual([null, 0])
    const broken = {
      ...app.services,
      photoFiles: { ...files, read: () => Promise.reject(new Error('the disk is gone')) },
    }
    const { done, total } = await exportJob
      .start(broken)
      .run(new AbortController().signal)
      .then(() => state(Alice))
    expect(done).toBeGreaterThan(10)
    expect(total).toBeGreaterThan(done)
    // Until the claim ends, nobody else begins.
    await work()
    expect((await state(Alice)).state).toBe('running')
    app.clock.advance(3 * MINUTE)
    await work()
    expect(await state(Alice)).toMatchObject({
      state: 'ready',
      until: new Date(app.clock.now().getTime() + 3 * DAY).toISOString(),
    })
  })

  test('is announced by one mail, whose link leads to the settings', async () => {
    const mails = await mailsTo(app, 'alice@example.org')
    expect(mails.filter(({ kind }) => kind === 'exportReady')).toHaveLength(1)
    expect(mails[0]?.text).toContain('/profile/edit/settings')
    const guest = await app.visitor('adultcrush').visit('/profile/edit/settings')
    expect(guest.headers.get('Location')).toContain('/')
    expect(guest.headers.getSetCookie().join()).toContain('back=')
  })

  test('is a zip with everything, to read and for programs, photos and messages included', async () => {
    const { download: address, bytes } = await state(Alice)
    const answer = await download(Alice, address ?? '')
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'private, no-store',
      'content-length': String(bytes),
    })
    expect(answer.headers.get('Content-Disposition')).toContain('attachment')
    const received = new Uint8Array(await answer.arrayBuffer())
    expect(received.length).toBe(bytes)
    const files = readZip(received)
    const names = [...files.keys()]
    for (const { name } of collectionsOf(features))
      expect(names).toEqual(expect.arrayContaining([`data/${name}.json`, `pages/${name}.html`]))
    const words = (name: string) => files.get(name)?.toString() ?? ''
    const read = (name: string) =>
      JSON.parse(words(`data/${name}.json`)) as Array<Record<string, unknown>>
    for (const { name } of collectionsOf(features)) expect(Array.isArray(read(name))).toBe(true)
    expect(read('account')).toMatchObject([{ username: 'Alice', email: 'alice@example.org' }])
    expect(JSON.stringify(read('account'))).not.toContain('argon2')
    expect(read('messages')).toMatchObject([
      { member: 'Dan', from: 'you', text: 'From Alice' },
      { member: 'Dan', from: 'Dan', text: 'From Dan' },
    ])
    expect(read('likes')).toMatchObject([{ member: 'Dan' }])
    expect(read('matches')).toMatchObject([{ member: 'Dan' }])
    expect(read('fraud-notices')).toMatchObject([{ member: 'Dan', confirmed: null }])
    expect(read('visits-received')).toMatchObject([{ member: 'Dan' }])
    const [spoken] = read('messages').filter(({ recording }) => recording !== null)
    expect(files.get(String(spoken?.['recording']))?.toString()).toBe('a sound')
    const [photo] = read('photos')
    const picture = await sharp(files.get(String(photo?.['file']))).metadata()
    expect([picture.format, picture.width, picture.height]).toEqual(['webp', 900, 1200])
    expect(words('pages/photos.html')).toContain('At the &lt;lake&gt;')
    expect(words('index.html')).toContain('Your conversations')
  })

  test('goes on where a download was cut, with the bytes of the same copy alone', async () => {
    const { download: address } = await state(Alice)
    const { db } = app
    const whole = Buffer.from(await (await download(Alice, address ?? '')).arrayBuffer())
    // In several parts, as a large copy is.
    const { id } = await db
      .selectFrom('exports')
      .select('id')
      .where('account_id', '=', Alice.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const parts = await db
      .deleteFrom('export_parts')
      .where('export_id', '=', id)
      .returningAll()
      .execute()
    const cuts = [0, 100, 350, whole.length]
    for (const part of [0, 1, 2]) {
      await db
        .insertInto('export_parts')
        .values({ export_id: id, part, bytes: whole.subarray(cuts[part], cuts[part + 1]) })
        .execute()
    }
    const { pathname, search } = new URL(address ?? '')
    const asks = async (range: string, ifRange?: string) => {
      const headers = {
        'X-Requested-With': undefined,
        Origin: undefined,
        Range: range,
        ...(ifRange === undefined ? {} : { 'If-Range': ifRange }),
      }
      const answer = await Alice.request(pathname + search, { headers })
      return {
        answer,
        status: answer.status,
        bytes: Buffer.from(await answer.arrayBuffer()),
        said: answer.headers.get('Content-Range'),
      }
    }
    const all = await asks('')
    const tag = all.answer.headers.get('ETag') ?? ''
    expect([all.status, all.answer.headers.get('Accept-Ranges'), all.bytes.equals(whole)]).toEqual([
      200,
      'bytes',
      true,
    ])
    const last = whole.length - 1
    for (const [range, from, to] of [
      ['bytes=0-0', 0, 0],
      ['bytes=99-100', 99, 100],
      ['bytes=120-349', 120, 349],
      ['bytes=350-', 350, last],
      ['bytes=50-', 50, last],
      ['bytes=-7', last - 6, last],
      [`bytes=200-${last + 1000}`, 200, last],
    ] as const) {
      const { status, bytes, said, answer } = await asks(range, tag)
      expect([range, status, said]).toEqual([range, 206, `bytes ${from}-${to}/${whole.length}`])
      expect([
        answer.headers.get('Content-Length'),
        bytes.equals(whole.subarray(from, to + 1)),
      ]).toEqual([String(to - from + 1), true])
    }
    const none = await asks(`bytes=${whole.length}-`)
    expect([none.status, none.said, none.bytes.length]).toEqual([416, `bytes */${whole.length}`, 0])
    for (const range of ['bytes=0-1,5-6', 'lines=0-1', 'bytes=5-1', 'bytes=-', 'bytes=x-'])
      expect([range, (await asks(range)).status]).toEqual([range, 200])
    // A copy that was made meanwhile is another one.
    expect((await asks('bytes=0-9', '"copy-0"')).status).toBe(200)
    await db.deleteFrom('export_parts').where('export_id', '=', id).execute()
    await db.insertInto('export_parts').values(parts).execute()
  })

  test('opens for nobody else, by no changed address, and for ten minutes', async () => {
    const { download: address } = await state(Alice)
    const leads = async (who: Visitor, to = address) =>
      (await download(who, to ?? '')).headers.get('Location')
    const settings =
      'http://www.adultcrush.localhost:4321/profile/edit/settings?screen=leaving#copy'
    expect(await leads(app.visitor('adultcrush'))).toBe(settings)
    expect(await leads(Dan)).toBe(settings)
    expect(await leads(Alice, address?.replace(/copy=..../, 'copy=abcd') ?? '')).toBe(settings)
    expect(await leads(Alice, address?.replace(/copy=.*/, '') ?? '')).toBe(settings)
    expect(await leads(Alice)).toBeNull()
    app.clock.advance(11 * MINUTE)
    expect(await leads(Alice)).toBe(settings)
    expect((await download(Alice, (await state(Alice)).download ?? '')).status).toBe(200)
  })

  test('is given to the session that asked alone: in another one whoever is there proves first who they are', async () => {
    // The tries of before count for a quarter of an hour.
    app.clock.advance(15 * MINUTE)
    const telephone = app.visitor('adultcrush')
    await telephone.send('POST /site/signin', { body: { login: 'Alice', password: PASSWORD } })
    const { download: address } = await state(Alice)
    expect(await state(telephone)).toMatchObject({ state: 'ready', download: null })
    expect((await download(telephone, address ?? '')).status).toBe(303)
    await expect(telephone.send('POST /profile/export', { body: {} })).rejects.toMatchObject({
      errors: [{ field: 'password' }],
    })
    const given = await ask(telephone)
    expect([given.isNew, (await download(telephone, given.export.download ?? '')).status]).toEqual([
      false,
      200,
    ])
    expect([(await state(Alice)).download, (await download(Alice, address ?? '')).status]).toEqual([
      null,
      303,
    ])
    expect((await ask(Alice)).isNew).toBe(false)
  })

  test('that cannot be read is no file at all, and one that fails in the middle is in the log', async () => {
    const { db } = app
    const { download: address } = await state(Alice)
    const [made] = await rows()
    await db
      .insertInto('export_parts')
      .values({ export_id: made?.id ?? 0, part: 1, bytes: new Uint8Array(9) })
      .execute()
    const sized = (more: number) =>
      sql`update exports set bytes = bytes + ${more} where id = ${made?.id}`.execute(db)
    await sized(9)
    const begun = await download(Alice, address ?? '')
    await sql`alter table export_parts rename to lost_parts`.execute(db)
    try {
      const answer = await download(Alice, address ?? '')
      expect([
        answer.status,
        answer.headers.get('Content-Disposition'),
        await answer.text(),
      ]).toEqual([500, null, expect.not.stringContaining('export_parts')])
      app.logged.length = 0
      await expect(begun.arrayBuffer()).rejects.toThrow('export_parts')
      expect(app.logged).toEqual([expect.stringContaining('sent only in part')])
    } finally {
      await sql`alter table lost_parts rename to export_parts`.execute(db)
    }
    await db.deleteFrom('export_parts').where('part', '=', 1).execute()
    await sized(-9)
  })

  test('of today is given again, one of yesterday is made anew, and the file is removed after three days', async () => {
    expect((await ask(Alice)).isNew).toBe(false)
    app.clock.advance(DAY)
    const again = await ask(Alice)
    expect([again.isNew, again.export.state]).toEqual([true, 'running'])
    await work()
    app.clock.advance(3 * DAY + HOUR)
    expect((await state(Alice)).state).toBe('none')
    await runJob(app, retentionJob)
    expect(await rows()).toEqual([])
    expect(await app.db.selectFrom('export_parts').select('part').execute()).toEqual([])
  })

  test('that cannot be made says so after three tries, and can be asked for again', async () => {
    await ask(Alice)
    const broken = {
      ...app.services,
      photoFiles: {
        ...app.services.photoFiles,
        read: () => Promise.reject(new Error('the disk is gone')),
      },
    }
    for (let tries = 0; tries < 3; tries += 1) {
      await exportJob.start(broken).run(new AbortController().signal)
      app.clock.advance(3 * MINUTE)
    }
    expect((await state(Alice)).state).toBe('failed')
    expect((await ask(Alice)).export.state).toBe('running')
    await work()
    expect((await state(Alice)).state).toBe('ready')
  })

  test('names somebody who was erased as a deleted member, and keeps one’s own words to them', async () => {
    await leave(Dan)
    app.clock.advance(15 * DAY)
    await erase(app)
    await ask(Alice)
    await work()
    const answer = await download(Alice, (await state(Alice)).download ?? '')
    const files = readZip(new Uint8Array(await answer.arrayBuffer()))
    const messages = JSON.parse(files.get('data/messages.json')?.toString() ?? '') as unknown
    expect(messages).toMatchObject([
      { member: 'a deleted member', from: 'you', text: 'From Alice' },
    ])
  })
})

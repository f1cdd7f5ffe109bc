import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { features } from '#features.server.ts'
import type { PageLocals, Render } from '#front-door/visit.server.ts'
import { listOwnTickets } from '#guests/help/own-tickets.contract.ts'
import { ticketPicturePath } from '#guests/help/ticket-pictures.ts'
import { saveTicket } from '#guests/help/tickets.contract.ts'
import { DAY } from '#lib/clock.ts'
import { collectionsOf, copyOf } from '#members/leaving/copy.server.ts'
import { retentionJob } from '#members/leaving/erasure.server.ts'
import { hashesOfFile } from '#members/photos/hashes/picture-hashes.server.ts'
import { ticketPictureSweepJob } from '#staff/tickets/pictures/ticket-pictures.server.ts'
import { actOnTicket, getTickets } from '#staff/tickets/queue/ticket-queue.contract.ts'
import { forgetActs } from '#tests/support/acts.ts'
import { runJob, startApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { alice, asStaff, bob, type CastMember, eve, joins, worksAs } from '#tests/support/cast.ts'
import { erase, leave } from '#tests/support/leaving.ts'
import { deliverMails, mailsTo, startSmtpServer, type TestSmtpServer } from '#tests/support/mail.ts'
import { aPhoto, datesFiles, drawnPhoto, storedFiles } from '#tests/support/photos.ts'

/**
 * Pictures of questions and answers: made anew, seen by their member and staff, gone with the
 * ticket.
 */

let app: TestApp
let smtp: TestSmtpServer
let people: Record<'alice' | 'bob' | 'eve', CastMember>
let guests = 0
beforeAll(async () => {
  smtp = await startSmtpServer()
  app = await startApp({ SMTP_URL: smtp.url })
  people = { alice: await alice(app), bob: await bob(app), eve: await eve(app) }
})
beforeEach(async () => {
  app.clock.advance(DAY)
  for (const table of ['tickets', 'mails', 'rate_limits'] as const)
    await app.db.deleteFrom(table).execute()
  await app.services.photoFiles.remove(await storedFiles(app))
  await forgetActs(app.db)
  await asStaff(app, people.eve)
  smtp.received.length = 0
})
afterAll(async () => {
  await app.close()
  await smtp.close()
})

const guest = () => app.visitor('adultcrush', { ip: `198.51.100.${(guests += 1)}` })
type File = Uint8Array | { bytes: Uint8Array; name: string }

function formOf(files: readonly File[], fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const file of files) {
    const { bytes, name } = file instanceof Uint8Array ? { bytes: file, name: 'My bank.jpg' } : file
    form.append('pictures', new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' }))
  }
  return form
}
const question = { subject: 'My photo', message: 'It is upside down.' }
const asks = (who: Visitor, files: readonly File[], more: Record<string, string> = {}) =>
  who.calls(saveTicket, { form: formOf(files, { ...question, ...more }) })
const answers = (id: number, files: readonly File[], more: Record<string, string> = {}) =>
  people.eve.calls(actOnTicket, {
    form: formOf(files, { act: 'answer', id: `${id}`, answer: 'Look here.', ...more }),
  })
const acts = (body: Record<string, unknown>) =>
  people.eve.calls(actOnTicket, { body: body as never })
const own = (who: Visitor) => who.calls(listOwnTickets).then(({ tickets }) => tickets)
const chosen = async (ticket: number) =>
  (await people.eve.calls(getTickets, { query: { ticket } })).chosen
const rows = () => app.db.selectFrom('ticket_pictures').selectAll().orderBy('id').execute()
const tickets = () => app.db.selectFrom('tickets').selectAll().orderBy('id').execute()
const looks = () =>
  app.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'subject_id', 'details'])
    .where('action', 'in', ['staff.look', 'staff.revealPicture'])
    .orderBy('id')
    .execute()
const ticketOf = async (who: Visitor, files: readonly File[], more = {}) =>
  (await asks(who, files, more)).number ?? 0
async function bomb(): Promise<Uint8Array> {
  const canvas = { width: 6000, height: 6000, channels: 3, background: '#000' } as const
  return new Uint8Array(await sharp({ create: canvas }).png().toBuffer())
}

describe('a question', () => {
  test('keeps its pictures made anew: WebP, at most 1,600 pixels wide, upright, and nothing of the camera', async () => {
    const wide = await aPhoto({ width: 3000, height: 1500, orientation: 6 })
    const small = await aPhoto({ width: 300, height: 60, format: 'png' })
    const avif = await aPhoto({ format: 'avif' })
    const number = await ticketOf(people.alice, [wide, small, avif])
    expect(await rows()).toMatchObject([
      { ticket_id: number, answer_id: null, width: 1200, height: 2400 },
      { ticket_id: number, answer_id: null, width: 300, height: 60 },
      { ticket_id: number, answer_id: null, width: 900, height: 1200 },
    ])
    const names = await storedFiles(app)
    expect(names).toEqual((await rows()).map(({ key }) => `${key}-ticket.webp`).toSorted())
    for (const name of names) {
      expect(name).toMatch(/^[0-9a-f]{32}-ticket\.webp$/)
      const bytes = (await app.services.photoFiles.read(name)) as Uint8Array
      const { format, width, exif, xmp, icc } = await sharp(bytes).metadata()
      expect({ format, exif, xmp, icc }).toEqual({ format: 'webp' })
      expect(width).toBeLessThanOrEqual(1600)
      expect(Buffer.from(bytes).toString('latin1')).not.toMatch(/SecretCamera|SecretXmp|Realname/)
    }
    const landscape = await aPhoto({ width: 3000, height: 1500 })
    await asks(people.alice, [landscape], { subject: 'Another' })
    expect((await rows()).at(-1)).toMatchObject({ width: 1600, height: 800 })
    expect(app.logged.join('')).not.toContain('My bank')
  })

  test('of a guest keeps them, too', async () => {
    const number = await ticketOf(guest(), [await aPhoto()], { email: 'gina@example.net' })
    expect(await rows()).toMatchObject([{ ticket_id: number }])
    expect((await chosen(number))?.pictures).toEqual([
      { id: (await rows())[0]?.id, width: 900, height: 1200 },
    ])
  })

  test.each<[what: string, files: () => Promise<File[]>, says: RegExp]>([
    ['a file that is no picture', async () => [Buffer.from('<svg onload="x">')], /not a photo/],
    ['a damaged one', async () => [(await aPhoto()).subarray(0, 900)], /damaged/],
    ['one with very many pixels', async () => [await bomb()], /too many pixels/],
    ['an empty one', async () => [new Uint8Array()], /empty/],
    ['one that is too large', async () => [Buffer.alloc(8 * 1024 * 1024 + 1)], /up to 8 MB/],
    [
      'a fourth one',
      async () => Array.from({ length: 4 }, () => Buffer.alloc(7_000_000)),
      /at most 3/,
    ],
    [
      'one of three that is none',
      async () => [await aPhoto(), Buffer.from('no'), await aPhoto()],
      /^Picture 2: .*not a photo/,
    ],
  ])('with %s is refused at the field, and nothing is kept', async (_, files, says) => {
    await expect(asks(people.alice, await files())).rejects.toMatchObject({
      code: 'invalid',
      errors: [{ field: 'pictures', message: expect.stringMatching(says) }],
    })
    expect([await tickets(), await rows(), await storedFiles(app)]).toEqual([[], [], []])
  })

  test('is looked at no further where another field is wrong, or there were too many', async () => {
    const none = [Buffer.from('no picture')]
    const fieldOf = (call: Promise<unknown>) =>
      call.then(
        () => 'was not refused',
        (error: { code: string; errors: Array<{ field: string }> }) =>
          error.errors[0]?.field ?? error.code,
      )
    const who = guest()
    expect(await fieldOf(asks(who, none))).toBe('email')
    expect(await fieldOf(asks(who, none, { email: 'gina@example.net', subject: '' }))).toBe(
      'subject',
    )
    for (let n = 0; n < 5; n += 1)
      await asks(who, [], { email: 'gina@example.net', subject: `Number ${n}` })
    expect(await fieldOf(asks(who, none, { email: 'gina@example.net' }))).toBe('tooMany')
  })

  test('sent twice at once is one, with one set of files', async () => {
    const files = [await aPhoto()]
    const sent = await Promise.all([asks(people.alice, files), asks(people.alice, files)])
    expect(sent.filter(({ number }) => number !== null)).toHaveLength(1)
    expect(await asks(people.alice, files)).toMatchObject({ number: null })
    expect(await rows()).toHaveLength(1)
    expect(await storedFiles(app)).toHaveLength(1)
    // Other pictures are another question.
    await asks(people.alice, [await aPhoto({ colour: '#00ff00' })])
    expect(await tickets()).toHaveLength(2)
  })

  test('is not kept where the store fails, and is when it is sent again', async () => {
    const { photoFiles } = app.services
    const { write } = photoFiles
    photoFiles.write = () => Promise.reject(new Error('the disk is gone'))
    await expect(asks(people.alice, [await aPhoto()])).rejects.toMatchObject({ code: 'internal' })
    photoFiles.write = write
    expect(await tickets()).toEqual([])
    await asks(people.alice, [await aPhoto()])
    expect(await rows()).toHaveLength(1)
  })

  describe('without script', () => {
    type Shown = { status: number; to: string | null; formAnswer: PageLocals['formAnswer'] }
    async function submit(files: readonly File[], fields: Record<string, string>): Promise<Shown> {
      const shown: Pick<Shown, 'formAnswer'> = { formAnswer: null }
      const render: Render = async (_, path, locals) => {
        shown.formAnswer = locals.formAnswer
        return new Response(`page:${path}`, { headers: { 'Content-Type': 'text/html' } })
      }
      const encoded = new Response(formOf(files, fields))
      const bytes = await encoded.arrayBuffer()
      const host = guest().host
      const request = new Request(`http://${host}/help/save`, {
        method: 'POST',
        headers: {
          Host: host,
          Origin: `http://${host}`,
          'Content-Type': encoded.headers.get('Content-Type') ?? '',
          'Content-Length': String(bytes.byteLength),
        },
        body: bytes,
        redirect: 'manual',
      })
      const answer = await app.frontDoor(request, `198.51.100.${(guests += 1)}`, render)
      return { status: answer.status, to: answer.headers.get('Location'), ...shown }
    }
    const typed = { ...question, email: 'gina@example.net', questionId: '', category: '' }
    const untouched = [{ bytes: new Uint8Array(), name: '' }]

    test('arrives with its picture, and without one', async () => {
      const sent = { status: 303, to: '/help#ticket-sent', formAnswer: null }
      expect(await submit([await aPhoto()], typed)).toEqual(sent)
      expect(await submit(untouched, { ...typed, subject: 'Another' })).toEqual(sent)
      expect([(await tickets()).length, (await rows()).length]).toEqual([2, 1])
    })

    test('comes back with all that was typed where a picture is wrong', async () => {
      for (const files of [
        [Buffer.from('no')],
        Array.from({ length: 4 }, () => Buffer.alloc(7_000_000)),
      ]) {
        const { status, formAnswer } = await submit(files, typed)
        expect(status).toBe(422)
        expect(formAnswer).toMatchObject({
          form: 'ticket',
          values: typed,
          problem: { errors: [{ field: 'pictures' }] },
        })
      }
      expect(await tickets()).toEqual([])
    })

    test('may have no more text beside pictures than without', async () => {
      const { status } = await submit([await aPhoto()], {
        ...typed,
        message: 'x'.repeat(1_000_000),
      })
      expect(status).toBe(413)
    })
  })
})

describe('a picture', () => {
  const see = async (who: Visitor, id: number) => who.visit(ticketPicturePath(id))

  test('is seen by its member and by staff who answer tickets, and by nobody else', async () => {
    const number = await ticketOf(people.alice, [await aPhoto()])
    const [ticket] = await own(people.alice)
    const id = ticket?.pictures[0]?.id ?? 0
    expect(ticket).toMatchObject({ id: number, pictures: [{ width: 900, height: 1200 }] })
    const seen = await see(people.alice, id)
    expect(Object.fromEntries(seen.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
    expect((await sharp(Buffer.from(await seen.arrayBuffer())).metadata()).format).toBe('webp')
    expect(await looks()).toEqual([])
    expect((await see(people.eve, id)).status).toBe(200)

    const moderator = await worksAs(app, `Mo${guests}`)
    await app.db.deleteFrom('staff_roles').where('account_id', '=', moderator.id).execute()
    const unproven = await joins(app, { brand: 'adultcrush', username: `Un${guests}`, staff: true })
    for (const other of [people.bob, app.visitor('adultcrush'), moderator, unproven])
      expect((await see(other, id)).status).toBe(404)
    // The cookie of one brand is none on another’s host.
    const elsewhere = app.visitor('wivesnow')
    for (const [name, value] of people.alice.cookies) elsewhere.cookies.set(name, value)
    expect((await see(elsewhere, id)).status).toBe(404)
    const media = await app.frontDoor(
      new Request(`http://media.adultcrush.localhost:4321/${(await storedFiles(app))[0]}`, {
        headers: { Host: 'media.adultcrush.localhost:4321' },
      }),
      '203.0.113.7',
      async () => new Response(),
    )
    expect(media.status).toBe(404)
    expect((await see(people.alice, id + 1)).status).toBe(404)
    expect((await people.alice.visit(ticketPicturePath(id), { method: 'POST' })).status).toBe(404)
  })

  test('that staff see is an access on record, and that they see it sharp an act', async () => {
    const number = await ticketOf(people.alice, [await aPhoto()])
    const id = (await rows())[0]?.id ?? 0
    await see(people.eve, id)
    await see(people.eve, id)
    await acts({ act: 'reveal', id: number })
    const [Eve, Alice] = [people.eve.id, people.alice.id]
    expect(await looks()).toEqual([
      {
        action: 'staff.look',
        actor_id: Eve,
        subject_id: Alice,
        details: { what: 'ticketPictures', ticket: number },
      },
      {
        action: 'staff.revealPicture',
        actor_id: Eve,
        subject_id: Alice,
        details: { ticket: number, brand: 'adultcrush' },
      },
    ])
  })

  test('moves with its ticket into another, and back', async () => {
    const first = await ticketOf(people.alice, [await aPhoto()])
    const second = await ticketOf(people.alice, [await aPhoto({ width: 500 })], {
      subject: 'Another',
    })
    await acts({ act: 'merge', id: second, into: first })
    expect(await chosen(first)).toMatchObject({
      pictures: [{ width: 900 }],
      related: [{ id: second, pictures: [{ width: 500 }] }],
    })
    const [merged, ...others] = await own(people.alice)
    expect([merged?.pictures.length, merged?.said[0]?.pictures, others]).toMatchObject([
      1,
      [{ width: 500 }],
      [],
    ])
    await acts({ act: 'reopen', id: second })
    expect(await chosen(second)).toMatchObject({ pictures: [{ width: 500 }], related: [] })
    expect((await own(people.alice)).map(({ pictures }) => pictures.length)).toEqual([1, 1])
  })
})

describe('a picture that a list says nobody may see', () => {
  const seenBy = async (who: Visitor, id: number) => (await who.visit(ticketPicturePath(id))).status
  const knows = async (kind: 'sha256' | 'pdq', bytes: Uint8Array, action: 'hold' | 'review') => {
    const hashes = await hashesOfFile(bytes)
    const hash = Buffer.from(hashes?.[kind] ?? [])
    await app.db
      .insertInto('hash_table')
      .values({ kind, hash, list: 'file', action, why: 'listed', added_at: app.clock.now() })
      .execute()
  }
  const support = () => worksAs(app, `Sue${(guests += 1)}`, { roles: ['support'] })
  const shownTo = async (who: Visitor, ticket: number) =>
    (await who.calls(getTickets, { query: { ticket } })).chosen

  test('is held back from support and its sender; its ticket is urgent, and a lead may look, on record', async () => {
    const bytes = await drawnPhoto(41)
    await knows('pdq', bytes, 'hold')
    const number = await ticketOf(people.alice, [bytes, await aPhoto()])
    const [held = 0, other = 0] = (await rows()).map(({ id }) => id)
    const sue = await support()
    expect(await shownTo(sue, number)).toMatchObject({
      priority: 'urgent',
      pictures: [{ id: other }],
      heldBack: 1,
    })
    expect(await own(people.alice)).toMatchObject([{ id: number, pictures: [{ id: other }] }])
    expect([await seenBy(sue, held), await seenBy(people.alice, held)]).toEqual([404, 404])
    expect([await seenBy(sue, other), await seenBy(people.alice, other)]).toEqual([200, 200])
    expect(await chosen(number)).toMatchObject({ pictures: [{ id: other }, { id: held }] })
    expect(await seenBy(people.eve, held)).toBe(200)
    expect((await looks()).at(-1)).toMatchObject({ actor_id: people.eve.id })
    const [notice] = await mailsTo(app, 'support@adultcrush.example')
    expect(notice?.text.replaceAll(/\s+/g, ' ')).toContain(
      'held back, which a list says that nobody may see: 1.',
    )
    const files: string[] = []
    const services = { ...app.services, collections: collectionsOf(features) }
    for await (const { name, input } of copyOf(services, people.alice.id, async () => undefined)) {
      files.push(name)
      if (!(input instanceof Uint8Array)) await Array.fromAsync(input)
    }
    expect(files).toContain(`photos/support-${other}.webp`)
    expect(files).not.toContain(`photos/support-${held}.webp`)
  })

  test('is shown once a lead says that the list is wrong, on record; support cannot say so', async () => {
    const bytes = await drawnPhoto(44)
    await knows('pdq', bytes, 'hold')
    const number = await ticketOf(people.alice, [bytes])
    const [held = 0] = (await rows()).map(({ id }) => id)
    const sue = await support()
    expect(await shownTo(sue, number)).toMatchObject({ heldBack: 1, mayShowHeld: false })
    await expect(
      sue.calls(actOnTicket, { body: { act: 'showHeld', id: number } }),
    ).rejects.toMatchObject({ code: 'forbidden' })
    expect(await seenBy(people.alice, held)).toBe(404)

    expect(await chosen(number)).toMatchObject({ heldBack: 1, mayShowHeld: true })
    const said = await Promise.all(
      [1, 2].map(() => people.eve.calls(actOnTicket, { body: { act: 'showHeld', id: number } })),
    )
    expect(said).toMatchObject([{ ok: true }, { ok: true }])
    expect(await chosen(number)).toMatchObject({ heldBack: 0, mayShowHeld: false })
    expect(await shownTo(sue, number)).toMatchObject({ pictures: [{ id: held }], heldBack: 0 })
    expect([await seenBy(sue, held), await seenBy(people.alice, held)]).toEqual([200, 200])
    const acts = await app.db
      .selectFrom('audit_log')
      .select(['actor_id', 'subject_id', 'details'])
      .where('action', '=', 'staff.showHeld')
      .execute()
    expect(acts).toMatchObject([
      { actor_id: people.eve.id, subject_id: people.alice.id, details: { ticket: number } },
    ])
  })

  test('goes out with no answer of ours; one that was refused as a photo is shown all the same', async () => {
    const [listed, refused] = [await drawnPhoto(42), await drawnPhoto(43)]
    await knows('pdq', listed, 'hold')
    await knows('pdq', refused, 'review')
    const number = await ticketOf(people.alice, [refused])
    expect(await rows()).toMatchObject([{ is_held: false }])
    await expect(answers(number, [listed])).rejects.toMatchObject({
      errors: [{ field: 'pictures', message: expect.stringContaining('nobody may see') }],
    })
    expect([(await rows()).length, (await storedFiles(app)).length]).toEqual([1, 1])
  })
})

describe('an answer', () => {
  test('goes out with its pictures, which its member sees among their tickets as well', async () => {
    const number = await ticketOf(people.alice, [])
    await answers(number, [await aPhoto({ width: 2000, height: 500 }), await aPhoto()])
    const [mail] = await app.db
      .selectFrom('mails')
      .selectAll()
      .where('kind', '=', 'ticketAnswer')
      .execute()
    const names = (await rows()).map(({ key }) => `${key}-ticket.webp`)
    expect(mail?.pictures).toEqual(names)
    await deliverMails(app)
    const sent = smtp.received.find(({ subject }) => subject === 'Our answer to you')
    expect(sent?.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
      ['picture-1.webp', 'image/webp'],
      ['picture-2.webp', 'image/webp'],
    ])
    const [first] = sent?.attachments ?? []
    const attached = Buffer.from(first?.content as ArrayBuffer)
    expect(
      attached.equals(Buffer.from((await app.services.photoFiles.read(names[0] ?? '')) ?? [])),
    ).toBe(true)
    expect((await sharp(attached).metadata()).width).toBe(1600)
    const [ticket] = await own(people.alice)
    expect(ticket?.said).toMatchObject([{ by: 'support', pictures: [{ width: 1600 }, {}] }])
    const id = ticket?.said[0]?.pictures[0]?.id ?? 0
    expect((await people.alice.visit(ticketPicturePath(id))).status).toBe(200)
    expect((await people.bob.visit(ticketPicturePath(id))).status).toBe(404)
    expect((await chosen(number))?.answers).toMatchObject([{ pictures: [{ width: 1600 }, {}] }])
    const { pictures } = await app.db
      .selectFrom('mails')
      .select('pictures')
      .where('kind', '=', 'ticketAnswer')
      .executeTakeFirstOrThrow()
    expect(pictures).toEqual([])
  })

  test('whose picture is gone when it is sent goes out with its words', async () => {
    const number = await ticketOf(people.alice, [])
    await answers(number, [await aPhoto()])
    await app.services.photoFiles.remove(await storedFiles(app))
    await deliverMails(app)
    const sent = smtp.received.find(({ subject }) => subject === 'Our answer to you')
    expect([sent?.text?.includes('Look here.'), sent?.attachments]).toEqual([true, []])
  })

  test('sent twice at once goes out once, with one set of files', async () => {
    const number = await ticketOf(people.alice, [])
    const [files, key] = [[await aPhoto()], crypto.randomUUID()]
    await Promise.all([answers(number, files, { key }), answers(number, files, { key })])
    await answers(number, files, { key })
    expect([(await rows()).length, (await storedFiles(app)).length]).toEqual([1, 1])
    await deliverMails(app)
    expect(smtp.received.filter(({ subject }) => subject === 'Our answer to you')).toHaveLength(1)
  })

  test.each<[what: string, files: () => Promise<File[]>]>([
    ['a file that is no picture', async () => [Buffer.from('no')]],
    ['a fourth one', async () => Array.from({ length: 4 }, () => Buffer.alloc(10))],
  ])('with %s is refused at the field, and nothing is sent', async (_, files) => {
    const number = await ticketOf(people.alice, [])
    await expect(answers(number, await files())).rejects.toMatchObject({
      errors: [{ field: 'pictures' }],
    })
    expect((await tickets())[0]?.closed_at).toBeNull()
    expect(await storedFiles(app)).toEqual([])
  })

  test('to a ticket that is closed keeps no file', async () => {
    const number = await ticketOf(people.alice, [])
    await acts({ act: 'close', id: number })
    await expect(answers(number, [await aPhoto()])).rejects.toMatchObject({ code: 'conflict' })
    expect([await rows(), await storedFiles(app)]).toEqual([[], []])
  })
})

describe('with their ticket', () => {
  const sweep = () => runJob(app, ticketPictureSweepJob)

  test('pictures are in the copy of one’s data', async () => {
    const number = await ticketOf(people.alice, [await aPhoto()])
    await answers(number, [await aPhoto()])
    await ticketOf(people.bob, [await aPhoto()])
    const files = new Map<string, unknown>()
    const services = { ...app.services, collections: collectionsOf(features) }
    for await (const { name, input } of copyOf(services, people.alice.id, async () => undefined))
      files.set(name, input instanceof Uint8Array ? input : (await Array.fromAsync(input)).join(''))
    const names = (await rows()).slice(0, 2).map(({ id }) => `photos/support-${id}.webp`)
    expect([...files.keys()].filter((name) => name.startsWith('photos/support'))).toEqual(names)
    expect(String(files.get('data/support.json'))).toContain(names.join(', '))
  })

  test('stay as long as it after somebody leaves, and go with it', async () => {
    const leaver = await joins(app, { brand: 'adultcrush', username: `Leaver${guests}` })
    const number = await ticketOf(leaver, [await aPhoto()])
    await answers(number, [await aPhoto()])
    await leave(leaver)
    app.clock.advance(15 * DAY)
    await erase(app)
    await datesFiles(app)
    app.clock.advance(DAY)
    await sweep()
    expect(await storedFiles(app)).toHaveLength(2)
    app.clock.advance(366 * DAY)
    await runJob(app, retentionJob)
    await sweep()
    expect([await tickets(), await rows(), await storedFiles(app)]).toEqual([[], [], []])
  })

  test('files without a row are swept, and those with one stay', async () => {
    await ticketOf(guest(), [await aPhoto()], { email: 'gina@example.net' })
    const [kept] = await storedFiles(app)
    await app.services.photoFiles.write(
      new Map([[`${'a'.repeat(32)}-ticket.webp`, new Uint8Array([1])]]),
    )
    await datesFiles(app)
    app.clock.advance(DAY)
    await sweep()
    expect(await storedFiles(app)).toEqual([kept])
  })
})

import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { listOwnTickets } from '#guests/help/own-tickets.contract.ts'
import { ticketPicturePath } from '#guests/help/ticket-pictures.ts'
import { saveTicket } from '#guests/help/tickets.contract.ts'
import { DAY, HOUR, later } from '#lib/clock.ts'
import { app, type Visitor, withApp } from '#tests/support/app.ts'
import { alice, asStaff, bob, type CastMember, eve } from '#tests/support/cast.ts'
import { mailsTo } from '#tests/support/mail.ts'
import { aPhoto, drawnPhoto, storedFiles } from '#tests/support/photos.ts'
import { mailsIn, type SentMail } from '#tests/support/reply-mails.ts'
import { asksSupport, closedFor, ticketsSeen } from '#tests/support/tickets.ts'

/** Files that come with an answer by mail: pictures are kept, anything else is left out. */

withApp({ REPLIES_AT: '127.0.0.1:0' })
let people: Record<'alice' | 'bob' | 'eve', CastMember>
let port: number
beforeAll(async () => {
  const door = await app.listenForMail()
  port = (door?.server.address() as AddressInfo | undefined)?.port ?? 0
  people = { alice: await alice(app), bob: await bob(app), eve: await eve(app) }
})
beforeEach(async () => {
  app.clock.advance(HOUR)
  for (const table of ['tickets', 'mails', 'rate_limits'] as const)
    await app.db.deleteFrom(table).execute()
  await app.services.photoFiles.remove(await storedFiles(app))
  await asStaff(app, people.eve)
})

const mails = (to: string, sent: SentMail = {}) => mailsIn(port, to, sent)
const asks = (visitor: Visitor) => asksSupport(app, visitor)
async function queue() {
  await asStaff(app, people.eve)
  return (await ticketsSeen(people.eve)).tickets
}
const shown = async () =>
  (await queue()).map(({ id, replies }) => [id, replies.map(({ text }) => text)])
/** Where the newest mail of support asks for answers. */
async function addressFor(person = 'alice@example.org'): Promise<string> {
  const mail = (await mailsTo(app, person)).find(({ kind }) => kind.startsWith('ticket'))
  return mail?.headers['Reply-To'] ?? ''
}

type Part = { bytes: Uint8Array | string; head?: readonly string[] }
const type = 'multipart/mixed; boundary=b'
const picture = ['Content-Type: image/jpeg', 'Content-Disposition: attachment; filename="me.jpg"']
const inline = ['Content-Type: image/png', 'Content-Disposition: inline', 'Content-ID: <a>']
const pdf = ['Content-Type: application/pdf', 'Content-Disposition: attachment']
function letter(words: string, ...files: readonly Part[]): SentMail {
  const parts = files.flatMap(({ bytes, head = picture }) => [
    '--b',
    ...head,
    'Content-Transfer-Encoding: base64',
    '',
    (
      Buffer.from(bytes)
        .toString('base64')
        .match(/.{1,76}/g) ?? []
    ).join('\r\n'),
  ])
  const body = ['--b', 'Content-Type: text/plain', '', words, ...parts, '--b--', ''].join('\r\n')
  return { body, type }
}
const told = async (person = 'alice@example.org') =>
  (await mailsTo(app, person)).filter(({ kind }) => kind === 'ticketFiles').map(({ text }) => text)
const first = async () =>
  ((await queue())[0]?.replies ?? []).map(({ text, pictures, filesLeftOut }) => ({
    text,
    pictures: pictures.map(({ width }) => width),
    filesLeftOut,
  }))

test('files that are pictures come with the answer, made anew, and are seen by staff and their member', async () => {
  const id = await asks(people.alice)
  const to = await addressFor()
  const wide = await aPhoto({ width: 3000, height: 1500 })
  const png = await aPhoto({ width: 300, height: 60, format: 'png' })
  expect(await mails(to, letter('See this.', { bytes: wide }, { bytes: png }))).toMatch(/^250/)
  expect(await first()).toEqual([{ text: 'See this.', pictures: [1600, 300], filesLeftOut: 0 }])
  const names = await storedFiles(app)
  expect(names).toHaveLength(2)
  for (const name of names) {
    const bytes = Buffer.from((await app.services.photoFiles.read(name)) ?? [])
    expect((await sharp(bytes).metadata()).format).toBe('webp')
    expect(bytes.toString('latin1')).not.toMatch(/SecretCamera|SecretXmp|Realname/)
  }
  expect(await told()).toEqual([])
  const [notice] = await mailsTo(app, 'support@adultcrush.example')
  expect(notice?.text).toContain('Pictures with it, to be seen in the queue: 2')
  const { tickets } = await people.alice.calls(listOwnTickets)
  expect(tickets).toMatchObject([{ id, said: [{ pictures: [{ width: 1600 }, {}] }] }])
  const seen = tickets[0]?.said[0]?.pictures[0]?.id ?? 0
  const see = (who: Visitor) => who.visit(ticketPicturePath(seen)).then(({ status }) => status)
  expect([await see(people.alice), await see(people.eve), await see(people.bob)]).toEqual([
    200, 200, 404,
  ])
  expect(app.logged.join('')).not.toMatch(/me\.jpg|See this/)
})

test('files of a guest are kept as well, and pictures alone without a word', async () => {
  const gina = app.visitor('wivesnow', { ip: '192.0.2.78' })
  await gina.calls(saveTicket, {
    body: { subject: 'A question', message: 'How?', email: 'gina@example.net' },
  })
  const to = await addressFor('gina@example.net')
  const one = letter('', { bytes: await aPhoto() })
  expect(await mails(to, { ...one, from: 'gina@example.net' })).toMatch(/^250/)
  expect(await first()).toEqual([{ text: '', pictures: [900], filesLeftOut: 0 }])
})

test('files that are pictures alone begin a new ticket where the old one was closed long ago', async () => {
  const id = await asks(people.alice)
  const to = await addressFor()
  await closedFor(app, id, 31)
  const pair = letter('', { bytes: await aPhoto() }, { bytes: 'words', head: pdf })
  expect(await mails(to, pair)).toMatch(/^250/)
  expect((await queue())[0]).toMatchObject({
    message: '',
    pictures: [{ width: 900 }],
    replies: [{ text: '', filesLeftOut: 1 }],
    related: [{ id }],
  })
  const { tickets } = await people.alice.calls(listOwnTickets)
  expect(tickets[0]).toMatchObject({ text: '', pictures: [{ width: 900 }], said: [] })
})

test('files of other kinds are left out, and their sender is told once a day which', async () => {
  const id = await asks(people.alice)
  const to = await addressFor()
  const canvas = { width: 6000, height: 6000, channels: 3, background: '#000' } as const
  const bomb = await sharp({ create: canvas }).png().toBuffer()
  const good = { bytes: await aPhoto({ width: 500 }) }
  const broken = { bytes: (await aPhoto()).subarray(0, 900) }
  const large = { bytes: Buffer.concat([await aPhoto(), Buffer.alloc(8 * 1024 * 1024)]) }
  const others = [
    { bytes: '<svg onload="x">', head: ['Content-Type: image/svg+xml'] },
    { bytes: '%PDF', head: pdf },
  ]
  const sent = letter('See this.', ...others, good, broken, { bytes: bomb }, large, good)
  expect(await mails(to, sent)).toMatch(/^250/)
  expect(await mails(to, letter('And this.', others[1] as Part))).toMatch(/^250/)
  expect((await queue())[0]).toMatchObject({ id })
  expect(await first()).toEqual([
    { text: 'See this.', pictures: [500], filesLeftOut: 6 },
    { text: 'And this.', pictures: [], filesLeftOut: 1 },
  ])
  expect(await storedFiles(app)).toHaveLength(1)
  const [mail = '', ...more] = await told()
  expect(more).toEqual([])
  expect(mail.replaceAll(/\s+/g, ' ')).toContain(
    'with one picture. What was not kept: 2 files that are no pictures, a picture that is too large, a picture more than we take, 2 pictures that we could not read.',
  )
  expect(mail).not.toMatch(/See this|me\.jpg/)
})

test('files among the words are a logo where they are small, and a picture where they are not', async () => {
  await asks(people.alice)
  const logo = { bytes: await aPhoto({ width: 60, height: 60, format: 'png' }), head: inline }
  const shot = { bytes: await drawnPhoto(1), head: inline }
  const related = ['Content-Type: image/png', 'Content-ID: <b>']
  expect(logo.bytes.length).toBeLessThan(20_000)
  expect(shot.bytes.length).toBeGreaterThan(30_000)
  const to = await addressFor()
  expect(await mails(to, letter('See.', logo, shot, { ...logo, head: related }))).toMatch(/^250/)
  expect(await first()).toEqual([{ text: 'See.', pictures: [600], filesLeftOut: 0 }])
  expect(await mails(to, letter('', logo))).toMatch(/^550 .*no words of yours/)
})

test.each<[what: string, sent: () => SentMail, answer: RegExp]>([
  ['a file', () => letter('', { bytes: '%PDF', head: pdf }), /^550 .*pictures alone. Up to 3/],
  [
    'a broken picture',
    () => letter('', { bytes: Buffer.from([0xff, 0xd8, 0xff, 1, 2]) }),
    /^550 .*could read no picture/,
  ],
])('files without a word are refused where there is nothing but %s', async (_, sent, answer) => {
  const id = await asks(people.alice)
  expect(await mails(await addressFor(), sent())).toMatch(answer)
  expect([await shown(), await storedFiles(app)]).toEqual([[[id, []]], []])
})

test('files of a mail that comes twice, or twice at once, are there once', async () => {
  await asks(people.alice)
  const to = await addressFor()
  const same = { ...letter('See.', { bytes: await aPhoto() }), id: '<pictures@mail.example>' }
  const sent = await Promise.all([mails(to, same), mails(to, same)])
  expect(sent.every((one) => one.startsWith('250'))).toBe(true)
  expect(await mails(to, same)).toMatch(/^250/)
  expect(await first()).toEqual([{ text: 'See.', pictures: [900], filesLeftOut: 0 }])
  expect(await storedFiles(app)).toHaveLength(1)
})

test('files are not decoded of somebody else, or after the answers of a day', async () => {
  const id = await asks(people.alice)
  const to = await addressFor()
  const one = letter('See.', { bytes: await aPhoto() })
  const write = app.services.photoFiles.write
  app.services.photoFiles.write = () => Promise.reject(new Error('nothing is to be stored'))
  try {
    expect(await mails(to, { ...one, from: 'bob@example.org' })).toMatch(/^550/)
    await app.db
      .insertInto('rate_limits')
      .values({ key: `ticket-reply:${id}`, hits: 20, window_ends_at: later(app.clock.now(), DAY) })
      .execute()
    expect(await mails(to, one)).toMatch(/^451 .*many mails about this/)
  } finally {
    app.services.photoFiles.write = write
  }
  expect([await shown(), await storedFiles(app)]).toEqual([[[id, []]], []])
})

test('files are asked for again where the store fails, and there is no answer without them', async () => {
  const id = await asks(people.alice)
  const to = await addressFor()
  const one = { ...letter('See.', { bytes: await aPhoto() }), id: '<again@mail.example>' }
  const { write } = app.services.photoFiles
  app.services.photoFiles.write = () => Promise.reject(new Error('the disk is gone'))
  expect(await mails(to, one)).toMatch(/^451/)
  app.services.photoFiles.write = write
  expect(await shown()).toEqual([[id, []]])
  expect(await mails(to, one)).toMatch(/^250/)
  expect(await first()).toMatchObject([{ pictures: [900] }])
})

test('three pictures of 8 MB arrive; more mails at once than memory is for are asked for again', async () => {
  const id = await asks(people.alice)
  const to = await addressFor()
  const large = { bytes: Buffer.concat([await aPhoto(), Buffer.alloc(7_900_000)]) }
  const sent = letter('See.', large, large, large)
  const answers = await Promise.all([1, 2, 3].map(() => mails(to, sent)))
  expect(answers.filter((one) => one.startsWith('250'))).not.toEqual([])
  expect(answers.filter((one) => one.startsWith('451'))).not.toEqual([])
  expect(await mails(to, sent)).toMatch(/^250/)
  expect((await shown())[0]?.[0]).toBe(id)
})

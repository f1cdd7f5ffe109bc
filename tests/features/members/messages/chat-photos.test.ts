import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { UNDO_FOR } from '#core/tasks/verdicts.ts'
import type { Job } from '#jobs/worker.server.ts'
import { DAY, SECOND } from '#lib/clock.ts'
import { matchAction } from '#members/likes/likes.contract.ts'
import { deleteForBoth, reactToMessage } from '#members/messages/acts/acts.contract.ts'
import { chatPhotoDoor } from '#members/messages/chat-photos/chat-photo-door.server.ts'
import { sendChatPhoto } from '#members/messages/chat-photos/chat-photos.contract.ts'
import {
  chatPhotoJob,
  chatPhotoSweepJob,
} from '#members/messages/chat-photos/chat-photos.server.ts'
import { REFUSED_DAYS } from '#members/messages/chat-photos/chat-photos.ts'
import { photoSweepJob } from '#members/photos/files/sweep.server.ts'
import { PHOTO_RULES } from '#members/photos/own/photo-rules.ts'
import { reportAbuse } from '#members/reports/report.contract.ts'
import { brandById } from '#sites/registry.ts'
import { decisionJob } from '#staff/decisions/deciding/decide.server.ts'
import type { PhotoVerdict } from '#staff/decisions/statements/refusal-reasons.ts'
import { getEvidence } from '#staff/evidence/reporters.contract.ts'
import { judgeNewPhoto } from '#staff/queue/console.contract.ts'
import { app, runJob, type Visitor, withApp } from '#tests/support/app.ts'
import {
  blocks,
  type CastMember,
  chatOf,
  inboxOf,
  joins,
  messagesOf,
  worksAs,
  writesTo,
} from '#tests/support/cast.ts'
import { creditsOf, givesCredits } from '#tests/support/credits.ts'
import { erase, leave } from '#tests/support/leaving.ts'
import { aPhoto, datesFiles, drawnPhoto, upload } from '#tests/support/photos.ts'
import { queueOf, takesTask } from '#tests/support/verdicts.ts'

/** A photo that Bob sends Ann in their chat, and what everybody has of it, before and after. */

withApp({ PHOTO_REVIEW: 'staff' })
let Eve: CastMember
let Bob: CastMember
let Ann: CastMember
let number = 0
beforeEach(async () => {
  app.clock.advance(DAY)
  for (const table of ['tasks', 'hash_table', 'photo_hashes', 'chat_photos'] as const)
    await app.db.deleteFrom(table).execute()
  await app.services.photoFiles.remove(await files())
  number += 1
  Eve = await worksAs(app, `ChatEve${number}`)
  Bob = await joins(app, { brand: 'wivesnow', username: `ChatBob${number}`, gender: 'man' })
  Ann = await joins(app, { brand: 'wivesnow', username: `ChatAnn${number}` })
  await match(Bob, Ann)
  for (const member of [Bob, Ann]) await givesCredits(app, member, 5)
})

async function match(one: CastMember, other: CastMember): Promise<void> {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const)
    await acts(from, to, 'like')
}
const acts = (from: CastMember, to: CastMember, action: 'like' | 'unlike') =>
  from.calls(matchAction, { params: { action }, body: { id: to.id } })

type Sent = { photo?: Uint8Array; key?: string; rules?: string; from?: Visitor; to?: number }
async function sends({ photo, key, rules = PHOTO_RULES, from = Bob, to = Ann.id }: Sent = {}) {
  const form = new FormData()
  form.set('id', String(to))
  form.set('rules', rules)
  const bytes = photo ?? (await aPhoto({ width: 600, height: 800 }))
  form.set('photo', new File([new Uint8Array(bytes)], 'photo.jpg', { type: 'image/jpeg' }))
  app.clock.advance(2 * SECOND)
  return from.calls(sendChatPhoto, { form }, key === undefined ? {} : { idempotencyKey: key })
}
const inbox = async (reader: CastMember) => inboxOf(reader, { show: 'all' })
const writes = (from: CastMember, to: CastMember, body: string, replyTo?: number) =>
  writesTo(from, to, body, { replyTo })
const removes = (who: CastMember, messageId: number) =>
  who.calls(deleteForBoth, { body: { messageId } })
const reacts = (who: CastMember, messageId: number) =>
  who.calls(reactToMessage, { body: { messageId, reaction: 'Love' as never } })
const credits = (member = Bob) => creditsOf(app, member)
const run = (job: Job) => runJob(app, job)
const files = async () =>
  (await readdir(`${app.dataDir}/photos`, { recursive: true }).catch(() => []))
    .map((name) => name.split('/').at(-1) ?? '')
    .filter((name) => name.includes('-chat'))
const openTasks = () =>
  app.db
    .selectFrom('tasks')
    .select(['id', 'queue', 'priority', 'subject_id'])
    .where('closed_at', 'is', null)
    .execute()
const events = async (member: CastMember) =>
  (
    await app.db
      .selectFrom('member_events')
      .select('event')
      .where('member_id', '=', member.id)
      .execute()
  ).map(({ event }) => JSON.stringify(event))

/** Asks the media host for a file as somebody. */
async function look(address: string, as: Pick<Visitor, 'cookies'> | null): Promise<Response> {
  const url = new URL(address)
  const headers = new Headers()
  if (as)
    headers.set('Cookie', [...as.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
  const brand = brandById(url.hostname.split('.')[1] ?? '')
  if (!brand || !chatPhotoDoor.isAt(url.pathname)) throw new Error(`nothing is at ${address}`)
  const request = new Request(address, { headers })
  return chatPhotoDoor.open(app.services, {
    request,
    url,
    host: { brand },
  } as unknown as Parameters<typeof chatPhotoDoor.open>[1])
}

type PhotoQueue = 'chatPhotos' | 'chatPhotoMatches' | 'reports' | 'photos'
const takes = (...queues: PhotoQueue[]) => takesTask(Eve, ...queues)
const room = (queue: PhotoQueue) => queueOf(Eve, queue)
async function held(queue: PhotoQueue = 'chatPhotos') {
  await takes(queue)
  const { held: task } = await room(queue)
  if (!task?.photo) throw new Error('no photo to take')
  return { id: task.id, key: task.photo.key, photo: task.photo }
}
const says = (
  { id, key }: { id: number; key: string },
  verdict: PhotoVerdict,
  queue: Exclude<PhotoQueue, 'reports'> = 'chatPhotos',
) => Eve.calls(judgeNewPhoto, { body: { queue, id, key, verdict } })
async function takesEffect(): Promise<void> {
  app.clock.advance(UNDO_FOR)
  await run(decisionJob)
}
async function judged(verdict: PhotoVerdict): Promise<void> {
  await says(await held(), verdict)
  await takesEffect()
}

describe('a photo in a chat', () => {
  test('is there for its sender at once, and for the other only once it is approved', async () => {
    const before = await inbox(Ann)
    const told = await events(Ann)
    const { message, currentCredits } = await sends()
    expect(message).toMatchObject({
      isMine: true,
      kind: 'photo',
      body: `It waits to be checked. ${Ann.username} sees nothing of it before that.`,
      photo: { isHeld: true, image: { width: 272, height: 363 } },
    })
    expect(currentCredits).toBe(4)
    expect(await messagesOf(Bob, Ann)).toEqual([message])
    // Of the other: no message, no row, no count, no hint.
    expect(await messagesOf(Ann, Bob)).toEqual([])
    expect(await inbox(Ann)).toEqual(before)
    expect(await events(Ann)).toEqual(told)
    await judged('approve')
    const [there, ...more] = await messagesOf(Ann, Bob)
    expect(more).toEqual([])
    expect(there).toMatchObject({ isMine: false, body: '', photo: { isHeld: false } })
    expect((await inbox(Ann)).conversations[0]).toMatchObject({
      unread: 1,
      snippet: { text: 'Photo', isMine: false },
    })
    expect((await events(Ann)).some((event) => event.includes('"message"'))).toBe(true)
    expect(await messagesOf(Bob, Ann)).toMatchObject([{ id: there?.id, photo: { isHeld: false } }])
    // It is in no profile.
    const photos = await app.db
      .selectFrom('photos')
      .select('id')
      .where('account_id', '=', Bob.id)
      .execute()
    expect(photos).toEqual([])
    expect(await credits()).toBe(4)
  })

  test('arrives after what was written meanwhile, as any message does', async () => {
    await sends()
    await writes(Bob, Ann, 'Have you got it?')
    expect((await messagesOf(Bob, Ann)).map(({ kind }) => kind)).toEqual(['photo', 'text'])
    expect((await messagesOf(Ann, Bob)).map(({ kind }) => kind)).toEqual(['text'])
    await judged('approve')
    for (const [reader, other] of [
      [Bob, Ann],
      [Ann, Bob],
    ] as const)
      expect((await messagesOf(reader, other)).map(({ kind }) => kind)).toEqual(['text', 'photo'])
    expect((await inbox(Ann)).conversations[0]?.unread).toBe(2)
  })

  test('refused, it is not sent on: its sender reads why, and has the credit back, once', async () => {
    await sends()
    await judged('contact')
    const [one] = await messagesOf(Bob, Ann)
    expect(one).toMatchObject({
      body: 'It was not sent on. The photo gives away an address or a number, or advertises something.',
      photo: { isHeld: true, large: null },
    })
    expect(await messagesOf(Ann, Bob)).toEqual([])
    expect(await credits()).toBe(5)
    await removes(Bob, one?.id ?? 0)
    expect(await credits()).toBe(5)
    expect(await messagesOf(Bob, Ann)).toEqual([])
    expect(await files()).toEqual([])
  })

  test('is worked on before photos of profiles', async () => {
    await upload(Ann, await drawnPhoto(number))
    await sends()
    await takes('photos', 'chatPhotos')
    expect((await room('chatPhotos')).held?.photo).toMatchObject({
      kind: 'chatPhoto',
      isCompared: true,
    })
  })

  test('sent twice with one key, and at the same moment, it is one and paid once', async () => {
    const photo = await aPhoto({ width: 300, height: 400 })
    const both = await Promise.all([sends({ photo, key: 'one' }), sends({ photo, key: 'one' })])
    expect(both[0].message.id).toBe(both[1].message.id)
    expect((await sends({ photo, key: 'one' })).message.id).toBe(both[0].message.id)
    expect(await messagesOf(Bob, Ann)).toHaveLength(1)
    expect(await credits()).toBe(4)
    expect(await files()).toHaveLength(2)
    await expect(sends({ key: 'one', photo: await drawnPhoto(7) })).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  test('costs what a message does, and nothing is stored without it', async () => {
    const poor = await joins(app, {
      brand: 'wivesnow',
      username: `ChatPoor${number}`,
      gender: 'man',
    })
    await match(poor, Ann)
    await expect(sends({ from: poor })).rejects.toMatchObject({ code: 'noCredits' })
    const standard = await joins(app, { brand: 'adultcrush', username: `ChatStd${number}` })
    await match(standard, Ann)
    await expect(sends({ from: standard })).rejects.toMatchObject({ code: 'needsPremium' })
    expect(await files()).toEqual([])
  })
})

describe('what is no photo between two who have a match', () => {
  test('is refused: without a match, after it, from somebody blocked, to oneself, to nobody', async () => {
    const stranger = await joins(app, { brand: 'wivesnow', username: `ChatStr${number}` })
    await expect(sends({ to: stranger.id })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(sends({ to: Bob.id })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(sends({ to: 999_999 })).rejects.toMatchObject({ code: 'unavailable' })
    await expect(sends({ rules: '' })).rejects.toMatchObject({ code: 'invalid' })
    await acts(Ann, Bob, 'unlike')
    await expect(sends()).rejects.toMatchObject({ code: 'forbidden' })
    expect((await chatOf(Bob, Ann)).isMatch).toBe(false)
    await blocks(Ann, Bob)
    await expect(sends()).rejects.toMatchObject({ code: 'unavailable' })
    expect(await openTasks()).toEqual([])
    expect(await files()).toEqual([])
    expect(await credits()).toBe(5)
  })

  test.each([
    ['words', new TextEncoder().encode('not a picture')],
    ['nothing', new Uint8Array()],
    ['a page', new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['more than 15 MB', new Uint8Array(15 * 1024 * 1024 + 1)],
  ])('is refused: %s', async (_, photo) => {
    await expect(sends({ photo })).rejects.toMatchObject({
      code: expect.stringMatching(/^(invalid|tooLarge)$/),
    })
    expect(await files()).toEqual([])
    expect(await credits()).toBe(5)
  })

  test('has nothing of the place or the camera in its files', async () => {
    const plain = await aPhoto({ width: 600, height: 800 })
    const tagged = await sharp(plain)
      .withExif({ IFD0: { Model: 'Camera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .jpeg()
      .toBuffer()
    const { message } = await sends({ photo: tagged })
    const bytes = await (await look(message.photo?.large ?? '', Bob)).arrayBuffer()
    const { exif, width } = await sharp(Buffer.from(bytes)).metadata()
    expect([exif, width]).toEqual([undefined, 600])
  })
})

describe('its addresses', () => {
  test('show it to its sender while it waits, to the other afterwards, and to nobody else', async () => {
    const { message } = await sends()
    const sender = message.photo?.large ?? ''
    expect((await look(sender, Bob)).status).toBe(200)
    expect((await look(message.photo?.image.src ?? '', Bob)).status).toBe(200)
    const stranger = await joins(app, { brand: 'wivesnow', username: `ChatThird${number}` })
    for (const who of [Ann, stranger, null]) expect((await look(sender, who)).status).toBe(404)
    await judged('approve')
    const [there] = await messagesOf(Ann, Bob)
    const hers = there?.photo?.large ?? ''
    expect((await look(hers, Ann)).headers.get('Cache-Control')).toBe('private, no-cache')
    expect((await look(hers, Ann)).status).toBe(200)
    for (const who of [Bob, stranger, null]) expect((await look(hers, who)).status).toBe(404)
    // On the other brand, and a day later, it is another address; the same one within the day.
    expect((await look(hers.replace('wivesnow', 'adultcrush'), Ann)).status).toBe(404)
    expect((await messagesOf(Ann, Bob))[0]?.photo?.large).toBe(hers)
    await blocks(Ann, Bob)
    expect((await look(hers, Ann)).status).toBe(404)
    expect((await look(sender, Bob)).status).toBe(404)
  })

  test('refused or deleted, nobody has it', async () => {
    const first = (await sends()).message.photo?.large ?? ''
    await judged('nobody')
    expect((await look(first, Bob)).status).toBe(404)
    await sends({ photo: await drawnPhoto(3) })
    await judged('approve')
    const there = (await messagesOf(Ann, Bob))[0]
    await removes(Bob, there?.id ?? 0)
    expect((await look(there?.photo?.large ?? '', Ann)).status).toBe(404)
  })
})

describe('while it waits', () => {
  test('it is taken back with its task, its files and what it cost', async () => {
    const { message } = await sends()
    expect(await openTasks()).toMatchObject([{ queue: 'chatPhotos', subject_id: message.id }])
    // After the quarter of an hour of messages, too.
    app.clock.advance(DAY)
    await expect(removes(Ann, message.id)).rejects.toMatchObject({ code: 'notFound' })
    await removes(Bob, message.id)
    expect(await openTasks()).toEqual([])
    expect(await files()).toEqual([])
    expect(await credits()).toBe(5)
    expect(await messagesOf(Bob, Ann)).toEqual([])
    expect(await messagesOf(Ann, Bob)).toEqual([])
    await expect(removes(Bob, message.id)).rejects.toMatchObject({ code: 'notFound' })
  })

  test('taken back after staff have approved it, it never arrives', async () => {
    const { message } = await sends()
    await says(await held(), 'approve')
    await removes(Bob, message.id)
    await takesEffect()
    expect(await messagesOf(Ann, Bob)).toEqual([])
    expect(await credits()).toBe(5)
  })

  test('approved and taken back at the same moment, it is one or the other', async () => {
    const { message } = await sends()
    await says(await held(), 'approve')
    app.clock.advance(UNDO_FOR)
    const [taken] = await Promise.allSettled([removes(Bob, message.id), run(decisionJob)])
    const isTaken = taken.status === 'fulfilled'
    expect(await messagesOf(Ann, Bob)).toHaveLength(isTaken ? 0 : 1)
    expect(await credits()).toBe(isTaken ? 5 : 4)
  })

  test('nobody answers it, reacts to it or reports it', async () => {
    const { message } = await sends()
    for (const who of [Ann, Bob]) {
      await expect(reacts(who, message.id)).rejects.toMatchObject({
        code: expect.stringMatching(/notFound|invalid/),
      })
      const other = who === Ann ? Bob : Ann
      await expect(writes(who, other, 'Lovely', message.id)).rejects.toMatchObject({
        code: 'notFound',
      })
    }
    await expect(
      Ann.calls(reportAbuse, {
        body: { id: Bob.id, message: message.id, reason: 'photos', details: '' } as never,
      }),
    ).rejects.toMatchObject({ code: 'notFound' })
  })

  test('the two have no match any more: it ends, also where staff approve it', async () => {
    await sends()
    const task = await held()
    await acts(Ann, Bob, 'unlike')
    await says(task, 'approve')
    await takesEffect()
    expect(await messagesOf(Ann, Bob)).toEqual([])
    expect(await messagesOf(Bob, Ann)).toMatchObject([
      {
        body: expect.stringContaining('people with whom you have a match'),
        photo: { large: null },
      },
    ])
    expect(await credits()).toBe(5)
    await run(chatPhotoSweepJob)
    app.clock.advance(8 * DAY)
    await run(chatPhotoJob)
    expect(await messagesOf(Bob, Ann)).toEqual([])
    await datesFiles(app)
    await run(chatPhotoSweepJob)
    expect(await files()).toEqual([])
  })

  test('the other blocks: it ends without staff', async () => {
    await sends()
    await blocks(Ann, Bob)
    await run(chatPhotoJob)
    expect(await openTasks()).toEqual([])
    expect(await credits()).toBe(5)
  })

  test('its sender leaves: nothing arrives, and nothing is kept', async () => {
    await sends()
    const task = await held()
    await says(task, 'approve')
    await leave(Bob)
    await takesEffect()
    expect(
      await app.db.selectFrom('messages').select('id').where('sender_id', '=', Bob.id).execute(),
    ).toEqual([])
    app.clock.advance(40 * DAY)
    await erase(app)
    const left = await app.db
      .selectFrom('chat_photos')
      .select('id')
      .where('account_id', '=', Bob.id)
      .execute()
    expect(left).toEqual([])
    await datesFiles(app)
    await run(chatPhotoSweepJob)
    expect(await files()).toEqual([])
  })
})

describe('once it is there', () => {
  const arrives = async () => {
    await sends()
    await judged('approve')
    const id = (await messagesOf(Ann, Bob)).at(-1)?.id ?? 0
    return id
  }

  test('it is answered, and quoted as a photo; deleted for both, the quote says so', async () => {
    const id = await arrives()
    await writes(Ann, Bob, 'Lovely', id)
    expect((await messagesOf(Bob, Ann)).at(-1)?.replyTo).toMatchObject({ id, text: 'Photo' })
    await removes(Bob, id)
    expect((await messagesOf(Ann, Bob)).map(({ kind }) => kind)).toEqual(['deleted', 'text'])
    expect((await messagesOf(Ann, Bob)).at(-1)?.replyTo?.text).toBe('This message was deleted')
    expect((await inbox(Ann)).conversations[0]?.unread).toBe(0)
    expect(await files()).toEqual([])
    expect(await credits()).toBe(4)
  })

  test('reported, it is evidence: also after it is deleted and its sender has erased all', async () => {
    const id = await arrives()
    await Ann.calls(reportAbuse, {
      body: { id: Bob.id, message: id, reason: 'photos', details: '' } as never,
    })
    await removes(Bob, id)
    await datesFiles(app)
    await run(chatPhotoSweepJob)
    await run(photoSweepJob)
    await takes('reports')
    const task = (await room('reports')).held?.id ?? 0
    const evidence = await Eve.calls(getEvidence, { query: { task } })
    expect(evidence.messages).toMatchObject([
      { isReported: true, kind: 'photo', picture: expect.stringMatching(/^data:image\/webp/) },
    ])
    const accesses = await app.db
      .selectFrom('audit_log')
      .select('details')
      .where('subject_id', '=', Bob.id)
      .where('actor_id', '=', Eve.id)
      .execute()
    expect(JSON.stringify(accesses)).toContain('messages')
  })

  test('it stays through the sweeps of files', async () => {
    const id = await arrives()
    await datesFiles(app)
    await run(photoSweepJob)
    await run(chatPhotoSweepJob)
    expect(await files()).toHaveLength(2)
    expect((await look((await messagesOf(Ann, Bob))[0]?.photo?.large ?? '', Ann)).status).toBe(200)
    expect(id).toBeGreaterThan(0)
  })
})

describe('a picture that a list knows', () => {
  test('waits for leads alone, and its sender is told nothing of it', async () => {
    const photo = await drawnPhoto(11)
    await sends({ photo })
    const known = await app.db
      .selectFrom('chat_photos')
      .select(['pdq', 'sha256'])
      .where('account_id', '=', Bob.id)
      .executeTakeFirstOrThrow()
    await removes(Bob, (await messagesOf(Bob, Ann))[0]?.id ?? 0)
    await app.db
      .insertInto('hash_table')
      .values({
        kind: 'sha256',
        hash: known.sha256 as Buffer,
        list: 'file',
        action: 'hold',
        why: 'listed',
        added_at: app.clock.now(),
      })
      .execute()
    const { message } = await sends({ photo })
    expect(message.body).toContain('It waits to be checked')
    expect(await openTasks()).toMatchObject([{ queue: 'chatPhotoMatches', priority: 90 }])
    const rows = await app.db
      .selectFrom('chat_photos')
      .select('findings')
      .where('id', '=', message.id)
      .executeTakeFirstOrThrow()
    expect(rows.findings).toMatchObject([{ kind: 'hold' }])
    // Not ended by the two having no match any more.
    await acts(Ann, Bob, 'unlike')
    await run(chatPhotoJob)
    expect(await openTasks()).toHaveLength(1)
  })
})

test('a refused one is deleted when its time for an objection is over', async () => {
  await sends()
  await judged('nobody')
  app.clock.advance(REFUSED_DAYS * DAY - DAY)
  await run(chatPhotoJob)
  expect(await files()).toHaveLength(2)
  app.clock.advance(2 * DAY)
  await run(chatPhotoJob)
  expect(await files()).toEqual([])
  const left = await app.db.selectFrom('chat_photos').select('id').execute()
  expect(left).toEqual([])
})

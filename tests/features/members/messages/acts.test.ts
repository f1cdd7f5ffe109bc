import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Given } from '#api/contract.ts'
import { leaseNext } from '#core/tasks/leases.sql.ts'
import { DAY, MINUTE, SECOND } from '#lib/clock.ts'
import { deleteForBoth, reactToMessage } from '#members/messages/acts/acts.contract.ts'
import { whoWaits } from '#members/messages/inbox/waiting.contract.ts'
import { messagingCollections } from '#members/messages/leaving.sql.ts'
import { chatMessages, revealMessage } from '#members/messages/messages.contract.ts'
import { sendViewOnce } from '#members/messages/view-once/view-once.contract.ts'
import { viewOnceName } from '#members/messages/view-once/view-once.ts'
import { recordingName } from '#members/messages/voice/recordings.ts'
import { sendVoice } from '#members/messages/voice/voice.contract.ts'
import { DELETABLE_FOR, DELETED, HIDDEN } from '#members/messages/writing/rules.ts'
import { PHOTO_RULES } from '#members/photos/own/photo-rules.ts'
import { blockUser } from '#members/reports/blocks/block.contract.ts'
import { grantCredits } from '#money/credits/credits.sql.ts'
import { getEvidence } from '#staff/evidence/reporters.contract.ts'
import { app, refusedWith, setsAccount, withApp } from '#tests/support/app.ts'
import {
  asStaff,
  becomesPremium,
  type CastMember,
  inboxOf,
  joins,
  reportsMember,
  tickersOf,
  writesTo,
} from '#tests/support/cast.ts'
import { aPhoto, storedFiles } from '#tests/support/photos.ts'
import { tone } from '#tests/support/sounds.ts'

/** What one does with one message: react, answer, report, delete for both. */

withApp()
let Alice: CastMember
let Bob: CastMember
let Eve: CastMember
let number = 0
beforeAll(async () => {
  Eve = await joins(app, { brand: 'adultcrush', username: 'Eve', staff: true })
})
beforeEach(async () => {
  number += 1
  app.clock.advance(DAY)
  for (const table of ['reports', 'tasks'] as const) await app.db.deleteFrom(table).execute()
  Alice = await comes('Alice')
  Bob = await comes('Bob')
  for (const one of [Alice, Bob]) await becomesPremium(app, one)
})

const comes = (name: string, brand = 'adultcrush') =>
  joins(app, { brand, username: `${name}${number}` })

async function writes(from: CastMember, to: CastMember, body: string, replyTo?: number) {
  app.clock.advance(SECOND)
  const { message } = await writesTo(from, to, body, { replyTo })
  return message
}
const reads = (
  reader: CastMember,
  other: CastMember,
  more: Partial<Given<typeof chatMessages>['query']> = {},
) => reader.calls(chatMessages, { query: { id: other.id, ...more } })
const sees = async (reader: CastMember, other: CastMember, id: number) =>
  (await reads(reader, other)).messages.find((one) => one.id === id)
type Reacting = Given<typeof reactToMessage>['body']['reaction']
const reacts = (who: CastMember, messageId: number, reaction: Reacting = 'love') =>
  who.calls(reactToMessage, { body: { messageId, reaction } })
const deletes = (who: CastMember, messageId: number) =>
  who.calls(deleteForBoth, { body: { messageId } })
const reports = (who: CastMember, about: CastMember, message: number) =>
  reportsMember(who, about, { message, reason: 'harassment' })
const blocks = (who: CastMember, other: CastMember) =>
  who.calls(blockUser, { body: { id: other.id, action: 'block', also: [] } })
const inbox = async (who: CastMember, q = '') => (await inboxOf(who, { q })).conversations
const unread = async (who: CastMember) => (await tickersOf(who)).newMessages
const evidence = async () => {
  await asStaff(app, Eve)
  const task = await app.transaction((trx) => leaseNext(trx, 'reports', Eve.id, app.clock.now()))
  return Eve.calls(getEvidence, { query: { task: task?.id ?? expect.fail('there is no task') } })
}

const refusal = async (call: Promise<unknown>) =>
  (await refusedWith(call))?.code ?? 'was not refused'

async function listens(member: CastMember): Promise<unknown[]> {
  const { body } = await member.request('/event/stream')
  const hints: unknown[] = []
  void (async () => {
    for await (const chunk of body ?? [])
      for (const [, data = ''] of new TextDecoder().decode(chunk).matchAll(/^data: (.*)$/gm))
        hints.push(JSON.parse(data))
  })()
  await vi.waitFor(() => expect(hints).toContainEqual({ type: 'ready' }))
  return hints
}

describe('a reaction', () => {
  test('is seen by both, one of each member; another takes its place, none takes it back', async () => {
    const { id } = await writes(Bob, Alice, 'I baked bread')
    await reacts(Alice, id)
    await reacts(Bob, id, 'wow')
    expect((await sees(Alice, Bob, id))?.reactions).toEqual({ mine: 'love', theirs: 'wow' })
    const { next } = await reacts(Alice, id, 'funny')
    expect(next).toBe(`/messages?with=${Bob.id}&hit=${id}#hit`)
    expect((await sees(Bob, Alice, id))?.reactions).toEqual({ mine: 'wow', theirs: 'funny' })
    await reacts(Alice, id, '')
    await reacts(Alice, id, '')
    expect((await sees(Bob, Alice, id))?.reactions).toEqual({ mine: 'wow', theirs: null })
    expect((await inbox(Bob))[0]).toMatchObject({ unread: 0, snippet: { text: 'I baked bread' } })
  })

  test('is told to both over the stream, and is no news of its own', async () => {
    const { id } = await writes(Bob, Alice, 'I baked bread')
    const [hers, his] = [await listens(Alice), await listens(Bob)]
    await reacts(Alice, id)
    await vi.waitFor(() => {
      expect(his).toContainEqual({ type: 'changed', otherId: Alice.id, messageId: id })
      expect(hers).toContainEqual({ type: 'changed', otherId: Bob.id, messageId: id })
    })
    expect(await unread(Bob)).toBe(0)
  })

  test('twice at once is one', async () => {
    const { id } = await writes(Bob, Alice, 'I baked bread')
    await Promise.all([reacts(Alice, id), reacts(Alice, id), reacts(Alice, id, 'wow')])
    const rows = await app.db
      .selectFrom('message_reactions')
      .select('reaction')
      .where('message_id', '=', id)
      .execute()
    expect(rows).toHaveLength(1)
  })

  test('is not for a stranger, nor after a block, nor to what is deleted or never was', async () => {
    const { id } = await writes(Bob, Alice, 'I baked bread')
    const stranger = await comes('Stranger')
    await becomesPremium(app, stranger)
    expect(await refusal(reacts(stranger, id))).toBe('notFound')
    expect(await refusal(reacts(Alice, id + 1000))).toBe('notFound')
    await deletes(Bob, id)
    expect(await refusal(reacts(Alice, id))).toBe('notFound')
    const other = await writes(Bob, Alice, 'And butter')
    await blocks(Bob, Alice)
    expect([await refusal(reacts(Alice, other.id)), await refusal(reacts(Bob, other.id))]).toEqual([
      'notFound',
      'notFound',
    ])
  })

  test('is not to a message that one cannot read, nor seen on it', async () => {
    const standard = await comes('Standard')
    const { id } = await writes(Bob, standard, 'A secret')
    await reacts(Bob, id)
    expect(await refusal(reacts(standard, id))).toBe('needsPremium')
    expect((await sees(standard, Bob, id))?.reactions).toEqual({ mine: null, theirs: null })
    await standard.calls(revealMessage, { body: { messageId: id } })
    await reacts(standard, id)
    expect((await sees(standard, Bob, id))?.reactions).toEqual({ mine: 'love', theirs: 'love' })
  })

  test('is one of six, from somebody who is signed in on this brand', async () => {
    const { id } = await writes(Bob, Alice, 'I baked bread')
    const post = (who: Pick<CastMember, 'posts'>, reaction: unknown) =>
      who.posts('/message/react', { messageId: id, reaction })
    for (const reaction of ['eggplant', null, 7, 'love'.repeat(1000)])
      expect((await post(Alice, reaction)).status).toBe(422)
    expect((await post(app.visitor('adultcrush'), 'love')).status).toBe(401)
    const elsewhere = app.visitor('wivesnow')
    elsewhere.cookies.set('session', Alice.cookies.get('session') ?? '')
    expect((await post(elsewhere, 'love')).status).toBe(401)
    expect((await sees(Bob, Alice, id))?.reactions.theirs).toBeNull()
  })

  test('comes with a chat of thirty messages in no more statements than with one', async () => {
    const { id } = await writes(Bob, Alice, 'The first')
    const executor = app.db.getExecutor()
    const statements = async () => {
      const asked = vi.spyOn(executor, 'executeQuery')
      await reads(Alice, Bob)
      const texts = asked.mock.calls.map(([{ sql }]) => sql)
      asked.mockRestore()
      return texts.filter((text) => text.includes('message'))
    }
    const one = await statements()
    for (let n = 0; n < 35; n += 1) {
      const message = await writes(Bob, Alice, `Message ${n}`, id)
      await reacts(Alice, message.id)
    }
    const { messages } = await reads(Alice, Bob)
    expect(messages.map(({ replyTo, reactions }) => [replyTo?.id, reactions.mine])).toEqual(
      Array.from({ length: 30 }, () => [id, 'love']),
    )
    expect(one.length).toBeGreaterThan(0)
    expect((await statements()).toSorted()).toEqual(one.toSorted())
  })
})

describe('an answer', () => {
  test('quotes the message, before it is sent, once it is, and for the other', async () => {
    const first = await writes(Bob, Alice, 'What do you read?')
    const quote = { id: first.id, isMine: false, text: 'What do you read?', isMasked: false }
    expect((await reads(Alice, Bob, { reply: first.id })).replyTo).toEqual(quote)
    const answer = await writes(Alice, Bob, 'Maps', first.id)
    expect(answer.replyTo).toEqual(quote)
    expect((await sees(Bob, Alice, answer.id))?.replyTo).toEqual({ ...quote, isMine: true })
    const long = await writes(Bob, Alice, 'é'.repeat(500))
    expect((await writes(Alice, Bob, 'Long', long.id)).replyTo?.text).toBe(`${'é'.repeat(160)}…`)
  })

  test('is to a message of the same conversation', async () => {
    const Carol = await comes('Carol')
    const elsewhere = await writes(Bob, Carol, 'For Carol alone')
    expect(await refusal(writes(Alice, Bob, 'Oh?', elsewhere.id))).toBe('notFound')
    expect(await refusal(writes(Bob, Alice, 'Look', elsewhere.id))).toBe('notFound')
    expect(await refusal(writes(Alice, Bob, 'Oh?', 999_999))).toBe('notFound')
    expect(await inbox(Alice)).toEqual([])
    await writes(Alice, Bob, 'Hello')
    expect((await reads(Alice, Bob, { reply: elsewhere.id })).replyTo).toBeNull()
  })

  test('says that what it quotes was deleted, or is gone with its writer', async () => {
    const first = await writes(Bob, Alice, 'What do you read?')
    const answer = await writes(Alice, Bob, 'Maps', first.id)
    await deletes(Bob, first.id)
    const gone = { id: first.id, text: DELETED, isMasked: false }
    expect((await sees(Alice, Bob, answer.id))?.replyTo).toEqual({ ...gone, isMine: false })
    expect((await reads(Alice, Bob, { reply: first.id })).replyTo).toMatchObject(gone)
    // Whoever has begun to answer it still does.
    expect((await writes(Alice, Bob, 'And books', first.id)).replyTo).toMatchObject(gone)
    await app.db.deleteFrom('messages').where('id', '=', first.id).execute()
    expect((await sees(Bob, Alice, answer.id))?.replyTo).toMatchObject(gone)
  })

  test('quotes nothing that its reader may not read', async () => {
    const first = await writes(Bob, Alice, 'A secret')
    const answer = await writes(Alice, Bob, 'Oh', first.id)
    await setsAccount(app, Alice, { premium_until: app.clock.now() })
    const masked = { id: first.id, isMine: false, text: HIDDEN, isMasked: true }
    const { messages, replyTo } = await reads(Alice, Bob, { reply: first.id })
    expect(messages.find(({ id }) => id === answer.id)?.replyTo).toEqual(masked)
    expect(replyTo).toEqual(masked)
    expect(JSON.stringify(messages)).not.toContain('A secret')
    expect((await sees(Bob, Alice, answer.id))?.replyTo).toMatchObject({ text: 'A secret' })
  })
})

describe('deleted for both', () => {
  test('both see that there was a message; nobody finds, reads or hears of what it said', async () => {
    await writes(Bob, Alice, 'Good evening')
    const { id } = await writes(Bob, Alice, 'My number is a secret')
    const answer = await writes(Bob, Alice, 'Call me', id)
    await reacts(Alice, id)
    await reads(Alice, Bob)
    expect([await unread(Alice), (await inbox(Alice))[0]?.unread]).toEqual([3, 3])
    const hints = await listens(Alice)
    await deletes(Bob, answer.id)
    const { next } = await deletes(Bob, id)
    expect(next).toBe(`/messages?with=${Alice.id}&hit=${id}#hit`)
    for (const [reader, other] of [
      [Alice, Bob],
      [Bob, Alice],
    ] as const) {
      expect(await sees(reader, other, id)).toMatchObject({
        kind: 'deleted',
        body: DELETED,
        reactions: { mine: null, theirs: null },
        replyTo: null,
      })
      expect((await inbox(reader))[0]?.snippet).toMatchObject({ text: DELETED, isMasked: false })
      expect(await inbox(reader, 'number is a secret')).toEqual([])
    }
    expect([await unread(Alice), (await inbox(Alice))[0]?.unread]).toEqual([1, 1])
    await vi.waitFor(() =>
      expect(hints).toContainEqual({ type: 'changed', otherId: Bob.id, messageId: id }),
    )
    const { rows } = messagingCollections.find(({ name }) => name === 'messages') ?? expect.fail()
    const copied = await Array.fromAsync(rows(app.db, Alice.id, app.clock.now()))
    expect(copied).toContainEqual(
      expect.objectContaining({ message: id, text: '', isDeleted: true }),
    )
    expect(JSON.stringify(copied)).not.toContain('secret')
  })

  test('of what was read before, nothing is counted down', async () => {
    const { id } = await writes(Bob, Alice, 'Read')
    await Alice.posts('/message/markAsRead', { id: Bob.id, upTo: id })
    const later = await writes(Bob, Alice, 'Unread')
    await deletes(Bob, id)
    expect((await inbox(Alice))[0]?.unread).toBe(1)
    await deletes(Bob, later.id)
    expect([(await inbox(Alice))[0]?.unread, await unread(Alice)]).toEqual([0, 0])
  })

  test('nobody is waited for any more who has deleted all that they wrote', async () => {
    const first = await writes(Bob, Alice, 'Hello')
    const second = await writes(Bob, Alice, 'Hello?')
    const waiting = async () =>
      (await Alice.calls(whoWaits, { query: {} })).waiting.map(({ since }) => since)
    await deletes(Bob, first.id)
    expect(await waiting()).toEqual([second.sentAt])
    await deletes(Bob, second.id)
    expect(await waiting()).toEqual([])
  })

  test('within fifteen minutes, and not a second later', async () => {
    const first = await writes(Bob, Alice, 'Hello')
    app.clock.advance(DELETABLE_FOR)
    await deletes(Bob, first.id)
    const second = await writes(Bob, Alice, 'Hello again')
    app.clock.advance(DELETABLE_FOR + SECOND)
    await expect(deletes(Bob, second.id)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('within 15 minutes') as string,
    })
    expect(await sees(Alice, Bob, second.id)).toMatchObject({ body: 'Hello again' })
    // Again, as after an answer that was lost, however late.
    await deletes(Bob, first.id)
  })

  test('by its sender alone, also by both at once, and counts once', async () => {
    await writes(Bob, Alice, 'One')
    const { id } = await writes(Bob, Alice, 'Two')
    const asked = [deletes(Alice, id), deletes(Bob, id), deletes(Bob, id), reacts(Alice, id)]
    const [hers, his, again] = await Promise.all(asked.map(refusal))
    expect([hers, his, again]).toEqual(['notFound', 'was not refused', 'was not refused'])
    expect((await inbox(Alice))[0]?.unread).toBe(1)
    expect((await sees(Alice, Bob, id))?.reactions.mine).toBeNull()
  })

  test('not by a stranger, nor across a block, nor without a session', async () => {
    const { id } = await writes(Bob, Alice, 'Hello')
    expect(await refusal(deletes(await comes('Stranger'), id))).toBe('notFound')
    await blocks(Alice, Bob)
    expect(await refusal(deletes(Bob, id))).toBe('notFound')
    const { status } = await app
      .visitor('adultcrush')
      .posts('/message/deleteForBoth', { messageId: id })
    expect(status).toBe(401)
  })

  test('a masked one says so without being revealed, and takes no reveal', async () => {
    const standard = await comes('Standard')
    const { id } = await writes(Bob, standard, 'A secret')
    await deletes(Bob, id)
    const chat = await reads(standard, Bob)
    expect(chat.messages).toMatchObject([{ kind: 'deleted', body: DELETED, isMasked: false }])
    expect(chat.revealsLeft).toBe(1)
    expect(await refusal(standard.calls(revealMessage, { body: { messageId: id } }))).toBe(
      'notFound',
    )
  })

  test('a credit is not given back', async () => {
    const [Bea, Cat] = [await comes('Bea', 'wivesnow'), await comes('Cat', 'wivesnow')]
    await app.transaction((trx) =>
      grantCredits(trx, Bea.id, {
        credits: 5,
        source: 'grant',
        reference: `acts:${number}`,
        expiresAt: null,
        at: app.clock.now(),
      }),
    )
    const left = async () =>
      (await (await Bea.request('/profile/currentCreditsInfo')).json()) as unknown
    const { id } = await writes(Bea, Cat, 'Hello')
    const before = await left()
    await deletes(Bea, id)
    expect(await left()).toEqual(before)
  })
})

describe('the files of what is deleted', () => {
  let Ida: CastMember
  let Jon: CastMember
  beforeEach(async () => {
    ;[Ida, Jon] = [await comes('Ida', 'megaflirt'), await comes('Jon', 'megaflirt')]
    for (const one of [Ida, Jon]) await becomesPremium(app, one)
    await app.transaction((trx) =>
      grantCredits(trx, Ida.id, {
        credits: 50,
        source: 'grant',
        reference: `files:${number}`,
        expiresAt: null,
        at: app.clock.now(),
      }),
    )
  })
  async function speaks(transcript = 'By voice') {
    const form = new FormData()
    form.set('id', String(Jon.id))
    form.set('recording', new File([tone()], 'sound'))
    form.set('transcript', transcript)
    const { message } = await Ida.calls(sendVoice, { form })
    const { key } = await app.db
      .selectFrom('recordings')
      .select('key')
      .where('message_id', '=', message.id)
      .executeTakeFirstOrThrow()
    return { id: message.id, name: recordingName(key) }
  }
  async function shows() {
    const form = new FormData()
    form.set('id', String(Jon.id))
    form.set('rules', PHOTO_RULES)
    const photo = new Uint8Array(await aPhoto({ width: 300, height: 400 }))
    form.set('photo', new File([photo], 'photo.jpg', { type: 'image/jpeg' }))
    const { message } = await Ida.calls(sendViewOnce, { form })
    const { key } = await app.db
      .selectFrom('view_once_photos')
      .select('key')
      .where('message_id', '=', message.id)
      .executeTakeFirstOrThrow()
    return { id: message.id, name: viewOnceName(key) }
  }
  const files = () => storedFiles(app)

  test('go with it: a recording, and a photo for one view', async () => {
    const [voice, photo] = [await speaks(), await shows()]
    expect(await files()).toEqual(expect.arrayContaining([voice.name, photo.name]))
    for (const { id } of [voice, photo]) await deletes(Ida, id)
    const left = await files()
    expect([left.includes(voice.name), left.includes(photo.name)]).toEqual([false, false])
    expect((await reads(Jon, Ida)).messages).toMatchObject(
      [1, 2].map(() => ({ kind: 'deleted', voice: null, viewOnce: null })),
    )
    expect((await inbox(Jon))[0]?.unread).toBe(0)
  })

  test('stay as long as a report holds them', async () => {
    const voice = await speaks('A threat')
    await reports(Jon, Ida, voice.id)
    await deletes(Ida, voice.id)
    expect((await sees(Jon, Ida, voice.id))?.kind).toBe('deleted')
    const { messages } = await evidence()
    expect(messages).toMatchObject([
      { text: 'A threat', isReported: true, sound: expect.stringMatching(/^data:audio/) as string },
    ])
    expect(await files()).toContain(voice.name)
  })

  test('are with a report that is made at the same moment, or it is refused', async () => {
    const voice = await speaks('A threat')
    const [reported] = await Promise.all(
      [reports(Jon, Ida, voice.id), deletes(Ida, voice.id)].map(refusal),
    )
    // Whichever came first: a report that was taken has the sound.
    if (reported === 'notFound') return
    const kept = await evidence()
    expect(kept.messages).toMatchObject([{ text: 'A threat', isReported: true }])
    expect(kept.messages[0]?.sound).toMatch(/^data:audio/)
    expect(await files()).toContain(voice.name)
  })
})

describe('a report of one message', () => {
  test('keeps that message and what it answers, and nothing else that they wrote', async () => {
    const first = await writes(Alice, Bob, 'Please stop')
    await writes(Alice, Bob, 'Something else')
    const threat = await writes(Bob, Alice, 'A threat', first.id)
    await writes(Bob, Alice, 'More words')
    await reports(Alice, Bob, threat.id)
    await deletes(Bob, threat.id)
    const { messages, report } = await evidence()
    expect(report.reported.id).toBe(Bob.id)
    expect(messages).toMatchObject([
      { text: 'Please stop', isMine: true, isReported: false },
      { text: 'A threat', isMine: false, isReported: true },
    ])
    expect(messages).toHaveLength(2)
  })

  test('is of what the other wrote, in this conversation, that one can read and that is there', async () => {
    const mine = await writes(Alice, Bob, 'Mine')
    const Carol = await comes('Carol')
    const elsewhere = await writes(Bob, Carol, 'For Carol alone')
    const gone = await writes(Bob, Alice, 'Gone')
    await deletes(Bob, gone.id)
    for (const id of [mine.id, elsewhere.id, gone.id, 999_999])
      expect(await refusal(reports(Alice, Bob, id))).toBe('notFound')
    expect(await refusal(reports(Carol, Bob, elsewhere.id))).toBe('notFound')
    const rows = await app.db
      .selectFrom('reports')
      .select('id')
      .where('reporter_id', 'in', [Alice.id, Carol.id])
      .execute()
    expect(rows).toEqual([])
  })

  test('is made also after a block', async () => {
    const { id } = await writes(Bob, Alice, 'A threat')
    await blocks(Alice, Bob)
    await reports(Alice, Bob, id)
    expect((await evidence()).messages).toMatchObject([{ text: 'A threat', isReported: true }])
  })
})

test('a reaction goes with whoever made it, and is in the copy of their data', async () => {
  const { id } = await writes(Bob, Alice, 'I baked bread')
  await reacts(Alice, id)
  const { rows } =
    messagingCollections.find(({ name }) => name === 'message-reactions') ?? expect.fail()
  expect(await Array.fromAsync(rows(app.db, Alice.id, app.clock.now()))).toMatchObject([
    { message: id, reaction: 'love' },
  ])
  app.clock.advance(MINUTE)
})

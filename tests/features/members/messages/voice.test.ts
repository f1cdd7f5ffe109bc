import { readFile } from 'node:fs/promises'
import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  OggOutputFormat,
  Output,
  WEBM,
} from 'mediabunny'
import { beforeAll, describe, expect, test } from 'vitest'
import { leaseNext } from '#core/tasks/leases.sql.ts'
import type { Job } from '#jobs/worker.server.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#lib/clock.ts'
import { retentionJob } from '#members/leaving/erasure.server.ts'
import { revealMessage, sendMessage } from '#members/messages/messages.contract.ts'
import { MAX_RECORDING_BYTES } from '#members/messages/voice/recordings.ts'
import { sendVoice } from '#members/messages/voice/voice.contract.ts'
import { recordingSweepJob } from '#members/messages/voice/voice.server.ts'
import { photoSweepJob } from '#members/photos/files/sweep.server.ts'
import { closeReport } from '#members/reports/report.sql.ts'
import { getEvidence } from '#staff/evidence/reporters.contract.ts'
import { app, runJob, withApp } from '#tests/support/app.ts'
import {
  asStaff,
  blocks,
  type CastMember,
  inboxOf,
  joins,
  messagesOf,
  reportsMember,
} from '#tests/support/cast.ts'
import { creditsOf, givesCredits } from '#tests/support/credits.ts'
import { erase, leave } from '#tests/support/leaving.ts'
import { datesFiles } from '#tests/support/photos.ts'
import { tone } from '#tests/support/sounds.ts'

withApp()
let Mia: CastMember
let Ben: CastMember
beforeAll(async () => {
  ;[Mia, Ben] = [
    await joins(app, { brand: 'megaflirt', username: 'Mia' }),
    await joins(app, { brand: 'megaflirt', username: 'Ben' }),
  ]
})

type Said = { sound?: Uint8Array<ArrayBuffer>; transcript?: string; key?: string; draft?: string }
function says(
  from: CastMember,
  to: CastMember,
  { sound = tone(), transcript = '', key, draft }: Said = {},
) {
  const form = new FormData()
  form.set('id', String(to.id))
  form.set('recording', new Blob([sound]))
  form.set('transcript', transcript)
  if (draft !== undefined) form.set('key', draft)
  app.clock.advance(SECOND)
  return from.calls(sendVoice, { form }, key === undefined ? {} : { idempotencyKey: key })
}
const inbox = async (member: CastMember, q = '') => (await inboxOf(member, { q })).conversations
const balance = (member: CastMember) => creditsOf(app, member)
const files = async () => {
  const names: string[] = []
  for await (const { name } of app.services.photoFiles.list()) names.push(name)
  return names
}

async function hears(
  member: CastMember,
  src: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const { pathname, search } = new URL(src)
  const url = `http://media.${member.host.split('.')[1]}.localhost:4321${pathname}${search}`
  const render = async () => new Response('')
  return app.frontDoor(
    new Request(url, {
      headers: {
        Host: new URL(url).host,
        Cookie: `session=${member.cookies.get('session')}`,
        ...headers,
      },
    }),
    '203.0.113.9',
    render,
  )
}

/**
 * Whether an MP3 is nothing but frames from end to end: no tag, and nothing of the file it was made
 * from.
 */
function isPlainMp3(bytes: Buffer): boolean {
  const rates: Record<number, number> = { 0: 22_050, 1: 24_000, 2: 16_000 }
  let at = 0
  while (at + 4 <= bytes.length) {
    const rate = rates[((bytes[at + 2] ?? 0) >> 2) & 3]
    if (bytes[at] !== 0xff || ((bytes[at + 1] ?? 0) & 0xfe) !== 0xf2 || rate === undefined)
      return false
    at += Math.floor((72 * 40_000) / rate) + (((bytes[at + 2] ?? 0) >> 1) & 1)
  }
  return at === bytes.length
}

describe('a voice message', () => {
  test('is paid for like a text, and both have it, with its length and words', async () => {
    await givesCredits(app, Ben, 3)
    const { message, currentCredits } = await says(Ben, Mia, {
      sound: tone({ seconds: 12 }),
      transcript: '  Good evening, Mia. ',
    })
    expect(message).toMatchObject({
      isMine: true,
      kind: 'voice',
      body: 'Good evening, Mia.',
      voice: { seconds: 12 },
    })
    expect(currentCredits).toBe(2)
    expect(await messagesOf(Mia, Ben)).toMatchObject([
      {
        id: message.id,
        isMine: false,
        kind: 'voice',
        body: 'Good evening, Mia.',
        voice: { seconds: 12 },
      },
    ])
    expect((await inbox(Mia))[0]).toMatchObject({
      snippet: { text: 'Voice message (0:12): Good evening, Mia.' },
      unread: 1,
    })
    expect(await inbox(Mia, 'good EVENING')).toHaveLength(1)
    expect(await inbox(Mia, 'good morning')).toHaveLength(0)
  })

  test('without words says what it is', async () => {
    await givesCredits(app, Ben, 1)
    await says(Ben, Mia)
    expect((await inbox(Ben))[0]?.snippet).toEqual({
      text: 'Voice message (0:02)',
      isMasked: false,
      isMine: true,
    })
  })

  test('recorded by a browser, in either of its containers, is decoded; only the sound is kept', async () => {
    const webm = new Uint8Array(await readFile('tests/support/chromium-440-hertz.webm'))
    for (const sound of [webm, await inOgg(webm)]) {
      await givesCredits(app, Ben, 1)
      const { message } = await says(Ben, Mia, { sound })
      expect(message.voice?.seconds).toBeCloseTo(1.2, 1)
      const heard = Buffer.from(await (await hears(Ben, message.voice?.src ?? '')).arrayBuffer())
      expect(isPlainMp3(heard)).toBe(true)
      expect(heard.length).toBeGreaterThan(4000)
    }
  })

  test('loses whatever else the file carried', async () => {
    await givesCredits(app, Ben, 1)
    const secret = Buffer.from('LIST\x20\0\0\0made at 52.5200 N, 13.4050 E!!!!', 'latin1')
    const plain = Buffer.from(tone())
    const sound = new Uint8Array(
      Buffer.concat([
        plain.subarray(0, 36),
        secret,
        plain.subarray(36),
        secret,
        Buffer.from('<script>'),
      ]),
    )
    const { message } = await says(Ben, Mia, { sound })
    const heard = Buffer.from(await (await hears(Ben, message.voice?.src ?? '')).arrayBuffer())
    expect(isPlainMp3(heard)).toBe(true)
    expect(heard.includes('52.5200') || heard.includes('script')).toBe(false)
  })
})

/** As Firefox records: the same packets in an Ogg file. */
async function inOgg(webm: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const track = await new Input({
    source: new BufferSource(webm),
    formats: [WEBM],
  }).getPrimaryAudioTrack()
  const decoderConfig = await track?.getDecoderConfig()
  if (!track || !decoderConfig) throw new Error('no track')
  const target = new BufferTarget()
  const output = new Output({ format: new OggOutputFormat(), target })
  const source = new EncodedAudioPacketSource('opus')
  output.addAudioTrack(source)
  await output.start()
  for await (const packet of new EncodedPacketSink(track).packets())
    await source.add(packet, { decoderConfig })
  await output.finalize()
  return new Uint8Array(target.buffer ?? new ArrayBuffer())
}

describe('the sound', () => {
  test('is for the two of the conversation, by an address of their own, for five minutes', async () => {
    await givesCredits(app, Ben, 1)
    const Eva = await joins(app, { brand: 'megaflirt', username: 'Eva' })
    await says(Ben, Mia)
    const [his, hers] = [
      (await messagesOf(Ben, Mia)).at(-1)?.voice?.src ?? '',
      (await messagesOf(Mia, Ben)).at(-1)?.voice?.src ?? '',
    ]
    const answer = await hears(Mia, hers)
    expect([
      answer.status,
      answer.headers.get('Content-Type'),
      answer.headers.get('Cache-Control'),
    ]).toEqual([200, 'audio/mpeg', 'private, no-store'])
    expect((await hears(Ben, his)).status).toBe(200)
    expect((await hears(Eva, hers)).status).toBe(404)
    expect((await hears(Eva, hers.replace(/\?.*/, ''))).status).toBe(404)
    app.clock.advance(5 * MINUTE)
    expect((await hears(Mia, hers)).status).toBe(404)
  })

  test('is sent in the parts that a player asks for', async () => {
    const src = (await messagesOf(Mia, Ben)).at(-1)?.voice?.src ?? ''
    const whole = Buffer.from(await (await hears(Mia, src)).arrayBuffer())
    const part = await hears(Mia, src, { Range: 'bytes=100-199' })
    expect([part.status, part.headers.get('Content-Range')]).toEqual([
      206,
      `bytes 100-199/${whole.length}`,
    ])
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(100, 200))
    const end = await hears(Mia, src, { Range: 'bytes=-50' })
    expect(Buffer.from(await end.arrayBuffer())).toEqual(whole.subarray(-50))
    const beyond = await hears(Mia, src, { Range: `bytes=${whole.length}-` })
    expect([beyond.status, beyond.headers.get('Content-Range')]).toEqual([
      416,
      `bytes */${whole.length}`,
    ])
  })

  test('is no longer heard once one of the two has blocked the other', async () => {
    const [Ann, Tom] = [
      await joins(app, { brand: 'megaflirt', username: 'Ann' }),
      await joins(app, { brand: 'megaflirt', username: 'Tom' }),
    ]
    await givesCredits(app, Tom, 2)
    await says(Tom, Ann)
    const src = (await messagesOf(Ann, Tom)).at(-1)?.voice?.src ?? ''
    await blocks(Ann, Tom)
    expect((await hears(Ann, src)).status).toBe(404)
    await expect(says(Tom, Ann)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await balance(Tom)).toBe(1)
  })
})

describe('where text is masked', () => {
  test('words and sound are, until the message is revealed', async () => {
    await givesCredits(app, Ben, 1)
    const Ada = await joins(app, { brand: 'adultcrush', username: 'Ada' })
    const { message } = await says(Ben, Ada, { transcript: 'The old bridge' })
    expect(await messagesOf(Ada, Ben)).toMatchObject([{ isMasked: true, voice: null }])
    expect((await inbox(Ada))[0]?.snippet).toMatchObject({ isMasked: true })
    expect(JSON.stringify([await messagesOf(Ada, Ben), await inbox(Ada)])).not.toMatch(
      /bridge|voice\.mp3/,
    )
    expect(await inbox(Ada, 'bridge')).toHaveLength(0)
    const { body, voice } = await Ada.calls(revealMessage, { body: { messageId: message.id } })
    expect(body).toBe('The old bridge')
    expect((await hears(Ada, voice?.src ?? '')).status).toBe(200)
  })
})

describe('nothing is sent, paid or stored', () => {
  const refused = (sound: Uint8Array<ArrayBuffer>) => says(Ben, Mia, { sound })
  test.each([
    [
      'no sound at all',
      () =>
        new Uint8Array(
          Buffer.from('<html>This is no sound, and it is longer than a header.</html>'),
        ),
    ],
    ['half of a recording', () => tone().subarray(0, 40)],
    [
      'noise with the name of a container',
      () => new Uint8Array(Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.alloc(5000, 7)])),
    ],
    ['a minute and more', () => tone({ seconds: 62 })],
    ['the click of a button', () => tone({ seconds: 0.3 })],
    ['silence', () => tone({ volume: 0.001 })],
    ['an empty file', () => new Uint8Array()],
    ['more than is taken', () => new Uint8Array(MAX_RECORDING_BYTES + 1)],
  ])('of %s, which is said in a sentence', async (_, sound) => {
    await givesCredits(app, Ben, 1)
    app.clock.advance(HOUR)
    const [before, stored] = [await balance(Ben), await files()]
    await expect(refused(sound())).rejects.toMatchObject({
      code: 'invalid',
      errors: [{ field: 'recording', message: expect.stringMatching(/\.$/) as string }],
    })
    expect(await balance(Ben)).toBe(before)
    expect(await files()).toEqual(stored)
  })

  test('after five that were refused within half an hour, and then again; of others nobody knows', async () => {
    const Lou = await joins(app, { brand: 'megaflirt', username: 'Lou' })
    await givesCredits(app, Lou, 5)
    await says(Lou, Mia)
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, () => says(Lou, Mia, { sound: tone({ seconds: 0.3 }) })),
    )
    const codes = tries.map((one) =>
      one.status === 'rejected' ? (one.reason as { code?: string }).code : 'sent',
    )
    expect(codes.toSorted()).toEqual([
      ...Array<string>(5).fill('invalid'),
      ...Array<string>(3).fill('tooMany'),
    ])
    await expect(says(Lou, Mia)).rejects.toMatchObject({
      code: 'tooMany',
      message: expect.stringMatching(/half an hour/) as string,
    })
    await givesCredits(app, Ben, 1)
    await says(Ben, Mia)
    app.clock.advance(30 * MINUTE)
    await says(Lou, Mia)
    expect(await balance(Lou)).toBe(3)
  })

  test('however many were sent before: only refused ones count', async () => {
    const Pia = await joins(app, { brand: 'megaflirt', username: 'Pia' })
    await givesCredits(app, Pia, 8)
    for (let n = 0; n < 8; n += 1) await says(Pia, Mia)
    expect(await balance(Pia)).toBe(0)
  })

  test('on a brand without voice messages', async () => {
    const Kim = await joins(app, { brand: 'wivesnow', username: 'Kim' })
    await givesCredits(app, Kim, 1)
    await expect(says(Kim, Mia)).rejects.toMatchObject({
      code: 'forbidden',
      message: 'There are no voice messages on this site.',
    })
  })

  test('without credits, nor to nobody or oneself', async () => {
    const poor = await joins(app, { brand: 'megaflirt', username: 'Poor' })
    await expect(says(poor, Mia)).rejects.toMatchObject({ code: 'noCredits' })
    await givesCredits(app, poor, 1)
    await expect(says(poor, { id: 987_654 } as CastMember)).rejects.toMatchObject({
      code: 'unavailable',
    })
    await expect(says(poor, poor)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(says(poor, Mia, { transcript: 'x'.repeat(3001) })).rejects.toMatchObject({
      code: 'invalid',
      errors: [{ field: 'transcript' }],
    })
    expect(await balance(poor)).toBe(1)
  })
})

describe('with the same key', () => {
  test('five at once make one message, one file and one payment; another sound with it is an error', async () => {
    const [Zoe, Max] = [
      await joins(app, { brand: 'megaflirt', username: 'Zoe' }),
      await joins(app, { brand: 'megaflirt', username: 'Max' }),
    ]
    await givesCredits(app, Max, 5)
    const before = (await files()).length
    const sent = await Promise.all(Array.from({ length: 5 }, () => says(Max, Zoe, { key: 'once' })))
    expect(new Set(sent.map(({ message }) => message.id)).size).toBe(1)
    expect(await messagesOf(Zoe, Max)).toHaveLength(1)
    expect(await balance(Max)).toBe(4)
    expect(await files()).toHaveLength(before + 1)
    await expect(
      says(Max, Zoe, { key: 'once', sound: tone({ hertz: 300 }) }),
    ).rejects.toMatchObject({ code: 'conflict' })
    await expect(
      Max.calls(sendMessage, { body: { id: Zoe.id, body: 'Hello' } }, { idempotencyKey: 'once' }),
    ).rejects.toMatchObject({ code: 'conflict' })
  })

  test('of a draft, a recording is sent and paid once; with other words it is another message', async () => {
    const [Zoe, Max] = [
      await joins(app, { brand: 'megaflirt', username: 'Zoey' }),
      await joins(app, { brand: 'megaflirt', username: 'Maxim' }),
    ]
    await givesCredits(app, Max, 5)
    const once = { draft: 'a-recording', transcript: 'In words' }
    const sent = await Promise.all([says(Max, Zoe, once), says(Max, Zoe, once)])
    sent.push(await says(Max, Zoe, once))
    expect(new Set(sent.map(({ message }) => message.id)).size).toBe(1)
    await says(Max, Zoe, { ...once, transcript: 'In other words' })
    expect((await messagesOf(Zoe, Max)).map(({ body }) => body)).toEqual([
      'In words',
      'In other words',
    ])
    expect(await balance(Max)).toBe(3)
  })

  test('with the last credit, one of five different ones is sent', async () => {
    const Sam = await joins(app, { brand: 'megaflirt', username: 'Sam' })
    await givesCredits(app, Sam, 1)
    const tries = await Promise.allSettled(
      Array.from({ length: 5 }, (_, n) => says(Sam, Mia, { key: `try-${n}` })),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await balance(Sam)).toBe(0)
  })
})

describe('files', () => {
  test('without a message are swept after an hour, by their own sweep; others stay', async () => {
    const orphan = `${'a'.repeat(32)}-voice.mp3`
    const before = await files()
    await app.services.photoFiles.write(new Map([[orphan, new Uint8Array(10)]]))
    const run = async (job: typeof recordingSweepJob) => runJob(app, job)
    await run(recordingSweepJob)
    expect(await files()).toContain(orphan)
    await datesFiles(app)
    app.clock.advance(2 * HOUR)
    await run(photoSweepJob)
    expect((await files()).toSorted()).toEqual([...before, orphan].toSorted())
    await run(recordingSweepJob)
    expect((await files()).toSorted()).toEqual(before.toSorted())
  })
})

test('a voice message that goes with a report is heard by whoever holds its task, also when its sender is gone, as long as the rest that the report keeps', async () => {
  const [Zoe, Eve] = [
    await joins(app, { brand: 'megaflirt', username: 'Zora' }),
    await joins(app, { brand: 'megaflirt', username: 'EveHears', staff: true }),
  ]
  await givesCredits(app, Zoe, 5)
  await says(Zoe, Ben)
  const [message] = await messagesOf(Ben, Zoe)
  const sound = Buffer.from(await (await hears(Ben, message?.voice?.src ?? '')).arrayBuffer())
  const isKept = async () =>
    (await app.db.selectFrom('photo_holds').select('key').execute()).length === 1
  await reportsMember(Ben, Zoe, { reason: 'harassment', details: '' })
  expect(await isKept()).toBe(true)
  await leave(Zoe)
  app.clock.advance(15 * DAY)
  await erase(app)
  await datesFiles(app)
  const runs = (job: Job) => runJob(app, job)
  await runs(recordingSweepJob)
  const task = await app.transaction((trx) => leaseNext(trx, 'reports', Eve.id, app.clock.now()))
  const evidence = await (
    await asStaff(app, Eve)
  ).calls(getEvidence, { query: { task: task?.id ?? 0 } })
  expect(evidence.messages).toMatchObject([
    { kind: 'voice', text: null, sound: `data:audio/mpeg;base64,${sound.toString('base64')}` },
  ])
  await app.transaction((trx) =>
    closeReport(trx, evidence.report.id, { by: Eve.id, at: app.clock.now(), outcome: 'acted' }),
  )
  const stored = (await files()).length
  app.clock.advance(300 * DAY)
  await runs(retentionJob)
  await runs(recordingSweepJob)
  expect([await isKept(), stored - (await files()).length]).toEqual([false, 1])
})

test('a voice message that its reader has not paid for is not heard by way of a report', async () => {
  const [Zed, Yara] = [
    await joins(app, { brand: 'adultcrush', username: 'Zed' }),
    await joins(app, { brand: 'megaflirt', username: 'Yara' }),
  ]
  await givesCredits(app, Yara, 5)
  await says(Yara, Zed)
  await reportsMember(Zed, Yara, { reason: 'harassment', details: '' })
  const { messages } = await app.db
    .selectFrom('report_evidence')
    .select('messages')
    .orderBy('report_id', 'desc')
    .executeTakeFirstOrThrow()
  expect(messages).toMatchObject([{ kind: 'voice', text: null, recording: null }])
})

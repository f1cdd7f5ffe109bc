import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Answer } from '#api/contract.ts'
import { handedIn } from '#api/feature.ts'
import { accessesOf } from '#core/audit/accesses.sql.ts'
import type { Trx } from '#db/connection.server.ts'
import { features } from '#features.server.ts'
import { DAY, later, MINUTE, SECOND } from '#lib/clock.ts'
import { copyOf } from '#members/leaving/copy.server.ts'
import { openViewOnce, sendViewOnce } from '#members/messages/view-once/view-once.contract.ts'
import { viewOnceSweepJob } from '#members/messages/view-once/view-once.server.ts'
import { viewOnceName } from '#members/messages/view-once/view-once.ts'
import { recordingName } from '#members/messages/voice/recordings.ts'
import { sendVoice } from '#members/messages/voice/voice.contract.ts'
import { recordingSweepJob } from '#members/messages/voice/voice.server.ts'
import { compareFiles } from '#members/photos/files/files-check.server.ts'
import { PHOTO_RULES } from '#members/photos/own/photo-rules.ts'
import { ledgerFaults } from '#money/books/ledger-check.sql.ts'
import { appeal } from '#staff/decisions/appeals/appeals.contract.ts'
import { decideTask } from '#staff/decisions/deciding/decide.contract.ts'
import { decisionJob } from '#staff/decisions/deciding/decide.server.ts'
import { decisionLifted } from '#staff/decisions/events.server.ts'
import { getHeldMessages } from '#staff/messages/held-messages.contract.ts'
import { heldMessageJob } from '#staff/messages/held-messages.server.ts'
import { app, runJob, setsProfile, withApp } from '#tests/support/app.ts'
import {
  asStaff,
  becomesPremium,
  type CastMember,
  chatOf,
  eve,
  inboxOf,
  joins,
  worksAs,
  writesTo,
} from '#tests/support/cast.ts'
import { creditsOf, givesCredits } from '#tests/support/credits.ts'
import { eventOf, gatewaySettings, reports, startsOrder } from '#tests/support/gateway.ts'
import { mailsTo } from '#tests/support/mail.ts'
import { aPhoto, datesFiles } from '#tests/support/photos.ts'
import { tone } from '#tests/support/sounds.ts'
import {
  answersApproval,
  appealOf,
  approvalsFor,
  decidesAppeal,
  decisionsTakeEffect,
  queueOf,
  takesTask,
  verdictsTakeEffect,
} from '#tests/support/verdicts.ts'

/**
 * A first message that a rule holds: its recipient gets it ten minutes later, unless staff decide
 * against it.
 */

withApp(gatewaySettings)
let Eve: CastMember
let Ann: CastMember
let Reader: CastMember
let number = 0
let events: unknown[] = []
beforeAll(async () => {
  Eve = await eve(app)
})
beforeEach(async () => {
  number += 1
  app.clock.advance(DAY + MINUTE)
  await asStaff(app, Eve)
  await app.db.deleteFrom('tasks').execute()
  await app.db.deleteFrom('fraud_switches').execute()
  await app.db
    .insertInto('fraud_switches')
    .values({ rule: 'opener', shadow: false, changed_at: app.clock.now(), changed_by: Eve.id })
    .execute()
  Ann = await joins(app, { brand: 'adultcrush', username: `Held${number}` })
  Reader = await joins(app, { brand: 'adultcrush', username: `HeldReader${number}`, gender: 'man' })
  for (const person of [Ann, Reader]) await becomesPremium(app, person)
  events = []
  await app.db.deleteFrom('pushes').execute()
  app.services.events.subscribe(Reader.id, (event) => void events.push(event))
  const { id } = await app.db
    .selectFrom('sessions')
    .select('id')
    .where('account_id', '=', Reader.id)
    .executeTakeFirstOrThrow()
  const device = {
    endpoint: `https://push.example/${number}`,
    p256dh: 'x',
    auth: 'x',
    kinds: ['message'],
    brand: 'adultcrush',
    created_at: app.clock.now(),
  }
  await app.db
    .insertInto('push_subscriptions')
    .values({ ...device, account_id: Reader.id, session_id: id })
    .execute()
})

const BEGS = 'Hello dear, could you lend me 200 euros until Friday?'
const writes = (from: CastMember, to: CastMember, body: string) =>
  writesTo(from, to, body, { isSure: 'yes' })
const read = async (reader: CastMember, other: CastMember) =>
  (await chatOf(reader, other)).messages.map(({ body }) => body)
const inbox = async (reader: CastMember) => {
  const { conversations, counts } = await inboxOf(reader)
  return { from: conversations.map(({ other }) => other.username), unread: counts.unread }
}
/** As another process: nothing is known of a hold but its row. */
const runs = () => runJob(app, heldMessageJob)
const holds = () =>
  app.db
    .selectFrom('held_messages')
    .select(['outcome', 'words'])
    .where('sender_id', '=', Ann.id)
    .orderBy('id')
    .execute()
const pushes = () => app.db.selectFrom('pushes').select('kind').execute()

/** Eve takes the task about Ann. */
async function takes(): Promise<{
  task: number
  messages: Answer<typeof getHeldMessages>['messages']
}> {
  await takesTask(Eve, 'fraud')
  const { held } = await queueOf(Eve, 'fraud')
  const { messages } = await Eve.calls(getHeldMessages, { query: { task: held?.id ?? 0 } })
  return { task: held?.id ?? 0, messages }
}
const decides = (taskId: number, act: 'none' | 'warn') =>
  Eve.calls(decideTask, {
    body: {
      taskId,
      act,
      ...(act === 'warn' ? { policy: 'scam', note: 'You asked for money.' } : {}),
    },
  })

describe('a first message that is held', () => {
  test('is there for its sender, and for its recipient after ten minutes and not before', async () => {
    await writes(Ann, Reader, BEGS)
    await writes(Ann, Reader, 'Are you there?')
    expect(await read(Ann, Reader)).toEqual([BEGS, 'Are you there?'])
    expect(await inbox(Ann)).toMatchObject({ from: [Reader.username] })
    for (const wait of [0, 10 * MINUTE - SECOND]) {
      app.clock.advance(wait)
      await runs()
      expect([await read(Reader, Ann), await inbox(Reader), events, await pushes()]).toEqual([
        [],
        { from: [], unread: 0 },
        [],
        [],
      ])
    }
    app.clock.advance(SECOND)
    await Promise.all([runs(), runs(), runs()])
    expect([await read(Reader, Ann), await inbox(Reader)]).toEqual([
      [BEGS, 'Are you there?'],
      { from: [Ann.username], unread: 1 },
    ])
    await expect.poll(() => events).toEqual([{ type: 'message', otherId: Ann.id }])
    expect(await pushes()).toEqual([{ kind: 'message' }])
    expect(await holds()).toEqual([{ outcome: 'passed', words: null }])
    // From here on it is a conversation like any other.
    await writes(Reader, Ann, 'No, sorry.')
    await writes(Ann, Reader, 'A pity.')
    expect(await read(Reader, Ann)).toHaveLength(4)
  })

  test('is shown to who holds the task about its sender, and to nobody else', async () => {
    await writes(Ann, Reader, BEGS)
    const { task, messages } = await takes()
    expect(messages).toMatchObject([{ to: Reader.username, text: BEGS, isWithheld: false }])
    const finn = await joins(app, { brand: 'adultcrush', username: `Finn${number}`, staff: true })
    await asStaff(app, finn)
    await expect(finn.calls(getHeldMessages, { query: { task } })).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(Ann.calls(getHeldMessages, { query: { task } })).rejects.toMatchObject({
      code: 'notFound',
    })
    expect(app.logged.join('')).not.toContain('200 euros')
    // Whose words were read learns it once that tells nobody of a suspicion.
    const accesses = async (who: CastMember, days: number) =>
      (await accessesOf(app.db, who.id, later(app.clock.now(), days * DAY))).filter(
        ({ what }) => what === 'messages',
      ).length
    expect([await accesses(Ann, 29), await accesses(Ann, 30), await accesses(Reader, 30)]).toEqual([
      0, 1, 0,
    ])
  })

  test('is passed on once staff found nothing wrong, when that cannot be taken back any more', async () => {
    await writes(Ann, Reader, BEGS)
    await decides((await takes()).task, 'none')
    await runs()
    expect(await read(Reader, Ann)).toEqual([])
    app.clock.advance(11 * SECOND)
    await runs()
    expect(await read(Reader, Ann)).toEqual([BEGS])
  })

  test('stays held where a decision is set aside just when it would be withheld', async () => {
    const finn = await worksAs(app, `Finn${number}`)
    await writes(Ann, Reader, BEGS)
    const { task } = await takes()
    const ban = {
      taskId: task,
      act: 'ban',
      policy: 'scam',
      severity: 'critical',
      note: 'You asked for money.',
    } as const
    await Eve.calls(decideTask, { body: ban })
    const { approvals } = await approvalsFor(finn)
    app.clock.advance(11 * SECOND)
    const begin = app.db.transaction.bind(app.db)
    vi.spyOn(app.db, 'transaction').mockImplementationOnce(() => {
      const execute = async <T>(work: (trx: Trx) => Promise<T>) => {
        await answersApproval(finn, 'decision', approvals[0]?.id ?? 0, 'refused')
        return begin().execute(work)
      }
      return { execute } as ReturnType<typeof begin>
    })
    await runs()
    expect([await holds(), await inbox(Ann)]).toEqual([
      [{ outcome: null, words: null }],
      { from: [Reader.username], unread: 0 },
    ])
    app.clock.advance(10 * MINUTE)
    await runs()
    expect(await read(Reader, Ann)).toEqual([BEGS])
  })

  test('is passed on where the decision that withheld it is refused by a second person, without a word of credits that it did not cost', async () => {
    const finn = await worksAs(app, `Second${number}`)
    await writes(Ann, Reader, BEGS)
    const ban = {
      act: 'ban',
      policy: 'scam',
      severity: 'critical',
      note: 'You asked for money.',
    } as const
    await Eve.calls(decideTask, { body: { taskId: (await takes()).task, ...ban } })
    app.clock.advance(11 * SECOND)
    await runs()
    expect(await holds()).toEqual([{ outcome: 'withheld', words: BEGS }])
    const { approvals } = await approvalsFor(finn)
    await answersApproval(finn, 'decision', approvals[0]?.id ?? 0, 'refused')
    expect(await read(Reader, Ann)).toEqual([BEGS])
    const told = (await mailsTo(app, `held${number}@example.org`)).filter(
      ({ kind }) => kind === 'messagePassedOn',
    )
    expect(told).toMatchObject([{ text: expect.not.stringContaining('credit') }])
  })

  test('is not passed on where staff removed a text of its sender for it, who changes that within the ten seconds', async () => {
    const says = (about: string) => setsProfile(app, Ann, { about })
    await writes(Ann, Reader, BEGS)
    await says('Lend me money')
    const { task } = await takes()
    const body = {
      taskId: task,
      act: 'removeText',
      text: 'about',
      policy: 'scam',
      note: 'You asked for money.',
    } as const
    await Eve.calls(decideTask, { body })
    await says('I like long walks')
    for (const wait of [11 * SECOND, 11 * MINUTE]) {
      app.clock.advance(wait)
      await runJob(app, decisionJob)
      await runs()
      expect([await read(Reader, Ann), await holds()]).toEqual([
        [],
        [{ outcome: 'withheld', words: BEGS }],
      ])
    }
    expect(
      await app.db.selectFrom('tasks').select('id').where('closed_at', 'is', null).execute(),
    ).toEqual([])
  })

  test('is not passed on where staff acted: its sender is told, and its words are kept for an objection', async () => {
    await writes(Ann, Reader, BEGS)
    await decides((await takes()).task, 'warn')
    app.clock.advance(11 * SECOND)
    await runs()
    app.clock.advance(10 * MINUTE)
    await runs()
    expect([await read(Reader, Ann), await inbox(Reader), await inbox(Ann), events]).toEqual([
      [],
      { from: [], unread: 0 },
      { from: [], unread: 0 },
      [],
    ])
    expect(await holds()).toEqual([{ outcome: 'withheld', words: BEGS }])
    const told = (await mailsTo(app, `held${number}@example.org`)).filter(
      ({ kind }) => kind === 'messageWithheld',
    )
    expect(told).toHaveLength(1)
    expect(told[0]?.text).not.toMatch(/euros|HeldReader/)
    app.clock.advance(216 * DAY)
    await runs()
    expect(await holds()).toEqual([])
  })

  test('is passed on, too, when its recipient writes first', async () => {
    await writes(Ann, Reader, BEGS)
    await writes(Reader, Ann, 'I have seen your profile.')
    expect(await read(Reader, Ann)).toEqual([BEGS, 'I have seen your profile.'])
    expect(await inbox(Reader)).toEqual({ from: [Ann.username], unread: 0 })
    expect(await inbox(Ann)).toEqual({ from: [Reader.username], unread: 1 })
    app.clock.advance(10 * MINUTE)
    await runs()
    expect(await inbox(Reader)).toEqual({ from: [Ann.username], unread: 0 })
  })

  test('and answered at the moment at which it is passed on is there once', async () => {
    await writes(Ann, Reader, BEGS)
    app.clock.advance(10 * MINUTE)
    await Promise.all([runs(), writes(Reader, Ann, 'Good evening'), runs()])
    expect((await read(Reader, Ann)).toSorted()).toEqual(['Good evening', BEGS].toSorted())
    expect(await holds()).toHaveLength(1)
  })
})

describe('where writing costs credits', () => {
  beforeEach(async () => {
    Eve = await worksAs(app, `HeldEve${number}`)
    Ann = await joins(app, { brand: 'wivesnow', username: `HeldPays${number}` })
    Reader = await joins(app, { brand: 'wivesnow', username: `HeldPaid${number}`, gender: 'man' })
    await givesCredits(app, Ann, 3)
  })
  const credits = () => creditsOf(app, Ann)
  const mailed = async () =>
    (await mailsTo(app, `heldpays${number}@example.org`)).filter(({ kind }) =>
      kind.startsWith('message'),
    )

  async function withheld(had = 3): Promise<void> {
    await writes(Ann, Reader, BEGS)
    app.clock.advance(SECOND)
    await writes(Ann, Reader, 'Are you there?')
    expect(await credits()).toBe(had - 2)
    await decides((await takes()).task, 'warn')
    await decisionsTakeEffect(app)
    await Promise.all([runs(), runs()])
  }

  test('what was paid for a message that is withheld comes back, once, and its sender is told', async () => {
    await withheld()
    await runs()
    expect([await credits(), await read(Reader, Ann)]).toEqual([3, []])
    expect((await mailed()).map(({ text }) => text)).toEqual([
      expect.stringMatching(/the 2 credits back/),
    ])
    expect(await ledgerFaults(app.db, app.clock.now(), 10)).toEqual([])
  })

  test('what came back goes where its payment goes back as well', async () => {
    const { order } = await startsOrder(Ann, 'wn-20')
    const payment = { order, amount: 990, currency: 'EUR', subscription: null }
    expect(
      (await reports(app, eventOf(app, { ...payment, type: 'payment.approved' }))).status,
    ).toBe(200)
    await withheld(23)
    expect(await credits()).toBe(23)
    expect(
      (await reports(app, eventOf(app, { ...payment, type: 'payment.refunded' }))).status,
    ).toBe(200)
    expect(await credits()).toBe(3)
    expect(await ledgerFaults(app.db, app.clock.now(), 10)).toEqual([])
  })

  test('nothing comes back of what was paid with a payment that has gone back before', async () => {
    const { order } = await startsOrder(Ann, 'wn-20')
    const payment = { order, amount: 990, currency: 'EUR', subscription: null }
    expect(
      (await reports(app, eventOf(app, { ...payment, type: 'payment.approved' }))).status,
    ).toBe(200)
    await writes(Ann, Reader, BEGS)
    const { task } = await takes()
    const lot = await app.db
      .selectFrom('credit_entries')
      .innerJoin('credit_lots', 'credit_lots.id', 'lot_id')
      .select('credit_lots.reference')
      .where('credit_entries.account_id', '=', Ann.id)
      .where('amount', '<', 0)
      .executeTakeFirstOrThrow()
    expect(lot.reference).toBe(`order:${order}`)
    expect(
      (await reports(app, eventOf(app, { ...payment, type: 'payment.refunded' }))).status,
    ).toBe(200)
    await decides(task, 'warn')
    await decisionsTakeEffect(app)
    await runs()
    expect([await credits(), (await holds()).map(({ outcome }) => outcome)]).toEqual([
      3,
      ['withheld'],
    ])
    expect(await ledgerFaults(app.db, app.clock.now(), 10)).toEqual([])
  })

  test('an objection to what an earlier one put in its place passes it on as well', async () => {
    await withheld()
    const objects = async (outcome: 'overturn' | 'adjust') => {
      const [mail] = (await mailsTo(app, `heldpays${number}@example.org`)).filter(
        ({ kind }) => kind === 'decision',
      )
      const [, token = ''] = /\/decision\/([\w.~-]+)/.exec(mail?.text ?? '') ?? []
      await Ann.calls(appeal, { body: { token, words: 'It is for my sister.' } })
      const finn = await worksAs(app, `Held${outcome}${number}`)
      await takesTask(finn, 'appeals')
      const { held } = await appealOf(finn)
      const { messages } = await finn.calls(getHeldMessages, { query: { task: held?.taskId ?? 0 } })
      expect(messages).toMatchObject([{ text: `${BEGS}\n\nAre you there?`, isWithheld: true }])
      await decidesAppeal(finn, { taskId: held?.taskId ?? 0, outcome, note: 'We looked again.' })
      await verdictsTakeEffect(app)
    }
    await objects('adjust')
    expect(await read(Reader, Ann)).toEqual([])
    await objects('overturn')
    expect(await read(Reader, Ann)).toEqual([`${BEGS}\n\nAre you there?`])
  })

  test.each(['overturn', 'adjust', 'uphold'] as const)(
    'an objection with the outcome %s passes it on if it was right, and costs nothing again',
    async (outcome) => {
      await withheld()
      const [, token = ''] =
        /\/decision\/([\w.~-]+)/.exec(
          (await mailsTo(app, `heldpays${number}@example.org`)).find(
            ({ kind }) => kind === 'decision',
          )?.text ?? '',
        ) ?? []
      await Ann.calls(appeal, { body: { token, words: 'It is for my sister.' } })
      const finn = await worksAs(app, `HeldFinn${number}`)
      await takesTask(finn, 'appeals')
      const { held } = await appealOf(finn)
      const { messages } = await finn.calls(getHeldMessages, { query: { task: held?.taskId ?? 0 } })
      expect(messages).toMatchObject([
        { to: Reader.username, text: `${BEGS}\n\nAre you there?`, isWithheld: true },
      ])
      expect(await accessesOf(app.db, Ann.id, app.clock.now())).toMatchObject([
        { what: 'messages' },
      ])
      await decidesAppeal(finn, { taskId: held?.taskId ?? 0, outcome, note: 'We looked again.' })
      await verdictsTakeEffect(app)
      const isRight = outcome === 'overturn'
      expect([await read(Reader, Ann), await credits()]).toEqual([
        isRight ? [`${BEGS}\n\nAre you there?`] : [],
        3,
      ])
      expect(await inbox(Reader)).toEqual(
        isRight ? { from: [Ann.username], unread: 1 } : { from: [], unread: 0 },
      )
      expect((await mailed()).map(({ kind }) => kind).toSorted()).toEqual(
        isRight ? ['messagePassedOn', 'messageWithheld'] : ['messageWithheld'],
      )
      expect(await holds()).toEqual(
        isRight
          ? [{ outcome: 'passed', words: null }]
          : [{ outcome: 'withheld', words: expect.stringContaining(BEGS) }],
      )
    },
  )
})

test('a voice message and a photo that were withheld are sent after an objection that is right', async () => {
  const [Sender, Other] = [
    await joins(app, { brand: 'megaflirt', username: `HeldFiles${number}` }),
    await joins(app, { brand: 'megaflirt', username: `HeldHears${number}`, gender: 'man' }),
  ]
  Ann = Sender
  await givesCredits(app, Ann, 9)
  await writes(Ann, Other, BEGS)
  const [voice, photo] = [new FormData(), new FormData()]
  for (const form of [voice, photo]) form.set('id', String(Other.id))
  voice.set('recording', new File([tone()], 'voice.wav', { type: 'audio/wav' }))
  voice.set('transcript', 'Please call me')
  voice.set('isSure', 'yes')
  photo.set('rules', PHOTO_RULES)
  photo.set(
    'photo',
    new File([new Uint8Array(await aPhoto({ width: 300, height: 400 }))], 'photo.jpg', {
      type: 'image/jpeg',
    }),
  )
  app.clock.advance(SECOND)
  await Ann.calls(sendVoice, { form: voice })
  app.clock.advance(SECOND)
  await Ann.calls(sendViewOnce, { form: photo })
  const { task } = await takes()
  await decides(task, 'warn')
  await decisionsTakeEffect(app)
  await runs()
  expect(await holds()).toEqual([{ outcome: 'withheld', words: BEGS }])
  const files = () =>
    readdir(app.services.settings.dataDir, { recursive: true }).then(
      (names) => names.filter((name) => /\.mp3$|-once\.webp$/.test(name)).length,
    )
  // The sweep takes what no row needs once it is an hour old.
  const sweeps = async () => {
    await datesFiles(app)
    const nextDay = later(app.clock.now(), DAY)
    const services = { ...app.services, clock: { now: () => nextDay } }
    for (const task of [recordingSweepJob, viewOnceSweepJob])
      await task.start(services).run(new AbortController().signal)
  }
  await sweeps()
  expect(await files()).toBe(2)

  // The sender's copy of their data has them, and the recipient's nothing of them.
  const copied = async (who: CastMember) => {
    const entries: Array<[string, unknown]> = []
    for await (const { name, input } of copyOf(app.services, who.id, async () => undefined)) {
      if (name === 'data/held-messages.json')
        entries.push([
          name,
          JSON.parse((await Array.fromAsync(input as AsyncIterable<string>)).join('')),
        ])
      else if (input instanceof Uint8Array) entries.push([name.replace(/\d+/, 'N'), input.length])
    }
    return Object.fromEntries(entries)
  }
  expect(await copied(Ann)).toEqual({
    'recordings/not-passed-on-N.mp3': expect.any(Number),
    'photos/not-passed-on-N.webp': expect.any(Number),
    'data/held-messages.json': [
      expect.objectContaining({
        words: BEGS,
        wordsWithFiles: 'Please call me',
        files: expect.stringMatching(
          /^recordings\/not-passed-on-\d+\.mp3, photos\/not-passed-on-\d+\.webp$/,
        ),
      }),
    ],
  })
  expect(await copied(Other)).toEqual({ 'data/held-messages.json': [] })

  const decision = await app.db
    .selectFrom('held_messages')
    .select('decision_id')
    .where('sender_id', '=', Ann.id)
    .executeTakeFirstOrThrow()
  const passes = () =>
    app.transaction((trx) =>
      app.services.say(trx, decisionLifted, {
        decisionId: decision.decision_id ?? 0,
        at: app.clock.now(),
      }),
    )
  await passes()
  await passes()
  const { messages } = await chatOf(Other, Ann)
  expect(messages.map(({ kind, body, viewOnce }) => [kind, body, viewOnce?.state])).toEqual([
    ['text', BEGS, undefined],
    ['voice', 'Please call me', undefined],
    ['viewOnce', '', 'waiting'],
  ])
  expect(
    (await Other.calls(openViewOnce, { body: { messageId: messages[2]?.id ?? 0 } })).width,
  ).toBe(300)
  await sweeps()
  expect(await files()).toBe(2)
})

describe('files that were withheld', () => {
  const names = async () =>
    (await readdir(app.services.settings.dataDir, { recursive: true }))
      .flatMap((name) => /[^/]+(?:\.mp3|-once\.webp)$/.exec(name)?.[0] ?? [])
      .toSorted()
  const checked = async () => {
    const { missing } = await compareFiles(
      app.db,
      app.services.photoFiles,
      handedIn(features, 'fileKinds'),
    )
    return missing.map(({ what, key }) => [what, key])
  }

  /** A hold with a voice message and a photo in the store, that ended now. */
  async function withheldFiles(): Promise<string[]> {
    const { db, photoFiles } = app.services
    const at = app.clock.now()
    const { id } = await db
      .insertInto('held_messages')
      .values({
        conversation_id: null,
        sender_id: Ann.id,
        other_id: Reader.id,
        brand: 'adultcrush',
        held_at: at,
        until: at,
        ended_at: at,
        outcome: 'withheld',
        words: BEGS,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const keys = [1, 2].map((one) => String(number * 10 + one).padStart(32, '0'))
    const [voice = '', photo = ''] = keys
    await photoFiles.write(
      new Map([
        [recordingName(voice), new Uint8Array(9)],
        [viewOnceName(photo), new Uint8Array(9)],
      ]),
    )
    await sql`insert into held_files (key, held_id, message_id, kind, body, facts)
      values (${voice}, ${id}, 1, 'voice', '', '{"milliseconds":1000}'), (${photo}, ${id}, 2, 'viewOnce', '', '{}')`.execute(
      db,
    )
    return keys
  }

  test('are missed by the check of the store', async () => {
    const [voice = '', photo = ''] = await withheldFiles()
    expect(await checked()).toEqual([])
    await app.services.photoFiles.remove([recordingName(voice), viewOnceName(photo)])
    expect(await checked()).toEqual(
      [voice, photo].map((key) => ['voice message or photo that was withheld', key]),
    )
    await app.db.deleteFrom('held_messages').execute()
  })

  test('are deleted as soon as their time is over, and not before; again where the store refuses', async () => {
    await app.db.deleteFrom('held_messages').execute()
    const before = await names()
    await withheldFiles()
    app.clock.advance(215 * DAY - SECOND)
    await runs()
    expect((await names()).length).toBe(before.length + 2)
    app.clock.advance(SECOND)
    const refuses = {
      ...app.services,
      photoFiles: {
        ...app.services.photoFiles,
        remove: () => Promise.reject(new Error('the store is away')),
      },
    }
    await expect(heldMessageJob.start(refuses).run(new AbortController().signal)).rejects.toThrow(
      'the store is away',
    )
    expect([await holds(), (await names()).length]).toEqual([
      [{ outcome: 'withheld', words: BEGS }],
      before.length + 2,
    ])
    await Promise.all([runs(), runs()])
    expect([await holds(), await names()]).toEqual([[], before])
  })
})

test('messages that fail by a fault of ours are tried again after growing pauses, and keep no other waiting', async () => {
  const { db, log } = app.services
  await db.deleteFrom('held_messages').execute()
  const at = app.clock.now()
  // As many as a run takes, and due before.
  await sql`insert into held_messages (sender_id, other_id, brand, held_at, until)
    select ${Ann.id}::bigint, ${Reader.id}::bigint, 'adultcrush', ${at}::timestamptz, ${at}::timestamptz from generate_series(1, 100)`.execute(
    db,
  )
  await writes(Ann, Reader, BEGS)
  await sql`create function fail() returns trigger language plpgsql as $$ begin raise exception 'a fault of ours'; end $$`.execute(
    db,
  )
  await sql`create trigger fail before update on held_messages for each row when (new.conversation_id is null) execute function fail()`.execute(
    db,
  )
  const logged = vi.spyOn(log, 'error').mockReturnValue()
  const worker = heldMessageJob.start(app.services)
  const lines = async (after: number) => {
    logged.mockClear()
    app.clock.advance(after)
    await worker.run(new AbortController().signal)
    return [
      logged.mock.calls.length,
      new Set(logged.mock.calls.map(([said]) => (said as { tries: number }).tries)),
    ]
  }
  try {
    expect([await lines(10 * MINUTE), await read(Reader, Ann)]).toEqual([[100, new Set([1])], []])
    expect([await lines(4 * SECOND - 1), await read(Reader, Ann)]).toEqual([[0, new Set()], [BEGS]])
    expect([await lines(1), await lines(8 * SECOND - 1), await lines(1)]).toEqual([
      [100, new Set([2])],
      [0, new Set()],
      [100, new Set([3])],
    ])
  } finally {
    logged.mockRestore()
    await sql`drop trigger fail on held_messages`.execute(db)
    await sql`drop function fail`.execute(db)
  }
  await lines(16 * SECOND)
  expect(new Set((await holds()).map(({ outcome }) => outcome))).toEqual(
    new Set(['gone', 'passed']),
  )
})

test('an ordinary first message is not held, and a rule in shadow holds nothing', async () => {
  await app.db.deleteFrom('fraud_switches').execute()
  await writes(Ann, Reader, BEGS)
  expect(await read(Reader, Ann)).toEqual([BEGS])
  expect(await holds()).toEqual([])
})

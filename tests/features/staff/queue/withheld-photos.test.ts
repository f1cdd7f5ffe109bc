import { beforeEach, expect, test } from 'vitest'
import { DAY, later, MINUTE, SECOND } from '#lib/clock.ts'
import { refusedFile } from '#members/messages/view-once/view-once-check.server.ts'
import { openViewOnce, sendViewOnce } from '#members/messages/view-once/view-once.contract.ts'
import { viewOnceSweepJob } from '#members/messages/view-once/view-once.server.ts'
import { PHOTO_RULES } from '#members/photos/own/photo-rules.ts'
import { appeal } from '#staff/decisions/appeals/appeals.contract.ts'
import { decideTask, getDecision } from '#staff/decisions/deciding/decide.contract.ts'
import { decisionJob } from '#staff/decisions/deciding/decide.server.ts'
import { heldMessageJob } from '#staff/messages/held-messages.server.ts'
import { app, withApp } from '#tests/support/app.ts'
import {
  becomesPremium,
  type CastMember,
  chatOf,
  joins,
  worksAs,
  writesTo,
} from '#tests/support/cast.ts'
import { aPhoto, datesFiles } from '#tests/support/photos.ts'
import {
  appealOf,
  decidesAppeal,
  queueOf,
  takesTask,
  verdictsTakeEffect,
} from '#tests/support/verdicts.ts'

/**
 * A photo for one view about which staff decide, in a message that is withheld before, meanwhile or
 * afterwards.
 */

withApp({ PHOTO_REVIEW: 'staff' })
let Ann: CastMember
let Bob: CastMember
let Eve: CastMember
let Finn: CastMember
let Max: CastMember
let number = 0
beforeEach(async () => {
  app.clock.advance(DAY + MINUTE)
  number += 1
  const staff = (name: string) => worksAs(app, `${name}${number}`)
  ;[Eve, Finn, Max] = [await staff('OnceEve'), await staff('OnceFinn'), await staff('OnceMax')]
  for (const table of ['tasks', 'fraud_switches'] as const) await app.db.deleteFrom(table).execute()
  await app.db
    .insertInto('fraud_switches')
    .values({ rule: 'opener', shadow: false, changed_at: app.clock.now(), changed_by: Eve.id })
    .execute()
  Ann = await joins(app, { brand: 'adultcrush', username: `OnceAnn${number}` })
  Bob = await joins(app, { brand: 'adultcrush', username: `OnceBob${number}`, gender: 'man' })
  for (const person of [Ann, Bob]) await becomesPremium(app, person)
  await writesTo(Ann, Bob, 'Hello dear, could you lend me 200 euros until Friday?', {
    isSure: 'yes',
  })
  const form = new FormData()
  form.set('id', String(Bob.id))
  form.set('rules', PHOTO_RULES)
  form.set(
    'photo',
    new File([new Uint8Array(await aPhoto({ width: 300, height: 400 }))], 'photo.jpg', {
      type: 'image/jpeg',
    }),
  )
  app.clock.advance(SECOND)
  messageId = (await Ann.calls(sendViewOnce, { form })).message.id
})
let messageId = 0

async function decides(
  by: CastMember,
  queue: 'fraud' | 'viewOnce',
  act: 'none' | 'hidePhoto' | 'warn',
): Promise<number> {
  await takesTask(by, queue)
  const { held } = await queueOf(by, queue)
  const why =
    act === 'none'
      ? {}
      : ({
          policy: act === 'warn' ? 'scam' : 'nudity',
          note: 'That is against our rules.',
        } as const)
  return (
    await by.calls(decideTask, {
      body: { taskId: held?.id ?? 0, photoKey: held?.photo?.key, act, ...why },
    })
  ).id
}
const withholds = () => decides(Eve, 'fraud', 'warn')
const judges = (act: 'none' | 'hidePhoto') => decides(Finn, 'viewOnce', act)

async function passes(milliseconds: number): Promise<void> {
  app.clock.advance(milliseconds)
  const { signal } = new AbortController()
  await decisionJob.start(app.services).run(signal)
  await heldMessageJob.start(app.services).run(signal)
}
async function sweeps(): Promise<void> {
  await datesFiles(app)
  const nextDay = later(app.clock.now(), DAY)
  await viewOnceSweepJob
    .start({ ...app.services, clock: { now: () => nextDay } })
    .run(new AbortController().signal)
}
const statementOf = async (id: number) =>
  (await Max.calls(getDecision, { query: { id } })).decision.statement ?? ''

/** Ann objects to a decision, and was right. Returns the picture that Max sees. */
async function objects(decision: number): Promise<string | null> {
  const token = (await statementOf(decision)).replace('/decision/', '')
  await app
    .visitor('adultcrush')
    .calls(appeal, { body: { token, words: 'It is for my sister, and it shows a hat.' } })
  await takesTask(Max, 'appeals')
  const { held } = await appealOf(Max)
  await decidesAppeal(Max, {
    taskId: held?.taskId ?? 0,
    outcome: 'overturn',
    note: 'We looked again.',
  })
  await verdictsTakeEffect(app)
  await passes(11 * SECOND)
  return held?.picture ?? null
}
const received = async () => (await chatOf(Bob, Ann)).messages
const kinds = async () => (await received()).map(({ kind }) => kind)
async function opens(): Promise<number> {
  const photo = (await received()).find(({ kind }) => kind === 'viewOnce')
  return (await Bob.calls(openViewOnce, { body: { messageId: photo?.id ?? 0 } })).width
}

test.each(['the message', 'the photo'])(
  'a photo that was refused before is kept, and sent after objections that are right, first about %s',
  async (first) => {
    const refused = await judges('hidePhoto')
    await passes(11 * SECOND)
    const withheld = await withholds()
    await passes(11 * SECOND)
    await sweeps()
    if (first === 'the message') {
      await objects(withheld)
      expect(await kinds()).toEqual(['text'])
      expect(await objects(refused)).toMatch(/^data:image/)
    } else {
      expect(await objects(refused)).toMatch(/^data:image/)
      expect(await kinds()).toEqual([])
      await objects(withheld)
    }
    await sweeps()
    expect([await kinds(), await opens()]).toEqual([['text', 'viewOnce'], 300])
  },
)

test('a photo is refused, too, where its message is withheld within the ten seconds, and its sender is told so', async () => {
  const withheld = await withholds()
  app.clock.advance(9 * SECOND)
  const refused = await judges('hidePhoto')
  await passes(2 * SECOND)
  expect((await chatOf(Ann, Bob)).messages).toEqual([])
  await passes(11 * SECOND)
  const { words } = await app.db
    .selectFrom('statements')
    .select('words')
    .where('decision_id', '=', refused)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(words)).toContain(
    'We have not shown a photo for one view that you sent with a message which we did not pass on. We keep it for 215 days, so that we can send it if we were wrong.',
  )
  await objects(withheld)
  await sweeps()
  expect(await kinds()).toEqual(['text'])
  expect(await objects(refused)).toMatch(/^data:image/)
  expect(await opens()).toBe(300)
})

test('a photo is approved, too, where its message is withheld within the ten seconds', async () => {
  const withheld = await withholds()
  app.clock.advance(9 * SECOND)
  await judges('none')
  await passes(2 * SECOND)
  await passes(11 * SECOND)
  await objects(withheld)
  expect(await opens()).toBe(300)
})

test('a photo that was refused goes with its message when the time of that is over', async () => {
  await judges('hidePhoto')
  await passes(11 * SECOND)
  await withholds()
  await passes(11 * SECOND)
  const name = await refusedFile(app.db, messageId)
  expect(await app.services.photoFiles.read(name ?? '')).not.toBeNull()
  await passes(216 * DAY)
  expect(await app.services.photoFiles.read(name ?? '')).toBeNull()
})

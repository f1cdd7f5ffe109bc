import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Given } from '#api/contract.ts'
import { listAccesses } from '#core/audit/accesses.contract.ts'
import { accessesOf } from '#core/audit/accesses.sql.ts'
import { DAY, HOUR, later, MINUTE } from '#lib/clock.ts'
import { retentionJob } from '#members/leaving/erasure.server.ts'
import { openViewOnce, sendViewOnce } from '#members/messages/view-once/view-once.contract.ts'
import {
  askForCopies,
  copySearches,
  noteCopiesSearched,
} from '#members/photos/hashes/copy-searches.sql.ts'
import { findingsOf } from '#members/photos/hashes/findings.sql.ts'
import { copySearchJob } from '#members/photos/hashes/removed.server.ts'
import { type OwnPhoto, listOwnPhotos } from '#members/photos/own/photos.contract.ts'
import { brandById, brands, mainBrand } from '#sites/registry.ts'
import { appeal } from '#staff/decisions/appeals/appeals.contract.ts'
import { decideTask, getAdvice } from '#staff/decisions/deciding/decide.contract.ts'
import type { Severity } from '#staff/decisions/decisions.ts'
import { undoDecided } from '#staff/desk/task.contract.ts'
import { askForRemoval, decideRemoval, getRemoval } from '#staff/removals/removals.contract.ts'
import { getFigures } from '#staff/transparency/queue-figures.contract.ts'
import { reportOf } from '#staff/transparency/report.server.ts'
import { app, runJob, setsAccount, setsProfile, withApp } from '#tests/support/app.ts'
import { becomesPremium, type CastMember, joins, worksAs } from '#tests/support/cast.ts'
import { mailsTo } from '#tests/support/mail.ts'
import { addressIn, deletesPhoto, keptBy, look, upload } from '#tests/support/photos.ts'
import {
  answersApproval,
  appealOf,
  approvalsFor,
  decidesAppeal,
  decisionsTakeEffect,
  takesTask,
  undoesDecision,
  verdictsTakeEffect,
} from '#tests/support/verdicts.ts'

withApp()
let alice: CastMember
let bob: CastMember
let eve: CastMember
let fay: CastMember
let named = 0

beforeEach(async () => {
  named += 1
  app.clock.advance(DAY)
  await app.db.deleteFrom('tasks').execute()
  alice = await joins(app, { brand: 'adultcrush', username: `Alice${named}` })
  bob = await joins(app, { brand: 'wivesnow', username: `Bob${named}` })
  eve = await worksAs(app, `Eve${named}`)
  fay = await worksAs(app, `Fay${named}`)
})

const request = {
  kind: 'intimate',
  details: 'The one by the sea.',
  goodFaith: 'on',
  name: 'Gwen Guest',
  email: 'gwen@example.org',
} as const
type Request = Partial<Record<'kind' | 'details' | 'goodFaith' | 'name' | 'email', string>> & {
  targets: string
}

/** Of somebody without an account. */
const asks = ({ targets, ...more }: Request, brand = 'megaflirt', ip = `198.51.100.${named}`) =>
  app
    .visitor(brand, { ip })
    .calls(askForRemoval, { body: { ...request, ...more, targets } as never })
const takes = (who: CastMember) => takesTask(who, 'removals')
const sees = (who: CastMember) => who.calls(getRemoval)
type Verdict = {
  id: number
  task: number
  verdict: 'remove' | 'refuse'
  photos?: number[]
  severity?: Severity
  reason?: string
}
const says = (who: CastMember, body: Verdict) =>
  who.calls(decideRemoval, { body: { photos: [], reason: 'She did not agree to it.', ...body } })
const decides = async (who: CastMember, body: Verdict) => {
  await says(who, body)
  await verdictsTakeEffect(app)
}

async function holds(who: CastMember) {
  await takes(who)
  const { held } = await sees(who)
  if (!held) throw new Error('nothing is held')
  return held
}

/** A picture of its own for each test and number. */
async function aPicture(number = 0): Promise<Uint8Array> {
  let state = (named * 31 + number) * 7919 + 1
  const random = (most: number) => (state = (state * 48271) % 2147483647) % most
  const shapes = Array.from(
    { length: 50 },
    () =>
      `<ellipse cx="${random(500)}" cy="${random(500)}" rx="${20 + random(90)}" ry="${20 + random(90)}" fill="rgb(${random(256)},${random(256)},${random(256)})"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="500" height="500"><rect width="500" height="500" fill="#808080"/>${shapes.join('')}</svg>`
  return new Uint8Array(await sharp(Buffer.from(svg)).jpeg({ quality: 92 }).toBuffer())
}

const hidesCopies = () => runJob(app, copySearchJob)
const isSeenBy = async (viewer: CastMember, photo: OwnPhoto) =>
  (await look(app, keptBy(app, viewer, addressIn(photo)), viewer)).status === 200
const kindsOf = async ({ id }: OwnPhoto) => (await findingsOf(app.db, id)).map(({ kind }) => kind)
const own = async (who: CastMember) =>
  (await who.calls(listOwnPhotos)).photos.map(({ id, status }) => ({
    id,
    status,
  }))

describe('a request', () => {
  test.each(brands.map(({ id }) => id))(
    'can be made on %s without an account, and is answered with a number and a receipt',
    async (brand) => {
      const email = `guest-${brand}@example.org`
      const { number, next } = await asks({ targets: 'Alice1', email }, brand, '198.51.100.200')
      expect(number).toMatch(/^R-\d+$/)
      expect(next).toBe(`/site/reportContent?received=${number}`)
      expect(await mailsTo(app, email)).toMatchObject([{ subject: `Your request ${number}` }])
      // What was typed goes to nobody by mail.
      expect((await mailsTo(app, email))[0]?.text).not.toContain('by the sea')
    },
  )

  test.each([
    ['child', 100, HOUR],
    ['intimate', 95, 48 * HOUR],
    ['illegal', 60, 48 * HOUR],
    ['copyright', 40, 48 * HOUR],
  ] as const)('about %s has its priority and its time', async (kind, priority, due) => {
    await asks({ targets: `@${alice.username}`, kind })
    expect(
      await app.db
        .selectFrom('tasks')
        .select(['queue', 'brand', 'account_id', 'priority', 'due_at'])
        .execute(),
    ).toEqual([
      {
        queue: 'removals',
        brand: 'megaflirt',
        account_id: alice.id,
        priority,
        due_at: new Date(app.clock.now().getTime() + due),
      },
    ])
  })

  test.each([
    [
      'an address of somebody else',
      'https://www.example.com/profile/view/id/1',
      'This address is not of ours: https://www.example.com',
    ],
    [
      'one that only begins like ours',
      'https://www.adultcrush.localhost.example.com/x',
      'not of ours',
    ],
    ['a very long one', `https://www.adultcrush.localhost/${'x'.repeat(1000)}`, 'too long'],
    ['a sentence', 'the picture of me!', 'neither an address nor a username'],
    [
      'eleven of them',
      Array.from({ length: 11 }, (_, index) => `user${index}`).join('\n'),
      'up to 10 at once',
    ],
    ['nothing', '  ', 'Please fill this in.'],
  ])('with %s is refused in words', async (_, targets, sentence) => {
    const problem = await asks({ targets }).catch((error: unknown) => error)
    expect(problem).toMatchObject({
      code: 'invalid',
      errors: [{ field: 'targets', message: expect.stringContaining(sentence) }],
    })
    expect(await app.db.selectFrom('tasks').select('id').execute()).toEqual([])
  })

  test('with a link of 200 kB, without good faith or without a signature is refused', async () => {
    await expect(
      asks({ targets: `https://www.adultcrush.localhost/${'x'.repeat(200_000)}` }),
    ).rejects.toMatchObject({
      code: expect.stringMatching(/invalid|tooLarge/),
    })
    await expect(asks({ targets: 'Alice1', goodFaith: '' })).rejects.toMatchObject({
      errors: [{ field: 'goodFaith' }],
    })
    await expect(asks({ targets: 'Alice1', name: ' ' })).rejects.toMatchObject({
      errors: [{ field: 'name' }],
    })
    await expect(asks({ targets: 'Alice1', name: 'Buy at www.example.com' })).rejects.toMatchObject(
      { errors: [{ field: 'name' }] },
    )
  })

  test('is limited by address, and sends few receipts to one mailbox', async () => {
    for (let index = 0; index < 10; index += 1)
      await asks({ targets: 'Alice1', email: 'flooded@example.org' })
    await expect(asks({ targets: 'Alice1' })).rejects.toMatchObject({ code: 'tooMany' })
    expect(await mailsTo(app, 'flooded@example.org')).toHaveLength(5)
  })
})

/** To the latest decision; Fay looks at it again. */
async function objectsAndIsRight(member: CastMember): Promise<void> {
  const [mail] = (await mailsTo(app, `${member.username.toLowerCase()}@example.org`)).filter(
    ({ kind }) => kind === 'decision',
  )
  const [, token = ''] = /\/decision\/([\w.~-]+)/.exec(mail?.text ?? '') ?? []
  await app.visitor('adultcrush').calls(appeal, { body: { token, words: 'I painted it.' } })
  await takesTask(fay, 'appeals')
  const { held: objection } = await appealOf(fay)
  await decidesAppeal(fay, { taskId: objection?.taskId ?? 0, outcome: 'overturn', note: '' })
  await verdictsTakeEffect(app)
}

const decisionsAbout = ({ id }: CastMember) =>
  app.db
    .selectFrom('decisions')
    .leftJoin('strikes', 'strikes.decision_id', 'decisions.id')
    .select(['act', 'decisions.policy', 'severity', 'source', 'weight'])
    .where('decisions.account_id', '=', id)
    .orderBy('decisions.id')
    .execute()

describe('staff', () => {
  test('hold one request, also when they ask for it twice at the same moment, and it counts as work', async () => {
    await asks({ targets: 'Alice1' })
    await asks({ targets: 'Alice2' })
    // The connections are opened first, so that the requests meet.
    await Promise.all(Array.from({ length: 8 }, () => sees(eve)))
    await Promise.all(Array.from({ length: 8 }, () => takes(eve)))
    expect(
      await app.db.selectFrom('tasks').select('id').where('leased_by', '=', eve.id).execute(),
    ).toHaveLength(1)
    expect(
      await app.db
        .selectFrom('staff_shifts')
        .select('account_id')
        .where('account_id', '=', eve.id)
        .execute(),
    ).toHaveLength(1)
  })

  test('decide about no request that names themselves, not even to refuse it', async () => {
    await asks({ targets: `${alice.username}\n${eve.username}` })
    const held = await holds(eve)
    await expect(
      decides(eve, { id: held.id, task: held.task, verdict: 'refuse' }),
    ).rejects.toMatchObject({ code: 'forbidden' })
    expect((await sees(eve)).held?.id).toBe(held.id)
  })

  test('see what it names, and remove a photo with its copies on all brands; all concerned are told', async () => {
    const picture = await aPicture()
    const photo = await upload(alice, picture)
    const other = await upload(alice, await aPicture(1))
    const mirrored = new Uint8Array(await sharp(picture).flop().resize(400).jpeg().toBuffer())
    const copy = await upload(bob, mirrored)
    await asks({
      targets: `${addressIn(photo)}\nhttps://members.wivesnow.localhost:4321/profile/view/id/999999\nhttps://www.adultcrush.localhost/dashboard`,
    })
    await app.db.deleteFrom('tasks').where('queue', '=', 'photos').execute()

    const held = await holds(eve)
    expect(held).toMatchObject({
      kind: 'intimate',
      name: 'Gwen Guest',
      email: 'gwen@example.org',
      details: 'The one by the sea.',
    })
    expect(held.targets.map(({ found }) => found)).toEqual([
      `photo ${photo.id}`,
      'nobody who is here',
      'a page of ours',
    ])
    expect(
      held.photos.map(({ id, owner, isNamed, isShown }) => ({ id, owner, isNamed, isShown })),
    ).toEqual([{ id: photo.id, owner: alice.username, isNamed: true, isShown: true }])
    expect(await isSeenBy(bob, photo)).toBe(true)
    await decides(eve, { id: held.id, task: held.task, verdict: 'remove', photos: [photo.id] })

    expect(await own(bob)).toEqual([{ id: copy.id, status: 'approved' }])
    // As two processes do, one of which ended in between.
    await app.db.updateTable('copy_searches').set({ done_to: 0 }).execute()
    await Promise.all([hidesCopies(), hidesCopies()])
    expect(await app.db.selectFrom('copy_searches').selectAll().execute()).toEqual([])
    // Out of its owner's sight, too.
    expect([
      await isSeenBy(alice, photo),
      await isSeenBy(bob, photo),
      await isSeenBy(eve, photo),
      await isSeenBy(bob, other),
    ]).toEqual([false, false, false, true])
    expect(await own(alice)).toEqual([{ id: other.id, status: 'approved' }])
    expect([await isSeenBy(alice, copy), await own(bob)]).toEqual([
      false,
      [{ id: copy.id, status: 'waiting' }],
    ])
    expect(
      (await findingsOf(app.db, copy.id)).map(({ kind, list }) => `${kind} ${list}`),
    ).toContain('hold removed')
    expect(
      await app.db
        .selectFrom('tasks')
        .select(['subject_id', 'priority'])
        .where('queue', '=', 'matches')
        .execute(),
    ).toEqual([{ subject_id: copy.id, priority: 90 }])
    const toGwen = (await mailsTo(app, 'gwen@example.org')).filter(
      ({ kind }) => kind === 'removalAnswered',
    )
    expect(toGwen).toMatchObject([
      { text: expect.stringContaining('We have removed what your request') },
    ])
    const toAlice = (await mailsTo(app, `${alice.username.toLowerCase()}@example.org`)).filter(
      ({ kind }) => kind === 'decision',
    )
    expect(toAlice).toMatchObject([
      {
        text: expect.stringMatching(
          /removed one of your photos[^]*It counts 4[^]*She did not agree to it/,
        ),
      },
    ])
    expect(toAlice[0]?.text).not.toMatch(/Gwen/)
    expect(await decisionsAbout(alice)).toEqual([
      { act: 'hidePhoto', policy: 'intimateImage', severity: 'high', source: 'report', weight: 4 },
    ])

    expect(await upload(alice, picture)).toMatchObject({ status: 'waiting' })
    expect(
      await app.db
        .selectFrom('audit_log')
        .select('action')
        .where('actor_id', '=', eve.id)
        .where('action', '=', 'staff.decideRemoval')
        .execute(),
    ).toHaveLength(1)
    expect((await sees(eve)).held).toBeNull()
  })

  test('leave on record whose photos they looked at; who it was of reads it after thirty days', async () => {
    const { db } = app
    await upload(alice, await aPicture())
    const { id } = await upload(bob, await aPicture(1))
    await asks({ targets: `${alice.username}\n${bob.username}` })
    const held = await holds(eve)
    await sees(eve)
    const acts = await db
      .selectFrom('audit_log')
      .select(['action', 'subject_id', 'details'])
      .where('actor_id', '=', eve.id)
      .orderBy('id')
      .execute()
    const details = { what: 'photos', task: held.task, removal: held.id }
    expect(acts.filter(({ action }) => action !== 'staff.factor')).toEqual([
      {
        action: 'staff.takeTask',
        subject_id: alice.id,
        details: { task: held.task, queue: 'removals' },
      },
      { action: 'staff.look', subject_id: alice.id, details },
      { action: 'staff.look', subject_id: bob.id, details },
    ])
    await says(eve, { id: held.id, task: held.task, verdict: 'remove', photos: [id] })
    for (const owner of [alice, bob]) {
      expect((await owner.calls(listAccesses)).looks).toEqual([])
      const day = app.clock.now().toISOString().slice(0, 10)
      expect(await accessesOf(db, owner.id, later(app.clock.now(), 30 * DAY))).toEqual([
        { day, what: 'photos' },
      ])
    }
  })

  test('look for copies once more where that is asked for while they are looked for', async () => {
    const { db, photoFiles } = app.services
    const { id } = await upload(alice, await aPicture(5))
    const asks = () => db.transaction().execute((trx) => askForCopies(trx, [id], app.clock.now()))
    const searches = () => copySearches(db, 10)
    await asks()
    const [first] = await searches()
    // The file is read at the beginning of a search.
    const asked = {
      ...photoFiles,
      read: async (name: string) => (await asks(), photoFiles.read(name)),
    }
    await copySearchJob
      .start({ ...app.services, photoFiles: asked })
      .run(new AbortController().signal)
    expect(await searches()).toMatchObject([{ photoId: id, doneTo: 0 }])
    // How far the earlier one was says nothing of this one.
    await noteCopiesSearched(db, first ?? { photoId: id, doneTo: 0, askedAt: app.clock.now() }, 999)
    expect(await searches()).toMatchObject([{ photoId: id, doneTo: 0 }])
    await hidesCopies()
    expect(await searches()).toEqual([])
  })

  test('remove a photo that its owner has sent for one view as well: it is not opened any more', async () => {
    await becomesPremium(app, alice)
    const photo = await upload(alice, await aPicture(2))
    const form = new FormData()
    for (const [field, value] of [
      ['id', bob.id],
      ['ownPhoto', photo.id],
    ] as const)
      form.set(field, String(value))
    const { message } = await alice.calls(sendViewOnce, { form })
    await asks({ targets: addressIn(photo) })
    const held = await holds(eve)
    await decides(eve, { id: held.id, task: held.task, verdict: 'remove', photos: [photo.id] })
    await expect(
      bob.calls(openViewOnce, { body: { messageId: message.id } }),
    ).rejects.toMatchObject({
      code: 'conflict',
      message: 'This photo is still being checked.',
    })
    expect(
      await app.db
        .selectFrom('tasks')
        .select(['queue', 'subject_id', 'account_id'])
        .where('closed_at', 'is', null)
        .execute(),
    ).toEqual([{ queue: 'viewOnceMatches', subject_id: message.id, account_id: alice.id }])
  })

  test('decide about each owner, as gravely as they say, and an objection brings the photo back and forgets its hash', async () => {
    const [ofAlice, ofBob] = [
      await upload(alice, await aPicture(3)),
      await upload(bob, await aPicture(4)),
    ]
    await asks({ targets: `${alice.username}\n${bob.username}`, kind: 'copyright' })
    const held = await holds(eve)
    await decides(eve, {
      id: held.id,
      task: held.task,
      verdict: 'remove',
      photos: [ofAlice.id, ofBob.id],
      severity: 'medium',
    })
    for (const owner of [alice, bob])
      expect(await decisionsAbout(owner)).toMatchObject([
        { policy: 'copyright', severity: 'medium', weight: 2 },
      ])
    expect(await own(alice)).toEqual([])

    await objectsAndIsRight(alice)
    expect(await own(alice)).toEqual([{ id: ofAlice.id, status: 'approved' }])
    expect(await isSeenBy(bob, ofAlice)).toBe(true)
    // What was removed in error is no longer looked for, what was removed rightly is.
    const eva = await joins(app, { brand: 'wivesnow', username: `Eva${named}` })
    expect(await upload(eva, await aPicture(4))).toMatchObject({ status: 'waiting' })
    expect(await kindsOf(await upload(eva, await aPicture(3)))).not.toContain('hold')
  })

  test('are counted with what a notice led to, and with what an objection took back', async () => {
    const megaflirt = brandById('megaflirt') ?? mainBrand
    const day = app.clock.now().toISOString().slice(0, 10)
    const counted = async () => {
      const { sheets, key } = await reportOf(app.db, megaflirt, {
        from: day,
        to: day,
        at: app.clock.now(),
      })
      const { queues } = await eve.calls(getFigures, { query: { days: '7' } })
      const removals = queues.find(({ queue }) => queue === 'removals')
      return {
        ...{
          notices: key.notices,
          measures: key.decisions,
          own: key.ownInitiative,
          takenBack: key.reversed,
        },
        ownByRule: sheets.find(({ name }) => name === '4-own-initiative')?.rows,
        queue: removals && {
          closed: removals.closed,
          byProgram: removals.byProgram,
          reversed: removals.reversed,
          overturned: removals.overturned,
        },
      }
    }
    const photos = [
      await upload(alice, await aPicture(6)),
      await upload(alice, await aPicture(7)),
    ].map(({ id }) => id)
    await asks({ targets: alice.username })
    const held = await holds(eve)
    await decides(eve, { id: held.id, task: held.task, verdict: 'remove', photos })
    const one = {
      notices: 1,
      measures: 2,
      own: 0,
      takenBack: 0,
      ownByRule: [],
      queue: { closed: 1, byProgram: 0, reversed: 0, overturned: 0 },
    }
    expect(await counted()).toEqual(one)
    await objectsAndIsRight(alice)
    expect(await counted()).toEqual({
      ...one,
      takenBack: 1,
      queue: { ...one.queue, reversed: 1, overturned: 1 },
    })
  })

  test('refuse with a reason, which is mailed, and nothing is changed', async () => {
    const photo = await upload(alice, await aPicture())
    const email = `refused${named}@example.org`
    await asks({ targets: alice.username, email })
    const held = await holds(eve)
    expect(held.photos.map(({ isNamed }) => isNamed)).toEqual([false])
    await decides(eve, {
      id: held.id,
      task: held.task,
      verdict: 'refuse',
      reason: 'The picture shows a tree.',
    })
    expect(await isSeenBy(bob, photo)).toBe(true)
    expect((await mailsTo(app, email)).map(({ text }) => text).join()).toContain(
      'The picture shows a tree.',
    )
    await expect(
      decides(eve, { id: held.id, task: held.task, verdict: 'refuse' }),
    ).rejects.toMatchObject({ code: 'conflict' })
  })

  test('take an answer back within ten seconds, and hold the request again; nothing has left', async () => {
    const photo = await upload(alice, await aPicture(9))
    const email = `undone${named}@example.org`
    await asks({ targets: addressIn(photo), email })
    const held = await holds(eve)
    const answers = async () =>
      (await mailsTo(app, email)).filter(({ kind }) => kind === 'removalAnswered')
    for (const verdict of ['remove', 'refuse'] as const) {
      const { next } = await says(eve, {
        id: held.id,
        task: held.task,
        verdict,
        photos: [photo.id],
      })
      const id = Number(/&verdict=(\d+)$/.exec(next)?.[1])
      const undoes = (who: CastMember) => who.calls(undoDecided, { body: { kind: 'verdict', id } })
      expect([
        (await sees(eve)).held,
        await isSeenBy(bob, photo),
        await decisionsAbout(alice),
        await answers(),
      ]).toEqual([null, true, [], []])
      await expect(undoes(fay)).rejects.toMatchObject({ code: 'forbidden' })
      expect(await undoes(eve)).toMatchObject({ next: '/staff/queue/removals?done=undone' })
      await verdictsTakeEffect(app)
      expect([
        (await sees(eve)).held?.id,
        await isSeenBy(bob, photo),
        await decisionsAbout(alice),
        await answers(),
      ]).toEqual([held.id, true, [], []])
      await expect(undoes(eve)).rejects.toMatchObject({ code: 'conflict' })
    }
    const both = [
      says(eve, { id: held.id, task: held.task, verdict: 'remove', photos: [photo.id] }),
      says(eve, { id: held.id, task: held.task, verdict: 'refuse' }),
    ]
    expect(
      (await Promise.allSettled(both)).filter(({ status }) => status === 'fulfilled'),
    ).toHaveLength(1)
    await verdictsTakeEffect(app)
    expect(await answers()).toHaveLength(1)
  })

  test('remove a photo for good, also where its owner deletes it within the ten seconds', async () => {
    const picture = await aPicture(10)
    const photo = await upload(alice, picture)
    await asks({ targets: addressIn(photo) })
    const held = await holds(eve)
    await says(eve, { id: held.id, task: held.task, verdict: 'remove', photos: [photo.id] })
    await deletesPhoto(alice, photo.id)
    await verdictsTakeEffect(app)
    expect((await upload(alice, picture)).status).toBe('waiting')
    expect((await upload(bob, await aPicture(11))).status).toBe('approved')
  })

  test('decide only what they hold: not with a lost lease, not for another request, not about themselves or other photos', async () => {
    const photo = await upload(alice, await aPicture())
    const elsewhere = await upload(bob, await aPicture(2))
    await asks({ targets: alice.username })
    await asks({ targets: alice.username })
    const [first, second] = [await holds(eve), await holds(fay)]
    expect(first.id).not.toBe(second.id)
    const remove = (body: { id: number; task: number; photos: number[] }) =>
      decides(eve, { ...body, verdict: 'remove' })
    await expect(
      remove({ id: second.id, task: first.task, photos: [photo.id] }),
    ).rejects.toMatchObject({ code: 'conflict' })
    await expect(
      remove({ id: second.id, task: second.task, photos: [photo.id] }),
    ).rejects.toMatchObject({ code: 'conflict' })
    for (const photos of [[], [elsewhere.id], [photo.id, elsewhere.id]]) {
      await expect(remove({ id: first.id, task: first.task, photos })).rejects.toMatchObject({
        code: 'invalid',
      })
    }
    app.clock.advance(6 * 60_000)
    await expect(
      remove({ id: first.id, task: first.task, photos: [photo.id] }),
    ).rejects.toMatchObject({ code: 'conflict' })
    expect(await isSeenBy(bob, photo)).toBe(true)
    await asks({ targets: eve.username, kind: 'child' })
    expect((await holds(fay)).targets).toEqual([
      { given: eve.username, found: `the member ${eve.username}` },
    ])
  })

  test('get one each, however many take at once, the gravest first', async () => {
    await asks({ targets: alice.username, kind: 'copyright' })
    await asks({ targets: alice.username, kind: 'child' })
    await Promise.all([takes(eve), takes(fay), takes(eve)])
    const kinds = [(await sees(eve)).held?.kind, (await sees(fay)).held?.kind].toSorted()
    expect(kinds).toEqual(['child', 'copyright'])
    await expect(sees(alice)).rejects.toMatchObject({ code: 'notFound' })
  })
})

describe('a request about a text or an account', () => {
  type Body = Given<typeof decideTask>['body']
  const decided = (who: CastMember, body: Partial<Body> & { taskId: number }) =>
    who.calls(decideTask, {
      body: {
        accountId: alice.id,
        act: 'removeText',
        policy: 'illegal',
        severity: 'medium',
        note: 'You sold tickets that are not yours.',
        ...body,
      },
    })
  const takesEffect = () => decisionsTakeEffect(app)
  const writes = (about: string) => setsProfile(app, alice, { about })
  const aboutAlice = async () =>
    (
      await app.db
        .selectFrom('profiles')
        .select('about')
        .where('account_id', '=', alice.id)
        .executeTakeFirstOrThrow()
    ).about
  const theText = async () =>
    (await eve.calls(getAdvice, { query: { accountId: alice.id } })).texts.find(({ label }) =>
      label.startsWith('About'),
    )?.name
  const ended = (id: number) =>
    app.db
      .selectFrom('removals')
      .select(['outcome', 'decided_by'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const openTasks = () =>
    app.db.selectFrom('tasks').select(['id', 'leased_by']).where('closed_at', 'is', null).execute()
  const answers = async (email: string) =>
    (await mailsTo(app, email))
      .filter(({ kind }) => kind === 'removalAnswered')
      .map(({ text }) => text)
  const toAlice = async () =>
    (await mailsTo(app, `${alice.username.toLowerCase()}@example.org`)).filter(
      ({ kind }) => kind === 'decision',
    )
  /** Asked for by a mailbox of its own; Eve holds it. */
  const asked = async (targets = alice.username) => {
    const email = `guest${named}@example.org`
    await asks({ targets, email, kind: 'illegal' })
    return { ...(await holds(eve)), email }
  }

  test('is granted by removing the text: whoever asked, whose it was, the queue and the figures learn of it, and one can object', async () => {
    await writes('I sell tickets')
    const held = await asked()
    expect(held.members).toEqual([{ id: alice.id, username: alice.username }])
    const made = await decided(eve, { taskId: held.task, text: (await theText()) ?? '' })
    expect(made).toMatchObject({
      needsSecond: false,
      next: `/staff/queue/removals?done=decided&undo=${made.id}`,
    })
    // Nothing leaves within the ten seconds.
    expect([
      await aboutAlice(),
      (await ended(held.id)).outcome,
      await answers(held.email),
      await toAlice(),
    ]).toEqual(['I sell tickets', null, [], []])
    await takesEffect()
    expect([await aboutAlice(), await ended(held.id), await openTasks()]).toEqual([
      '',
      { outcome: 'acted', decided_by: eve.id },
      [],
    ])
    expect(await answers(held.email)).toEqual([
      expect.stringMatching(/is on none of our sites any more/),
    ])
    expect((await answers(held.email)).join()).not.toContain('You sold tickets')
    expect(await toAlice()).toMatchObject([{ text: expect.stringMatching(/You sold tickets/) }])
    expect(
      await app.db
        .selectFrom('decisions')
        .select(['id', 'source', 'removal_id'])
        .where('account_id', '=', alice.id)
        .execute(),
    ).toEqual([{ id: made.id, source: 'report', removal_id: held.id }])
    const counted = async () => {
      const day = app.clock.now().toISOString().slice(0, 10)
      const { sheets } = await reportOf(app.db, brandById('megaflirt') ?? mainBrand, {
        from: day,
        to: day,
        at: app.clock.now(),
      })
      const { queues } = await eve.calls(getFigures, { query: { days: '7' } })
      return [
        sheets.find(({ name }) => name === '3-notices')?.rows,
        queues.find(({ queue }) => queue === 'removals')?.overturned,
      ]
    }
    expect(await counted()).toEqual([[['form', 'illegal', 1, 1, 1, expect.any(Number)]], 0])
    await objectsAndIsRight(alice)
    expect([await aboutAlice(), (await counted())[1]]).toEqual(['I sell tickets', 1])
  })

  test('is granted by a decision about the account of any whom it names, also of whose photo it names', async () => {
    const photo = await upload(bob, await aPicture(8))
    const held = await asked(`${alice.username}\n${addressIn(photo)}`)
    expect(held.members.map(({ id }) => id)).toEqual([alice.id, bob.id])
    await decided(eve, { taskId: held.task, accountId: bob.id, act: 'suspend', days: 7 })
    await takesEffect()
    expect(await decisionsAbout(bob)).toMatchObject([
      { act: 'suspend', policy: 'illegal', source: 'report', weight: 2 },
    ])
    expect(await answers(held.email)).toEqual([
      expect.stringMatching(
        /found a breach of our rules, and acted on it[^]*we tell its owner alone/,
      ),
    ])
    expect(await ended(held.id)).toEqual({ outcome: 'acted', decided_by: eve.id })
  })

  test('is open again, and nobody is told, where the decision is taken back within ten seconds', async () => {
    await writes('I sell tickets')
    const held = await asked()
    const { id } = await decided(eve, { taskId: held.task, text: 'about' })
    expect(await undoesDecision(eve, id)).toMatchObject({
      next: '/staff/queue/removals?done=undone',
    })
    await takesEffect()
    expect([await aboutAlice(), (await ended(held.id)).outcome, await answers(held.email)]).toEqual(
      ['I sell tickets', null, []],
    )
    expect(await openTasks()).toEqual([{ id: held.task, leased_by: eve.id }])
  })

  test('is decided once more where another text stands there when it takes effect', async () => {
    await writes('I sell tickets')
    const held = await asked()
    await decided(eve, { taskId: held.task, text: 'about' })
    await writes('I like long walks')
    await takesEffect()
    expect([await aboutAlice(), (await ended(held.id)).outcome, await answers(held.email)]).toEqual(
      ['I like long walks', null, []],
    )
    expect(await openTasks()).toEqual([{ id: held.task, leased_by: null }])
  })

  test.each(['approved', 'refused'] as const)(
    'waits for a second person where the account is paid for; %s',
    async (outcome) => {
      await becomesPremium(app, alice)
      const held = await asked()
      expect(await decided(eve, { taskId: held.task, act: 'ban' })).toMatchObject({
        needsSecond: true,
      })
      await takesEffect()
      expect([
        (await ended(held.id)).outcome,
        await answers(held.email),
        await openTasks(),
      ]).toEqual([null, [], []])
      const { approvals } = await approvalsFor(fay)
      const id = approvals.find(({ accountId }) => accountId === alice.id)?.id ?? 0
      await answersApproval(fay, 'decision', id, outcome)
      const isAgreed = outcome === 'approved'
      expect([
        (await ended(held.id)).outcome,
        (await answers(held.email)).length,
        await openTasks(),
      ]).toEqual(isAgreed ? ['acted', 1, []] : [null, 0, [{ id: held.task, leased_by: null }]])
    },
  )

  test('is not half decided: not with a lost lease, about an account that is gone or not named, by whom it names, nor with an act of another form', async () => {
    const held = await asked()
    await expect(
      decided(eve, { taskId: held.task, accountId: bob.id, act: 'warn' }),
    ).rejects.toMatchObject({ code: 'conflict' })
    for (const act of ['none', 'hidePhoto', 'restore'] as const) {
      const policy = act === 'none' ? 'none' : 'illegal'
      await expect(
        decided(eve, { taskId: held.task, act, policy, about: 'photo', aboutId: 1 }),
      ).rejects.toMatchObject({ code: 'invalid' })
    }
    await setsAccount(app, alice, { deleted_at: app.clock.now() })
    await expect(decided(eve, { taskId: held.task, act: 'warn' })).rejects.toMatchObject({
      code: 'conflict',
    })
    await setsAccount(app, alice, { deleted_at: null })
    app.clock.advance(6 * MINUTE)
    await expect(decided(eve, { taskId: held.task, act: 'warn' })).rejects.toMatchObject({
      code: 'conflict',
    })
    await asks({ targets: `${bob.username}\n${fay.username}`, kind: 'child' })
    const ofFay = await holds(fay)
    await expect(
      decided(fay, { taskId: ofFay.task, accountId: bob.id, act: 'warn' }),
    ).rejects.toMatchObject({ code: 'forbidden' })
    expect([
      await decisionsAbout(alice),
      await decisionsAbout(bob),
      (await ended(held.id)).outcome,
      await answers(held.email),
    ]).toEqual([[], [], null, []])
  })

  test('is answered once, however often it is decided at the same moment', async () => {
    const held = await asked()
    await Promise.allSettled([
      decided(eve, { taskId: held.task, act: 'warn' }),
      decided(eve, { taskId: held.task, act: 'warn' }),
      decides(eve, { id: held.id, task: held.task, verdict: 'refuse' }),
    ])
    await takesEffect()
    expect([await answers(held.email), await openTasks()]).toEqual([[expect.anything()], []])
  })
})

test('a decided request is deleted after three years, an open one never', async () => {
  await app.db.deleteFrom('removals').execute()
  await asks({ targets: alice.username })
  const held = await holds(eve)
  await decides(eve, { id: held.id, task: held.task, verdict: 'refuse' })
  await asks({ targets: alice.username })
  app.clock.advance(3 * 366 * DAY + HOUR)
  await runJob(app, retentionJob)
  expect(await app.db.selectFrom('removals').select('outcome').execute()).toEqual([
    { outcome: null },
  ])
})

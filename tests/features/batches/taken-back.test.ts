import { describe, expect, test } from 'vitest'
import type { reverseBatch, getBatches } from '../../../src/features/batches/batches.contract.ts'
import type { decideApproval, getApprovals } from '../../../src/features/enforcement/approvals.contract.ts'
import type { decideJob, undoDecision } from '../../../src/features/enforcement/decide.contract.ts'
import type { openViewOnce, sendViewOnce } from '../../../src/features/messaging/view-once.contract.ts'
import type { blockUser } from '../../../src/features/moderation/block.contract.ts'
import { addHashes, bankWith, REFUSED } from '../../../src/features/photos/hashes/bank.sql.ts'
import { PHOTO_RULES } from '../../../src/features/photos/photo-rules.ts'
import { SECOND } from '../../../src/lib/clock.ts'
import { becomesPremium, type CastMember } from '../../support/cast.ts'
import { aPhoto, upload } from '../../support/photos.ts'
import {
  withStaff,
  app,
  Eve,
  Max,
  somebody,
  ran,
  takesEffect,
  gathers,
  plans,
  runs,
  shown,
  reversals,
  stateOf,
  reported,
  decisionsAbout,
  reasonsTo,
  isOpen,
  isIn,
  saysOf,
  warned,
  openJobsOf,
  openPhotoAgain,
  isBanned,
  objects,
} from './batch-cast.ts'

/** A batch is taken back as a whole. */

withStaff()

const reverses = (id: number, who = Eve) => who.send<typeof reverseBatch>('POST /staff/reverseBatch', { body: { id } })

describe('a batch that is taken back', () => {
  test('within ten seconds is undone: nothing leaves, and its jobs are open again', async () => {
    const { id, people, jobs } = await warned(3)
    await runs(id)
    await ran()
    app.clock.advance(9 * SECOND)
    await reverses(id)
    // By the request itself: whoever lets decisions take effect may come before the worker.
    await takesEffect()
    await ran()
    expect(await stateOf(id)).toBe('reversed')
    expect((await shown(id)).items.map(({ reversal }) => reversal)).toEqual(['undone', 'undone', 'undone'])
    expect(await Promise.all(people.map(async (one) => (await reasonsTo(one)).length))).toEqual([0, 0, 0])
    expect(await Promise.all(jobs.map((job) => isOpen(job)))).toEqual([true, true, true])
  })

  test('by one of those whom it is about is undone for the others alone', async () => {
    const Ann = await somebody('Ann')
    const id = await gathers('reports', [await reported(Ann), await reported(Max)])
    await plans(id)
    await runs(id)
    await ran()
    await reverses(id, Max)
    await ran()
    expect(await reversals(id)).toEqual({ Ann: ['undone', ''], Max: ['left', expect.stringMatching(/about whoever takes/)] })
  })

  test('before it came to all leaves the rest alone', async () => {
    const { id, people, jobs } = await warned(3)
    await runs(id)
    await reverses(id, Max)
    await ran()
    expect((await shown(id)).items.map(({ outcome, why }) => [outcome, why])).toEqual(
      people.map(() => ['leftOut', 'The batch was stopped before it came to this.']),
    )
    expect(await Promise.all(jobs.map((job) => isOpen(job)))).toEqual([true, true, true])
    expect(await stateOf(id)).toBe('reversed')
  })

  test('later gives everything back, once, and leaves what was decided since', async () => {
    const names = ['Ann', 'Bea', 'Cleo', 'Dora', 'Finn']
    const people = await Promise.all(names.map((name) => somebody(name)))
    const [Ann, Bea, Cleo, Dora, Finn] = people as [CastMember, CastMember, CastMember, CastMember, CastMember]
    const jobs: number[] = []
    for (const one of people) jobs.push(await reported(one))
    const id = await gathers('reports', jobs)
    await plans(id, { act: 'suspend', days: 9, policy: 'spam', severity: 'low', note: 'You sent the same words to many.' })
    await runs(id)
    await ran()
    const [undone] = await decisionsAbout(Finn)
    await Eve.send<typeof undoDecision>('POST /staff/undoDecision', { body: { id: undone?.id ?? 0 } })
    expect((await shown(id)).items.map(({ decision }) => decision)).toEqual(['waits', 'waits', 'waits', 'waits', 'undone'])
    await takesEffect()
    expect(await Promise.all(people.map((one) => isIn(one)))).toEqual([false, false, false, false, true])
    await objects(Bea, 'uphold')
    await objects(Cleo, 'overturn')
    // Decided anew, for another reason.
    await Max.send<typeof decideJob>('POST /staff/decide', {
      body: { accountId: Dora.id, act: 'suspend', days: 3, policy: 'harassment', note: 'You went on after a no.' },
    })
    await takesEffect()
    await Promise.all([reverses(id, Max), reverses(id)])
    await Promise.all([ran(), ran()])
    await takesEffect()
    await reverses(id)
    await ran()
    expect(await reversals(id)).toEqual({
      Ann: ['takenBack', ''],
      Bea: ['left', expect.stringMatching(/upheld it/)],
      Cleo: ['left', expect.stringMatching(/taken back already/)],
      Dora: ['takenBack', ''],
      Finn: ['left', expect.stringMatching(/undone alone/)],
    })
    expect((await decisionsAbout(Ann)).map(({ act, reversed_at }) => [act, reversed_at !== null])).toEqual([
      ['suspend', true],
      ['restore', false],
    ])
    const closed = async ({ id: accountId }: CastMember) =>
      (await app.services.db.selectFrom('accounts').select('suspended_until').where('id', '=', accountId).executeTakeFirstOrThrow()).suspended_until !== null
    expect(await Promise.all([Ann, Bea, Cleo, Dora, Finn].map(closed))).toEqual([false, true, false, true, false])
  })

  test('opens nothing alone that two persons open: each waits for the second', async () => {
    const Ann = await somebody('Ann')
    const id = await gathers('reports', [await reported(Ann)])
    await plans(id, { act: 'ban', policy: 'scam', severity: 'critical', note: 'You asked people for money.' })
    await runs(id)
    await ran()
    await takesEffect()
    await reverses(id)
    await ran()
    await takesEffect()
    expect([await reversals(id), await isBanned(Ann)]).toEqual([{ Ann: ['needsSecond', ''] }, true])
    const { approvals } = await Max.send<typeof getApprovals>('GET /staff/approvals', {})
    await Max.send<typeof decideApproval>('POST /staff/decideApproval', {
      body: { id: approvals.find(({ decision }) => decision.accountId === Ann.id)?.id ?? 0, outcome: 'approved' },
    })
    expect(await isBanned(Ann)).toBe(false)
  })

  test('hides the photos that it approved, and has staff look at each once more', async () => {
    const photo = await aPhoto({ width: 300, height: 400 })
    const people = [await somebody('Ann'), await somebody('Bea'), await somebody('Cleo'), await somebody('Dora')]
    const photos: number[] = []
    for (const one of people) photos.push((await upload(one, photo)).id)
    const [, , third = 0, fourth = 0] = photos
    const id = await gathers(
      'photos',
      (await openJobsOf('photos')).map((one) => one.id),
    )
    await plans(id, { act: 'none' })
    await runs(id)
    await ran()
    await takesEffect()
    const states = async () => {
      const rows = await app.services.db.selectFrom('photos').select(['id', 'approved_at', 'rejected_at', 'is_primary']).where('id', 'in', photos).execute()
      return photos.map((one) => {
        const row = rows.find((photo) => photo.id === one)
        return row === undefined ? 'gone' : row.approved_at ? (row.is_primary ? 'shown first' : 'shown') : row.rejected_at ? 'refused' : 'waits'
      })
    }
    expect(await states()).toEqual(['shown first', 'shown first', 'shown first', 'shown first'])
    expect(await openJobsOf('photos')).toEqual([])
    // Deleted, and looked at once more by somebody else, since.
    await people[3]?.request(`/image/delete/id/${fourth}`, { method: 'POST' })
    await openPhotoAgain(third, people[2])
    await takesEffect()

    await reverses(id, Max)
    await Promise.all([ran(), ran()])
    await ran()
    expect(await reversals(id)).toEqual({
      Ann: ['takenBack', ''],
      Bea: ['takenBack', ''],
      Cleo: ['left', expect.stringMatching(/looked at it again since/)],
      Dora: ['left', expect.stringMatching(/deleted since/)],
    })
    expect(await states()).toEqual(['waits', 'waits', 'shown first', 'gone'])
    expect((await openJobsOf('photos')).map(({ subject }) => subject).toSorted((one, other) => one - other)).toEqual(photos.slice(0, 2))
    // With a record: whose approval was taken back, by whom.
    expect((await decisionsAbout(people[0] as CastMember)).map(({ act, decided_by: by, reversed_at: at }) => [act, by, at !== null])).toEqual([
      ['none', Eve.id, true],
      ['restore', Max.id, false],
    ])
    expect((await reasonsTo(people[0] as CastMember)).length).toBe(0)
    // What staff see then is a new job like any other.
    const again = await gathers(
      'photos',
      (await openJobsOf('photos')).map((one) => one.id),
    )
    await plans(again, { act: 'none' })
    await runs(again)
    await ran()
    await takesEffect()
    expect(await states()).toEqual(['shown first', 'shown first', 'shown first', 'gone'])
  })

  test('has photos for one view checked again that nobody has opened, and knows refused pictures again that it approved', async () => {
    const [Ann, Bea] = [await somebody('Ann'), await somebody('Bea')]
    await becomesPremium(app, Ann)
    await becomesPremium(app, Bea)
    const sends = async (to: CastMember) => {
      const form = new FormData()
      for (const [field, value] of Object.entries({ id: String(to.id), rules: PHOTO_RULES })) form.set(field, value)
      form.set('photo', new File([new Uint8Array(await aPhoto({ width: 300, height: 400 }))], 'photo.jpg', { type: 'image/jpeg' }))
      app.clock.advance(2 * SECOND)
      return (await Ann.send<typeof sendViewOnce>('POST /message/viewOnce', { form })).message.id
    }
    const [first, second] = [await sends(Bea), await sends(Bea)]
    const id = await gathers(
      'viewOnce',
      (await openJobsOf('viewOnce')).map((one) => one.id),
    )
    await plans(id, { act: 'none' })
    await runs(id)
    await ran()
    await takesEffect()
    const opens = (messageId: number) => Bea.send<typeof openViewOnce>('POST /message/openViewOnce', { body: { messageId } })
    await opens(first)
    await reverses(id)
    await ran()
    expect((await shown(id)).items.map(({ reversal, reversalWhy }) => [reversal, reversalWhy])).toEqual([
      ['left', expect.stringMatching(/was opened/)],
      ['takenBack', ''],
    ])
    expect(await saysOf(opens(second))).toMatch(/still being checked/)
    expect((await openJobsOf('viewOnce')).map(({ subject }) => subject)).toEqual([second])

    await upload(Bea, await aPhoto({ width: 320, height: 400, colour: '#806020' }))
    const { sha256 } = await app.services.db.selectFrom('photo_hashes').select('sha256').where('account_id', '=', Bea.id).executeTakeFirstOrThrow()
    const refused = { list: REFUSED, action: 'review', why: 'Not of herself.', by: null, at: app.clock.now() } as const
    await app.services.db.transaction().execute((trx) => addHashes(trx, [{ kind: 'sha256', hash: sha256 }], refused))
    const isKnown = async () => (await bankWith(app.services.db, sha256)).length === 1
    const other = await gathers(
      'photos',
      (await openJobsOf('photos')).map((one) => one.id),
    )
    await plans(other, { act: 'none' })
    await runs(other)
    await ran()
    await takesEffect()
    expect(await isKnown()).toBe(false)
    await reverses(other)
    await ran()
    expect(await isKnown()).toBe(true)
  })

  test('waits for no other that is taken back at the same moment, in whatever order both were chosen, nor for whoever blocks one of them', async () => {
    for (let round = 0; round < 4; round += 1) {
      const people = [await somebody('Ann'), await somebody('Bea'), await somebody('Cleo')]
      const [Ann, , Cleo] = people as [CastMember, CastMember, CastMember]
      const ids: number[] = []
      for (const chosen of [people, people.toReversed()]) {
        const id = await gathers(
          'accounts',
          chosen.map((one) => one.id),
        )
        await plans(id)
        await runs(id)
        ids.push(id)
      }
      await Promise.all([ran(), ran()])
      const blocks = (by: CastMember, whom: CastMember) => by.send<typeof blockUser>('POST /profile/blockUser', { body: { id: whom.id } })
      await Promise.all([...ids.map((id) => reverses(id)), blocks(Ann, Cleo), blocks(Cleo, Ann), ran()])
      // What could not be undone at once for a deadlock would be left to the worker.
      for (const id of ids) expect((await shown(id)).items.map(({ reversal }) => reversal)).toEqual(['undone', 'undone', 'undone'])
    }
  })

  test('is listed with who did it', async () => {
    const { id } = await warned(1)
    expect((await Max.send<typeof getBatches>('GET /staff/batches', { query: {} })).batches.map((one) => one.id)).not.toContain(id)
    await runs(id)
    await ran()
    await reverses(id, Max)
    await ran()
    const { batches } = await Max.send<typeof getBatches>('GET /staff/batches', { query: {} })
    expect(batches.find((one) => one.id === id)).toMatchObject({ madeBy: Eve.username, reversedBy: Max.username, state: 'reversed', act: 'warn' })
  })
})

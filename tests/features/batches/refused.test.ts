import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { reverseBatch, getBatches } from '../../../src/features/batches/batches.contract.ts'
import { BATCH_LIMIT, type BatchKind, TYPED_ABOVE } from '../../../src/features/batches/batches.ts'
import {
  withStaff,
  app,
  Eve,
  Max,
  staff,
  somebody,
  ran,
  choices,
  gathers,
  warning,
  plans,
  runs,
  shown,
  stateOf,
  reported,
  openAbout,
  becomes,
  saysOf,
  warned,
  type Plan,
} from './batch-cast.ts'

/** What is no batch. */

withStaff()

const reverses = (id: number, who = Eve) => who.send<typeof reverseBatch>('POST /staff/reverseBatch', { body: { id } })

describe('what is refused', () => {
  test.each<[string, () => Promise<unknown>, RegExp]>([
    ['nothing', () => gathers('reports', []), /^invalid: Please choose at least one/],
    [
      'a bulk over the limit',
      () =>
        gathers(
          'accounts',
          Array.from({ length: BATCH_LIMIT + 1 }, (_, index) => index + 1),
        ),
      /^invalid: A batch is of 100 .* these are 101/,
    ],
    ['a job that is not there', () => gathers('reports', [999_999]), /^notFound: One of these jobs/],
    ['urgent removals', () => gathers('removals' as BatchKind, [1]), /^invalid: This is decided one by one/],
    ['objections', () => gathers('appeals' as BatchKind, [1]), /^invalid: This is decided one by one/],
  ])('%s is, in words', async (_, call, words) => {
    expect(await saysOf(call())).toMatch(words)
  })

  test('a bulk that grows over the limit is, and stays as it was', async () => {
    const accounts = await app.services.db.selectFrom('accounts').select('id').orderBy('id').limit(3).execute()
    const ids = accounts.map(({ id }) => id)
    const id = await gathers('accounts', ids.slice(0, 1))
    // Ninety-nine more, without as many people.
    await sql`insert into batch_items (batch_id, account_id, subject_id, brand) select ${id}, ${ids[0]}, -n, 'adultcrush' from generate_series(1, 98) n`.execute(
      app.services.db,
    )
    expect(await saysOf(gathers('accounts', ids.slice(1), Eve, id))).toMatch(/these are 101/)
    expect((await shown(id)).batch.count.items).toBe(99)
  })

  test.each<[string, Omit<Plan, 'id'>, RegExp]>([
    ['without a reason', { ...warning, note: '' }, /tell the member/],
    ['without a rule', { ...warning, policy: undefined }, /choose the rule/],
    ['by a rule about minors', { ...warning, policy: 'minorInPhoto' }, /one by one/],
    ['by a rule about intimate pictures', { ...warning, policy: 'intimateImage' }, /one by one/],
    ['to remove texts', { ...warning, act: 'removeText' }, /one by one/],
    ['to warn on one site', { ...warning, scope: 'brand' }, /holds on all sites/],
    ['to suspend without an end', { ...warning, act: 'suspend' }, /how many days/],
  ])('a plan %s is, and the batch has none', async (_, plan, words) => {
    const id = await gathers('reports', [await reported(await somebody('Ann'))])
    expect(await saysOf(plans(id, plan))).toMatch(words)
    expect(await stateOf(id)).toBe('gathered')
  })

  test('above twenty, a count that is not typed or wrong is, and nothing begins', async () => {
    const Ann = await somebody('Ann')
    const jobs: number[] = []
    for (let index = 0; index <= TYPED_ABOVE; index += 1) jobs.push(await openAbout('fraud', Ann))
    const id = await gathers('fraud', jobs)
    await plans(id, { act: 'none' })
    expect([await saysOf(runs(id)), await saysOf(runs(id, 20))]).toEqual([
      expect.stringMatching(/^invalid: Please type 21/),
      expect.stringMatching(/^invalid: Please type 21/),
    ])
    expect(await stateOf(id)).toBe('planned')
    await runs(id, 21)
    await ran()
    expect((await shown(id)).batch.count).toMatchObject({ decided: 21, done: 21 })
  })

  test('somebody of support is, everywhere', async () => {
    const { id } = await warned(1)
    const Sue = await staff('Sue')
    await becomes(['support'], Sue)
    const calls = [choices('reports', Sue), gathers('reports', [1], Sue), plans(id, warning, Sue), runs(id, undefined, Sue), reverses(id, Sue), shown(id, Sue)]
    expect(await Promise.all([...calls, Sue.send<typeof getBatches>('GET /staff/batches', { query: {} })].map(saysOf))).toEqual(
      Array.from({ length: 7 }, () => expect.stringMatching(/^forbidden/)),
    )
  })

  test('another moderator’s batch is theirs to begin', async () => {
    const { id } = await warned(1)
    expect([await saysOf(runs(id, undefined, Max)), await saysOf(plans(id, warning, Max))]).toEqual([
      expect.stringMatching(/^forbidden: This is somebody else/),
      expect.stringMatching(/^forbidden: This is somebody else/),
    ])
  })
})

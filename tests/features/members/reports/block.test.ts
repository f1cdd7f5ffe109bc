import { beforeAll, describe, expect, test } from 'vitest'
import { reportAbuse } from '#members/reports/report.contract.ts'
import { app, setsAccount, withApp } from '#tests/support/app.ts'
import { alice, blocks, bob, type CastMember, dan, joins, likes } from '#tests/support/cast.ts'

withApp()
let a: CastMember, b: CastMember, d: CastMember

beforeAll(async () => {
  ;[a, b, d] = [await alice(app), await bob(app), await dan(app)]
})

/** Ids of somebody banned, of somebody gone, and of nobody. */
let without: [banned: number, gone: number, nobody: number] | undefined
async function withoutAccount(): Promise<[banned: number, gone: number, nobody: number]> {
  if (without) return without
  const [banned, gone] = [
    await joins(app, { brand: 'adultcrush', username: 'Banned' }),
    await joins(app, { brand: 'adultcrush', username: 'Gone' }),
  ]
  await setsAccount(app, banned, { banned_at: app.clock.now() })
  await setsAccount(app, gone, { deleted_at: app.clock.now() })
  return (without = [banned.id, gone.id, 999_999])
}

async function sees(who: CastMember, brand: string, whom: CastMember): Promise<boolean> {
  const row = await app.db
    .selectFrom('visible_profiles')
    .select('account_id')
    .where('viewer_id', '=', who.id)
    .where('seen_on', '=', brand)
    .where('account_id', '=', whom.id)
    .executeTakeFirst()
  return row !== undefined
}

describe('blocking', () => {
  test('ends what two had with each other, for both and at once', async () => {
    await likes(a, d)
    expect(await likes(d, a)).toEqual({ liked: true, isMatch: true })

    expect(await blocks(a, d)).toMatchObject({ isBlocked: true })

    expect(await sees(a, 'adultcrush', d)).toBe(false)
    expect(await sees(d, 'adultcrush', a)).toBe(false)
    const { db } = app
    expect(await db.selectFrom('likes').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('matches').selectAll().execute()).toEqual([])
    await expect(likes(d, a)).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('is no error when done twice, nor by both', async () => {
    expect(await blocks(a, d)).toMatchObject({ isBlocked: true })
    expect(await blocks(d, a)).toMatchObject({ isBlocked: true })
  })

  test('is taken back by whoever did it, for their own part alone', async () => {
    expect(await blocks(a, d, 'unblock')).toMatchObject({ isBlocked: false })
    expect(await sees(a, 'adultcrush', d)).toBe(false)
    await blocks(d, a, 'unblock')
    expect(await sees(a, 'adultcrush', d)).toBe(true)
    expect(await sees(d, 'adultcrush', a)).toBe(true)
  })

  test('of oneself is refused', async () => {
    await expect(blocks(a, a)).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('says the same of whoever is banned, gone or never was', async () => {
    for (const id of await withoutAccount())
      expect(await blocks(b, { id })).toMatchObject({ isBlocked: true })
  })

  test('leaves no like behind, even one given at the same moment', async () => {
    for (let round = 0; round < 8; round += 1) {
      const one = await joins(app, { brand: 'adultcrush', username: `Calm${round}` })
      const other = await joins(app, { brand: 'adultcrush', username: `Keen${round}` })
      await Promise.allSettled([likes(other, one), blocks(one, other), likes(one, other)])
      const left = await app.db
        .selectFrom('likes')
        .select('liker_id')
        .where('liker_id', 'in', [one.id, other.id])
        .execute()
      expect(left).toEqual([])
    }
  })

  test('works while a profile is not finished yet', async () => {
    const newcomer = await joins(app, {
      brand: 'adultcrush',
      username: 'Newcomer',
      steps: ['uploadPhoto'],
    })
    expect(await blocks(newcomer, b)).toMatchObject({ isBlocked: true })
  })

  test('is written down, without a word about why', async () => {
    const acts = await app.db
      .selectFrom('audit_log')
      .select(['actor_id', 'action', 'subject_id', 'brand'])
      .where('actor_id', '=', a.id)
      .orderBy('id')
      .execute()
    expect(acts).toEqual([
      { actor_id: a.id, action: 'block', subject_id: d.id, brand: 'adultcrush' },
      { actor_id: a.id, action: 'unblock', subject_id: d.id, brand: 'adultcrush' },
    ])
  })
})

describe('reporting', () => {
  const report = (
    who: CastMember,
    body: { id: number; reason: 'scam' | 'fake' | 'other'; details?: string },
  ) => who.calls(reportAbuse, { body })

  test('files a report on the brand where it happened', async () => {
    await report(b, { id: a.id, reason: 'scam', details: '  Wanted gift cards.  ' })
    const [filed] = await app.db.selectFrom('reports').selectAll().execute()
    expect(filed).toMatchObject({
      reporter_id: b.id,
      reported_id: a.id,
      brand: 'wivesnow',
      reason: 'scam',
      details: 'Wanted gift cards.',
      closed_at: null,
    })
  })

  test('asks what happened where no reason fits', async () => {
    await expect(report(b, { id: a.id, reason: 'other' })).rejects.toMatchObject({
      code: 'invalid',
      errors: [{ field: 'details', message: 'Please tell us what happened.' }],
    })
  })

  test('still works against somebody who blocked the reporter', async () => {
    await blocks(a, b)
    expect(await report(b, { id: a.id, reason: 'scam' })).toMatchObject({ ok: true })
  })

  test('of oneself is refused', async () => {
    await expect(report(b, { id: b.id, reason: 'scam' })).rejects.toMatchObject({
      code: 'unavailable',
    })
  })

  test('says the same of whoever is banned, gone or never was', async () => {
    const [banned, gone, nobody] = await withoutAccount()
    for (const id of [banned, gone, nobody])
      expect(await report(b, { id: id, reason: 'fake' })).toEqual({
        ok: true,
        next: `/profile/view/id/${id}?act=reported#act`,
      })
    const filed = await app.db
      .selectFrom('reports')
      .select('reported_id')
      .where('reason', '=', 'fake')
      .orderBy('id')
      .execute()
    expect(filed.map(({ reported_id }) => reported_id)).toEqual([banned, gone])
  })

  test('is never logged with its words', async () => {
    const acts = await app.db
      .selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'report')
      .orderBy('id')
      .execute()
    expect(acts.map(({ details }) => details)).toEqual([
      { reason: 'scam' },
      { reason: 'scam' },
      { reason: 'fake' },
      { reason: 'fake' },
    ])
    expect(app.logged.join('\n')).not.toContain('gift cards')
  })
})

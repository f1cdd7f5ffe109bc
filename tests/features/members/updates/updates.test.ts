import { beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR, later, MINUTE } from '#lib/clock.ts'
import {
  addUpdate,
  deleteUpdate,
  moreUpdatesDashboard,
  restoreUpdate,
  updatesOfMember,
} from '#members/updates/updates.contract.ts'
import { updateSweepJob } from '#members/updates/updates.server.ts'
import { agoInWords } from '#members/updates/updates.ts'
import { app, runJob, setsAccount, setsProfile, withApp } from '#tests/support/app.ts'
import {
  alice,
  blocks,
  bob,
  type CastMember,
  dan,
  joins,
  likes,
  reportsMember,
} from '#tests/support/cast.ts'

withApp()
let a: CastMember, b: CastMember, d: CastMember
beforeAll(async () => {
  ;[a, b, d] = [await alice(app), await bob(app), await dan(app)]
  await likes(b, a)
})

const remove = (who: CastMember, id: number) => who.calls(deleteUpdate, { body: { id } })
const restore = (who: CastMember, id: number) => who.calls(restoreUpdate, { body: { id } })

async function write(who: CastMember, body: string): Promise<number> {
  app.clock.advance(MINUTE)
  const { update } = await who.calls(addUpdate, { body: { body } })
  return update.id
}

async function atHome(who: CastMember, before?: string): Promise<string[]> {
  const { updates } = await who.calls(moreUpdatesDashboard, { query: { before } })
  return updates.map(({ author, body }) => `${author.username}: ${body}`)
}

async function onProfile(who: CastMember, whom: CastMember): Promise<string[]> {
  const { updates } = await who.calls(updatesOfMember, { params: { id: whom.id }, query: {} })
  return updates.map(({ body }) => body)
}

describe('an update', () => {
  test('is at home of those who like its author, and on the profile for everybody who sees it', async () => {
    await write(a, '  In town \n until  Sunday.  ')
    await write(d, 'There is curry.')
    expect(await atHome(b)).toEqual(['Alice: In town until Sunday.'])
    expect(await atHome(a)).toEqual(['Alice: In town until Sunday.'])
    expect(await atHome(d)).toEqual(['Dan: There is curry.'])
    expect(await onProfile(d, a)).toEqual(['In town until Sunday.'])
    expect(await onProfile(b, d)).toEqual(['There is curry.'])
  })

  test('of nothing, of nothing that can be seen, or longer than its brand allows is refused and does not count', async () => {
    for (const body of ['', '   ', '\u200b\u200d\u2060', '\u202e']) {
      await expect(write(a, body)).rejects.toMatchObject({
        code: 'invalid',
        errors: [{ field: 'body', message: 'Please write something first.' }],
      })
    }
    await expect(write(a, '🌻'.repeat(281))).rejects.toMatchObject({
      errors: [{ field: 'body', message: 'Please use at most 280 characters.' }],
    })
    const id = await write(a, '🌻'.repeat(280))
    // Wives Now allows 400.
    await write(b, 'x'.repeat(400))
    expect(await onProfile(a, a)).toHaveLength(2)
    await remove(a, id)
  })

  test('is limited to five a day, also when ten are sent at once', async () => {
    const lots = await joins(app, { brand: 'adultcrush', username: 'Lots' })
    const sent = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        lots.calls(addUpdate, { body: { body: `No. ${index}` } }),
      ),
    )
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(sent.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'tooMany' },
    })
    expect(await onProfile(lots, lots)).toHaveLength(5)
    app.clock.advance(DAY + MINUTE)
    await write(lots, 'A new day')
  })

  test('is shown page by page, nothing twice and nothing left out', async () => {
    const many = await joins(app, { brand: 'adultcrush', username: 'Many' })
    await likes(d, many)
    const at = app.clock.now()
    // Two have the same time.
    await app.db
      .insertInto('updates')
      .values(
        Array.from({ length: 23 }, (_, index) => ({
          account_id: many.id,
          body: `No. ${index}`,
          created_at: later(at, -Math.floor(index / 2) * HOUR),
        })),
      )
      .execute()
    const bodies: string[] = []
    let before: string | undefined
    do {
      const page = await d.calls(moreUpdatesDashboard, { query: { before } })
      bodies.push(
        ...page.updates.flatMap(({ author, body }) => (author.userId === many.id ? [body] : [])),
      )
      before = page.older ?? undefined
    } while (before !== undefined)
    expect(bodies).toHaveLength(23)
    expect(new Set(bodies).size).toBe(23)
    await expect(
      d.calls(moreUpdatesDashboard, { query: { before: "1-1' or" } }),
    ).rejects.toMatchObject({
      code: 'invalid',
    })
  })
})

describe('whoever is not seen', () => {
  const nobody = async (who: CastMember, whom: CastMember) => {
    expect(await atHome(who)).not.toContainEqual(expect.stringContaining(whom.username))
    await expect(onProfile(who, whom)).rejects.toMatchObject({ code: 'unavailable' })
  }

  test('is not read: blocked either way, banned, deleted, hidden from other brands, or nobody', async () => {
    const ann = await joins(app, { brand: 'adultcrush', username: 'Ann' })
    await write(ann, 'Hello there')
    await likes(b, ann)
    expect(await atHome(b)).toContain('Ann: Hello there')
    const account = (set: object) => setsAccount(app, ann, set)
    await account({ banned_at: app.clock.now() })
    await nobody(b, ann)
    await account({ banned_at: null, deleted_at: app.clock.now() })
    await nobody(b, ann)
    await account({ deleted_at: null })
    await setsProfile(app, ann, { shown_on_other_brands: false })
    await nobody(b, ann)
    await setsProfile(app, ann, { shown_on_other_brands: true })
    expect(await atHome(b)).toContain('Ann: Hello there')
    await blocks(ann, b, 'block')
    await nobody(b, ann)
    await nobody(ann, b)
    await expect(onProfile(b, { ...ann, id: 999_999 })).rejects.toMatchObject({
      code: 'unavailable',
    })
  })

  test('and who takes a break shows no updates, not even to whom they write with', async () => {
    const bea = await joins(app, { brand: 'wivesnow', username: 'Bea' })
    await write(bea, 'Before the break')
    await likes(b, bea)
    const { db } = app
    const { id } = await db
      .insertInto('conversations')
      .values({
        low_id: Math.min(b.id, bea.id),
        high_id: Math.max(b.id, bea.id),
        created_at: app.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const side = {
      conversation_id: id,
      last_read_at: null,
      hidden_at: null,
      last_message_id: null,
      last_message_at: null,
    }
    await db
      .insertInto('conversation_sides')
      .values({ ...side, account_id: b.id, other_id: bea.id })
      .execute()
    await setsProfile(app, bea, { paused_at: app.clock.now() })
    expect(await atHome(b)).not.toContain('Bea: Before the break')
    expect(await onProfile(b, bea)).toEqual([])
    expect(await onProfile(bea, bea)).toEqual(['Before the break'])
  })
})

describe('a deleted update', () => {
  test('is gone at once, comes back within the hour, and then is gone for good', async () => {
    const id = await write(a, 'I did not mean it')
    await remove(a, id)
    expect(await onProfile(b, a)).not.toContain('I did not mean it')
    await expect(remove(a, id)).rejects.toMatchObject({ code: 'notFound' })
    await restore(a, id)
    expect(await onProfile(b, a)).toContain('I did not mean it')
    await remove(a, id)
    app.clock.advance(HOUR + MINUTE)
    await expect(restore(a, id)).rejects.toMatchObject({ code: 'notFound' })
    await runJob(app, updateSweepJob)
    expect(await app.db.selectFrom('updates').select('id').where('id', '=', id).execute()).toEqual(
      [],
    )
    expect(await onProfile(b, a)).toContain('In town until Sunday.')
  })

  test('can only be one’s own', async () => {
    const id = await write(a, 'Mine')
    await expect(remove(d, id)).rejects.toMatchObject({ code: 'notFound' })
    await remove(a, id)
    await expect(restore(d, id)).rejects.toMatchObject({ code: 'notFound' })
    await expect(remove(a, 999_999)).rejects.toMatchObject({ code: 'notFound' })
  })

  test('leads without script to where it can be brought back', async () => {
    const id = await write(a, 'Without script')
    const post = (path: string) =>
      a.visit(path, {
        method: 'POST',
        body: new URLSearchParams({ id: String(id) }).toString(),
        headers: {
          Origin: `http://${a.host}`,
          'Content-Type': 'application/x-www-form-urlencoded',
        },
      })
    expect((await post('/userUpdate/delete')).headers.get('Location')).toBe(
      `/dashboard?deleted=${id}#updates`,
    )
    expect((await post('/userUpdate/restore')).headers.get('Location')).toBe('/dashboard#updates')
    expect(await onProfile(a, a)).toContain('Without script')
  })
})

describe('a reported update', () => {
  const report = (who: CastMember, whom: CastMember, update: number) =>
    reportsMember(who, whom, { update, reason: 'scam', details: '' })
  const quoted = async () =>
    (await app.db.selectFrom('reports').select('quoted').orderBy('id', 'desc').executeTakeFirst())
      ?.quoted

  test('keeps its words with the report, also if its author deletes it first', async () => {
    const id = await write(d, 'Send me money')
    await remove(d, id)
    await report(a, d, id)
    expect(await quoted()).toBe('Send me money')
  })

  test('of somebody else is a report about the member alone', async () => {
    const id = await write(b, 'By Bob')
    await report(a, d, id)
    expect(await quoted()).toBeNull()
  })
})

test.each([
  [30_000, 'just now'],
  [12 * MINUTE, '12 minutes ago'],
  [HOUR, '1 hour ago'],
  [26 * HOUR, '1 day ago'],
  [8 * DAY, null],
])('%i milliseconds ago is %s', (passed, words) => {
  const now = new Date('2026-11-22T12:00:00Z')
  expect(agoInWords(later(now, -passed), now)).toBe(words)
})

import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DraftStatus } from '#guests/texts/history/revisions.ts'
import { loadPublishedTexts } from '#guests/texts/publishing/published-texts.server.ts'
import { publicationsJob } from '#guests/texts/publishing/schedule.server.ts'
import { DAY, HOUR } from '#lib/clock.ts'
import { instantOf, localTimeOf } from '#lib/zoned-times.ts'
import { brandById, mainBrand } from '#sites/registry.ts'
import type { Brand } from '#sites/site.ts'
import type { StaffRole } from '#sites/staff-roles.ts'
import { app } from '#tests/support/app.ts'
import { type CastMember, givesRoles, joins, worksAs } from '#tests/support/cast.ts'
import { changesSite, saves, editsText, people, textAt, withWriters } from './text-cast.ts'

/**
 * A draft that is published at a time that somebody chose, and new terms of which members hear
 * before.
 */

withWriters()
let began = 0
// Back to where it was, for staff give their second factor twice a day.
afterEach(() => app.clock.advance(began - app.clock.now().getTime()))
beforeEach(async () => {
  began = app.clock.now().getTime()
  await app.db.deleteFrom('mails').execute()
})

const publisher = (username: string) => worksAs(app, username, { brand: 'wivesnow' })

const gives = (to: CastMember, roles: readonly StaffRole[]) => givesRoles(app, to, roles)

const QUESTION = 'help/all/is-it-new.md'
const TERMS = 'legal/wivesnow/terms.md'
const question = (body: string) =>
  `---\ntitle: Is it new?\ncategory: joining\norder: 1\n---\n\n${body}\n`
const terms = (body: string, version = '2027-01-31') =>
  `---\ntitle: Terms of use\nversion: ${version}\nchanges: Words are plainer.\nreview: 2026-11-02\n---\n\n${body}\n`

async function save(text: string, { path = QUESTION, basis = null as number | null } = {}) {
  const revision = await saves({ path, text, basis })
  if (path.startsWith('legal/')) await stands(revision, 'ready')
  return revision
}
const stands = (revision: number, standing: DraftStatus) =>
  editsText({ act: 'status', revision, standing })
const localIn = (milliseconds: number, zone = mainBrand.timeZone) =>
  localTimeOf(new Date(app.clock.now().getTime() + milliseconds), zone)
const schedule = (revision: number, at: string, by = people.frank) =>
  changesSite({ act: 'schedule', revision, at }, by)
const acts = (act: 'publish' | 'cancel', revision: number, by = people.frank) =>
  changesSite({ act, revision }, by)
const text = (path = QUESTION) => textAt(path)
const run = (services = app.services) =>
  publicationsJob.start(services).run(new AbortController().signal)
const answer = () =>
  app.services.texts
    .library()
    .help(brandById('adultcrush') as Brand)
    .find(({ id }) => id === 'is-it-new')?.html
const audited = async () =>
  (
    await app.db.selectFrom('audit_log').select(['action', 'actor_id']).orderBy('id').execute()
  ).filter(({ action }) => action.startsWith('content.'))

describe('a draft with a time', () => {
  test('is published then, in the name of whoever set it, and no sooner', async () => {
    const revision = await save(question('One.'))
    await schedule(revision, localIn(2 * HOUR))
    expect((await text()).plan.last).toMatchObject({ revision, by: 'Frank', state: 'waits' })
    app.clock.advance(HOUR)
    await run()
    expect(answer()).toBeUndefined()
    app.clock.advance(HOUR)
    await run()
    expect(answer()).toBe('<p>One.</p>\n')
    expect(await text()).toMatchObject({ plan: { last: null }, published: { by: 'Frank' } })
    expect(await audited()).toEqual([
      { action: 'content.schedule', actor_id: people.frank.id },
      { action: 'content.publish', actor_id: people.frank.id },
    ])
  })

  test('is published once by two processes at the same moment', async () => {
    const revision = await save(question('One.'))
    await schedule(revision, localIn(HOUR))
    app.clock.advance(2 * HOUR)
    await Promise.all([run(), run()])
    expect(answer()).toBe('<p>One.</p>\n')
    expect((await audited()).map(({ action }) => action)).toEqual([
      'content.schedule',
      'content.publish',
    ])
  })

  test('is not published once that is cancelled', async () => {
    const revision = await save(question('One.'))
    await schedule(revision, localIn(HOUR))
    await acts('cancel', revision)
    await expect(acts('cancel', revision)).rejects.toMatchObject({ code: 'conflict' })
    app.clock.advance(2 * HOUR)
    await run()
    expect([answer(), (await text()).plan.last]).toEqual([undefined, null])
  })

  test('keeps no one from publishing it at once, and is then not published twice', async () => {
    const revision = await save(question('One.'))
    await schedule(revision, localIn(HOUR))
    await acts('publish', revision)
    app.clock.advance(2 * HOUR)
    await run()
    expect((await audited()).map(({ action }) => action)).toEqual([
      'content.schedule',
      'content.publish',
    ])
  })

  test('that was changed since is not published, and the page says why', async () => {
    const revision = await save(question('One.'))
    await schedule(revision, localIn(HOUR))
    await save(question('Two.'), { basis: revision })
    app.clock.advance(2 * HOUR)
    await run()
    expect(answer()).toBeUndefined()
    expect((await text()).plan.last).toMatchObject({
      revision,
      state: 'lapsed',
      why: 'The text was changed after this was set.',
    })
  })

  test.each(['draft', 'review'] as const)(
    'that is taken back to %s is not published, and the page says why',
    async (standing) => {
      const revision = await save(question('One.'))
      await stands(revision, 'ready')
      await schedule(revision, localIn(HOUR))
      await stands(revision, 'ready')
      expect((await text()).plan.last).toMatchObject({ state: 'waits' })
      await stands(revision, standing)
      app.clock.advance(2 * HOUR)
      await run()
      expect(answer()).toBeUndefined()
      expect((await text()).plan.last).toMatchObject({
        state: 'lapsed',
        why: 'The draft was taken back after this was set.',
      })
    },
  )

  test('whose publisher has lost that role before is not published', async () => {
    const shortly = await publisher('Shortly')
    const revision = await save(question('One.'))
    await schedule(revision, localIn(HOUR), shortly)
    await gives(shortly, ['editor'])
    app.clock.advance(2 * HOUR)
    await run()
    expect(answer()).toBeUndefined()
    expect((await text()).plan.last).toMatchObject({
      state: 'lapsed',
      why: 'Whoever set it publishes no texts any more.',
    })
    expect((await audited()).at(-1)?.action).toBe('content.lapse')
  })

  test('is given one by one of two publishers at the same moment', async () => {
    const revision = await save(question('One.'))
    const gina = await publisher('Gina')
    const results = await Promise.allSettled([
      schedule(revision, localIn(HOUR)),
      schedule(revision, localIn(2 * HOUR), gina),
    ])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(results.find((one) => one.status === 'rejected')?.reason).toMatchObject({
      code: 'conflict',
    })
  })

  test('is not given one by whoever wrote it, nor by somebody who does not publish', async () => {
    const revision = await save(question('One.'))
    await expect(schedule(revision, localIn(HOUR), people.eve)).rejects.toMatchObject({
      message: 'You wrote some of this, so somebody else publishes it.',
    })
    const writer = await publisher('Writer')
    await gives(writer, ['editor'])
    await expect
      .poll(async () =>
        schedule(revision, localIn(HOUR), writer).then(
          () => '',
          ({ code }: { code: string }) => code,
        ),
      )
      .toBe('otherRole')
  })

  test.each([
    ['a time that is past', () => localIn(-HOUR), /^This time is past/],
    ['now', () => localIn(0), /^This time is past/],
    ['a day in ten years', () => localIn(3650 * DAY), /more than a year/],
    ['no time', () => 'soon', /^There is no such time\. Please/],
    ['the thirtieth of February', () => '2027-02-30T10:00', /^There is no such time/],
    ['an hour that clocks go past', () => '2027-03-28T03:30', /^There is no such time/],
  ])('does not get %s', async (_, at, words) => {
    await expect(schedule(await save(question('One.')), at())).rejects.toMatchObject({
      code: 'invalid',
      errors: [{ field: 'at', message: expect.stringMatching(words) }],
    })
  })
})

test.each([
  ['2027-01-31T09:30', 'Europe/London', '2027-01-31T09:30:00.000Z'],
  ['2027-07-31T09:30', 'Europe/London', '2027-07-31T08:30:00.000Z'],
  // Clocks go forward at one, and back at two.
  ['2027-03-28T01:30', 'Europe/London', null],
  ['2027-03-28T02:00', 'Europe/London', '2027-03-28T01:00:00.000Z'],
  ['2027-10-31T01:30', 'Europe/London', '2027-10-31T00:30:00.000Z'],
  ['2027-10-31T02:00', 'Europe/London', '2027-10-31T02:00:00.000Z'],
  ['2027-01-31T09:30', 'Australia/Sydney', '2027-01-30T22:30:00.000Z'],
  ['2027-04-04T02:30', 'Australia/Sydney', '2027-04-03T15:30:00.000Z'],
  ['2027-01-31T24:00', 'Europe/London', null],
  ['', 'Europe/London', null],
])('%s in %s is the moment %s', (local, zone, moment) => {
  const found = instantOf(local, zone)
  expect(found?.toISOString() ?? null).toBe(moment)
  if (found) expect(localTimeOf(found, zone)).toBe(local)
})

describe('new terms', () => {
  const members: CastMember[] = []
  beforeAll(async () => {
    for (let one = 0; one < 3; one += 1)
      members.push(await joins(app, { brand: 'wivesnow', username: `Reader${one}` }))
    members.push(await joins(app, { brand: 'adultcrush', username: 'Elsewhere' }))
  })
  const zone = (brandById('wivesnow') as Brand).timeZone
  const mails = async (subject = 'What changes on') =>
    (
      await app.db
        .selectFrom('mails')
        .select('account_id')
        .where('kind', '=', 'termsNotice')
        .where('subject', 'like', `${subject}%`)
        .orderBy('account_id')
        .execute()
    ).map(({ account_id }) => account_id)
  const html = () =>
    app.services.texts.library().legal('terms', brandById('wivesnow') as Brand).html
  const planned = async (body = 'New.') => {
    const revision = await save(terms(body), { path: TERMS })
    await schedule(revision, localIn(32 * DAY, zone))
    return revision
  }
  const readers = () => members.slice(0, 3).map(({ id }) => id)

  test('are not published at once where members have accepted others, nor too soon', async () => {
    const revision = await save(terms('New.'), { path: TERMS })
    await expect(acts('publish', revision)).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringMatching(/told 30 days before new ones/),
    })
    await expect(schedule(revision, localIn(30 * DAY, zone))).rejects.toMatchObject({
      errors: [{ field: 'at', message: expect.stringMatching(/told 30 days before new ones/) }],
    })
  })

  test('are told to each member once, by whichever process, and again by none', async () => {
    const revision = await save(terms('New.'), { path: TERMS })
    await schedule(revision, localIn(32 * DAY, zone))
    await Promise.all([run(), run()])
    await run()
    expect(await mails()).toEqual(readers())
    expect((await text(TERMS)).plan.last).toMatchObject({
      state: 'waits',
      told: { members: 3, isDone: true },
    })
  })

  test('go on being told after whom a process that was killed had told', async () => {
    const revision = await save(terms('New.'), { path: TERMS })
    await schedule(revision, localIn(32 * DAY, zone))
    await app.db
      .updateTable('content_schedules')
      .set({ told_until: readers()[0] ?? 0, told: 1 })
      .execute()
    await run()
    expect(await mails()).toEqual(readers().slice(1))
  })

  test('that are cancelled before a mail went out are told to nobody', async () => {
    await acts('cancel', await planned())
    await run()
    expect([await mails(), await mails('Nothing changes on')]).toEqual([[], []])
  })

  test.each(['cancelled', 'lapsed'] as const)(
    'that members were told of and that are %s are taken back by mail, from each of them once',
    async (end) => {
      const gina = await publisher(`Gina-${end}`)
      const revision = await save(terms('New.'), { path: TERMS })
      await schedule(revision, localIn(32 * DAY, zone), gina)
      await run()
      if (end === 'cancelled') await acts('cancel', revision)
      else {
        await gives(gina, ['editor'])
        app.clock.advance(33 * DAY)
        await run()
        app.clock.advance(-33 * DAY)
      }
      await Promise.all([run(), run()])
      await run()
      expect(await mails('Nothing changes on')).toEqual(readers())
      expect(html()).not.toContain('New.')
      expect((await text(TERMS)).plan.last).toMatchObject({
        state: 'lapsed',
        told: { members: 3 },
      })
    },
  )

  test('are taken back from those alone who were told, before what comes instead is told', async () => {
    const revision = await planned()
    await app.db
      .updateTable('content_schedules')
      .set({ told_until: readers()[1] ?? 0, told: 2 })
      .execute()
    await acts('cancel', revision)
    await schedule(revision, localIn(40 * DAY, zone))
    await run()
    expect(await mails('Nothing changes on')).toEqual(readers().slice(0, 2))
    expect(await mails()).toEqual(readers())
    const { rows } = await sql<{ is_first: boolean }>`
      select max(id) filter (where subject like 'Nothing%') < min(id) filter (where subject like 'What%') as is_first
      from mails where kind = 'termsNotice'`.execute(app.db)
    expect(rows).toEqual([{ is_first: true }])
  })

  test('stay as they are while members are told of them, until that is cancelled', async () => {
    const revision = await planned()
    await run()
    const edits = {
      save: () => save(terms('Newer.'), { path: TERMS, basis: revision }),
      status: () => stands(revision, 'draft'),
      discard: () => editsText({ act: 'discard', revision }),
    }
    for (const edit of Object.values(edits))
      await expect(edit()).rejects.toMatchObject({
        code: 'forbidden',
        message: expect.stringMatching(/^Members are told of this text and its day/),
      })
    expect((await text(TERMS)).plan.last).toMatchObject({ revision, state: 'waits' })
    await acts('cancel', revision)
    await edits.save()
  })

  test('count as told only to whom a mail went, and the others are counted', async () => {
    const [first = 0, second = 0] = readers()
    const { db } = app
    const { email } = await db
      .selectFrom('accounts')
      .select('email')
      .where('id', '=', second)
      .executeTakeFirstOrThrow()
    await db
      .updateTable('accounts')
      .set({ email_confirmed_at: null })
      .where('id', '=', first)
      .execute()
    await db.updateTable('accounts').set({ email: '' }).where('id', '=', second).execute()
    await planned()
    await run()
    await db
      .updateTable('accounts')
      .set({ email_confirmed_at: app.clock.now() })
      .where('id', '=', first)
      .execute()
    await db.updateTable('accounts').set({ email }).where('id', '=', second).execute()
    expect(await mails()).toEqual(readers().slice(2))
    expect((await text(TERMS)).plan.last?.told).toEqual({ members: 1, untold: 2, isDone: true })
  })

  test('that a brand gets since it was planned wait for a notice of their own', async () => {
    const shared = 'legal/all/terms.md'
    const ofAll = app.services.texts.shipped().find(({ path }) => path === shared)?.text ?? ''
    const own = await save(
      ofAll.replace('review: pending', 'review: 2026-11-02').replace(/\n---\n/, '\n---\n\nOwn.\n'),
      { path: TERMS },
    )
    await acts('publish', own)
    // Of all brands but WivesNow, which has its own.
    const revision = await save(terms('Of all.'), { path: shared })
    await schedule(revision, localIn(32 * DAY))
    await run()
    expect(await mails()).not.toContain(readers()[0])
    await app.db.deleteFrom('content_revisions').where('id', '=', own).execute()
    await loadPublishedTexts(app.services)
    app.clock.advance(33 * DAY)
    await run()
    app.clock.advance(-33 * DAY)
    expect(html()).not.toContain('Of all.')
    expect((await text(shared)).plan.last).toMatchObject({
      state: 'lapsed',
      why: expect.stringMatching(/told 30 days before new ones/),
    })
  })

  describe('come by no way around the notice:', () => {
    const act = (body: object) => changesSite(body as never)
    /** As if published when nobody had accepted any terms. */
    const published = async (body: string, version: string, path = TERMS) => {
      const { db } = app
      const { id } = await db
        .insertInto('content_revisions')
        .values({
          path,
          body: terms(body, version),
          author_id: people.eve.id,
          created_at: app.clock.now(),
          published_at: app.clock.now(),
          published_by: people.frank.id,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await loadPublishedTexts(app.services)
      return id
    }
    const retire = async (id: number) => {
      await app.db
        .updateTable('content_revisions')
        .set({ retired_at: app.clock.now() })
        .where('id', '=', id)
        .execute()
      await loadPublishedTexts(app.services)
    }
    const expectRefused = async (body: object, words: RegExp) => {
      const before = html()
      await expect(act(body)).rejects.toMatchObject({
        code: 'forbidden',
        message: expect.stringMatching(words),
      })
      expect(html()).toBe(before)
    }
    const TELL = /told 30 days before new ones/
    const OLDER = /older than those that sites show/

    test('an earlier text that is published again', async () => {
      const newer = await published('Newer.', '2027-01-31')
      await retire(newer)
      await expectRefused({ act: 'restore', revision: newer }, TELL)
    })

    test('the text for all brands in place of a brand’s own', async () => {
      await published('Of all.', '2027-01-31', 'legal/all/terms.md')
      // Of the day that members accepted.
      const { version } = app.services.texts.library().legal('terms', mainBrand)
      expect(version).toBe('2027-01-31')
      await published('Own.', '2026-11-27')
      await expectRefused({ act: 'remove', path: TERMS }, TELL)
    })

    test('what the product came with, in place of an older one', async () => {
      const path = 'legal/all/terms.md'
      for (const one of [path, 'legal/all/privacy.md']) {
        const id = await published('Of long ago.', '2020-01-01', one)
        await app.db
          .updateTable('content_revisions')
          .set({ body: terms('Of long ago.', '2020-01-01').replace('2026-11-02', 'pending') })
          .where('id', '=', id)
          .execute()
      }
      await loadPublishedTexts(app.services)
      const { db } = app
      await db.updateTable('terms_acceptances').set({ version: '2020-01-01' }).execute()
      await expectRefused({ act: 'shipped', path }, TELL)
      // Who has accepted those already is not told again.
      await db.updateTable('terms_acceptances').set({ version: '2026-12-31' }).execute()
      await act({ act: 'shipped', path })
    })

    test('terms that are older than those in force, of which nobody would be asked', async () => {
      const older = await published('Older.', '2027-01-30')
      await retire(older)
      await published('Newer.', '2027-01-31')
      await expectRefused({ act: 'restore', revision: older }, OLDER)
      const draft = await save(terms('Older.', '2027-01-30'), {
        path: TERMS,
        basis: (await text(TERMS)).writing?.basis ?? null,
      })
      await expectRefused({ act: 'publish', revision: draft }, OLDER)
      await expect(schedule(draft, localIn(32 * DAY, zone))).rejects.toMatchObject({
        message: expect.stringMatching(OLDER),
      })
    })
  })

  test('are published when their day has come, but not before all have known for thirty days', async () => {
    const revision = await save(terms('New.'), { path: TERMS })
    await schedule(revision, localIn(32 * DAY, zone))
    app.clock.advance(10 * DAY)
    // Told only now.
    await run()
    app.clock.advance(23 * DAY)
    await run()
    expect(html()).not.toContain('New.')
    app.clock.advance(7 * DAY)
    await run()
    expect(html()).toBe('<p>New.</p>\n')
  })
})

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setRoles } from '../../../../src/features/core/staff-accounts/roles.sql.ts'
import type {
  publishText,
  writeDraft,
} from '../../../../src/features/guests/texts/changes.contract.ts'
import { publicationsJob } from '../../../../src/features/guests/texts/schedule.server.ts'
import type { getText } from '../../../../src/features/guests/texts/texts.contract.ts'
import { DAY, HOUR, MINUTE } from '../../../../src/lib/clock.ts'
import { instantOf, localTimeOf } from '../../../../src/lib/zoned-times.ts'
import { brandById, mainBrand } from '../../../../src/sites/registry.ts'
import type { Brand } from '../../../../src/sites/site.ts'
import type { StaffRole } from '../../../../src/sites/staff-roles.ts'
import { forgetActs } from '../../../support/acts.ts'
import { startApp, type TestApp } from '../../../support/app.ts'
import { asStaff, type CastMember, eve, joins } from '../../../support/cast.ts'

/** A draft that is published at a time that somebody chose, and new terms of which members hear before. */

let app: TestApp
let people: Record<'eve' | 'frank', CastMember>
beforeAll(async () => {
  app = await startApp()
  people = { eve: await eve(app), frank: await publisher('Frank') }
})
let began = 0
// Back to where it was, for staff give their second factor twice a day.
afterEach(() => app.clock.advance(began - app.clock.now().getTime()))
beforeEach(async () => {
  app.clock.advance(MINUTE)
  began = app.clock.now().getTime()
  await app.services.db.deleteFrom('content_revisions').execute()
  await app.services.db.deleteFrom('mails').execute()
  await forgetActs(app.services.db)
  app.services.texts.publish([])
})
afterAll(() => app.close())

async function publisher(username: string): Promise<CastMember> {
  return asStaff(app, await joins(app, { brand: 'wivesnow', username, staff: true }))
}

const gives = (to: CastMember, roles: readonly StaffRole[]) =>
  app.services.db.transaction().execute((trx) => setRoles(trx, to.id, roles, app.clock.now()))

const QUESTION = 'help/all/is-it-new.md'
const TERMS = 'legal/wivesnow/terms.md'
const question = (body: string) =>
  `---\ntitle: Is it new?\ncategory: joining\norder: 1\n---\n\n${body}\n`
const terms = (body: string) =>
  `---\ntitle: Terms of use\nversion: 2027-01-31\nchanges: Words are plainer.\nreview: 2026-11-02\n---\n\n${body}\n`

async function save(text: string, { path = QUESTION, basis = null as number | null } = {}) {
  const { revision } = await people.eve.send<typeof writeDraft>('POST /staff/content/text', {
    body: { act: 'save', path, text, basis },
  })
  if (path === TERMS)
    await people.eve.send<typeof writeDraft>('POST /staff/content/text', {
      body: { act: 'status', revision: revision ?? 0, standing: 'ready' },
    })
  return revision ?? 0
}
const localIn = (milliseconds: number, zone = mainBrand.timeZone) =>
  localTimeOf(new Date(app.clock.now().getTime() + milliseconds), zone)
const schedule = (revision: number, at: string, by = people.frank) =>
  by.send<typeof publishText>('POST /staff/content/publish', {
    body: { act: 'schedule', revision, at },
  })
const acts = (act: 'publish' | 'cancel', revision: number, by = people.frank) =>
  by.send<typeof publishText>('POST /staff/content/publish', { body: { act, revision } })
const text = (path = QUESTION) =>
  people.eve.send<typeof getText>('GET /staff/content/text', { query: { path } })
const run = (services = app.services) =>
  publicationsJob.start(services).run(new AbortController().signal)
const answer = () =>
  app.services.texts
    .library()
    .help(brandById('adultcrush') as Brand)
    .find(({ id }) => id === 'is-it-new')?.html
const audited = async () =>
  (
    await app.services.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .orderBy('id')
      .execute()
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
      message: 'You wrote this last, so somebody else publishes it.',
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
  const mails = async () =>
    (
      await app.services.db
        .selectFrom('mails')
        .select(['account_id', 'subject', 'brand'])
        .where('kind', '=', 'termsNotice')
        .orderBy('account_id')
        .execute()
    ).map(({ account_id }) => account_id)
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
    await app.services.db
      .updateTable('content_schedules')
      .set({ told_until: readers()[0] ?? 0, told: 1 })
      .execute()
    await run()
    expect(await mails()).toEqual(readers().slice(1))
  })

  test('that are cancelled are told to nobody more', async () => {
    const revision = await save(terms('New.'), { path: TERMS })
    await schedule(revision, localIn(32 * DAY, zone))
    await acts('cancel', revision)
    await run()
    expect(await mails()).toEqual([])
  })

  test('are published when their day has come, but not before all have known for thirty days', async () => {
    const revision = await save(terms('New.'), { path: TERMS })
    await schedule(revision, localIn(32 * DAY, zone))
    const html = () =>
      app.services.texts.library().legal('terms', brandById('wivesnow') as Brand).html
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

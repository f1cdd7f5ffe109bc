import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { changeUsername } from '#core/accounts/changes/change-username.contract.ts'
import { accountsToOpen } from '#core/accounts/standing/standing.sql.ts'
import { leaseNext } from '#core/tasks/leases.sql.ts'
import { DAY, SECOND } from '#lib/clock.ts'
import { markRemoved } from '#members/photos/review.sql.ts'
import { EVIDENCE_DAYS } from '#members/reports/evidence.ts'
import { getAdvice } from '#staff/decisions/deciding/decide.contract.ts'
import { decisionJob, standingJob } from '#staff/decisions/deciding/decide.server.ts'
import { becomesPremium, type CastMember, joins, writesTo } from '#tests/support/cast.ts'
import { mailsTo } from '#tests/support/mail.ts'
import { aPhoto, upload } from '#tests/support/photos.ts'
import { undoesDecision } from '#tests/support/verdicts.ts'
import {
  withStaff,
  spam,
  app,
  Eve,
  Max,
  Ann,
  photo,
  number,
  next,
  inTransaction,
  held,
  decides,
  about,
  ran,
  takesEffect,
  isIn,
  signsIn,
  tokenIn,
  statementOf,
  statementOfLatest,
  decision,
  latest,
  before,
  mailKinds,
  problem,
} from './decision-cast.ts'

/** What a decision does, over the API, and the time to take it back. */

withStaff()

describe('a suspension', () => {
  test('ends every session on every brand once ten seconds are over, says why, and opens by itself', async () => {
    const elsewhere = await joins(app, { brand: 'wivesnow', username: `Bea${next()}` })
    await decides(Eve, about({ act: 'suspend', days: 7, severity: 'high' }))
    expect([await isIn(), await mailKinds()]).toEqual([true, []])
    await takesEffect()
    expect([await isIn(), await isIn(elsewhere), await mailKinds()]).toEqual([
      false,
      true,
      ['decision'],
    ])
    for (const brand of ['adultcrush', 'megaflirt']) {
      const { next } = await signsIn(app.visitor(brand))
      expect(next).toMatch(/^\/decision\/\d+-/)
      const { sections, appeal } = await statementOf(tokenIn(next))
      const words = sections.flatMap(({ paragraphs }) => paragraphs).join(' ')
      expect([
        appeal,
        words.includes('You sent the same words to many.'),
        words.includes('suspended until'),
      ]).toEqual(['open', true, true])
    }
    app.clock.advance(7 * DAY)
    expect((await signsIn(app.visitor('adultcrush'))).next).toBe('/dashboard')
  })

  test('is ended by the worker for those who do not come', async () => {
    await decides(Eve, about({ act: 'suspend', days: 1 }))
    await takesEffect()
    app.clock.advance(DAY)
    await ran(standingJob)
    const { banned_at: bannedAt } = await app.services.db
      .selectFrom('accounts')
      .select('banned_at')
      .where('id', '=', Ann.id)
      .executeTakeFirstOrThrow()
    expect(bannedAt).toBeNull()
  })

  test('of one brand says that it holds there alone, and that a photo refused with it is hidden on all', async () => {
    const { id } = await upload(Ann, await aPhoto({ width: 300, height: 400, colour: '#8a5024' }))
    const taskId = await held(Eve, 'photos', id)
    await decides(Eve, {
      ...spam,
      taskId,
      act: 'suspend',
      days: 7,
      scope: 'brand',
      brand: 'adultcrush',
    })
    await takesEffect()
    expect((await statementOfLatest()).sections[0]?.paragraphs.slice(1, 4)).toEqual([
      'We have hidden one of your photos. Nobody but you sees it.',
      'It holds on AdultCrush alone; the other sites of our network stay open to you.',
      'What we did about the photo holds on all sites of our network.',
    ])
  })

  test('of one brand leaves the others open', async () => {
    await decides(Eve, about({ act: 'suspend', days: 7, scope: 'brand', brand: 'adultcrush' }))
    await takesEffect()
    expect([
      await isIn(),
      (await signsIn(app.visitor('adultcrush'))).next?.startsWith('/decision/'),
      (await signsIn(app.visitor('megaflirt'))).next,
    ]).toEqual([false, true, '/dashboard'])
  })
})

test('what was closed for a time is opened in the order in which it ends, whatever it is', async () => {
  const { db } = app.services
  await db.updateTable('accounts').set({ suspended_until: null, limited_until: null }).execute()
  await db.deleteFrom('brand_closures').execute()
  const [Bea, Cleo] = [
    await joins(app, { brand: 'adultcrush', username: `Bea${next()}` }),
    await joins(app, { brand: 'adultcrush', username: `Cleo${next()}` }),
  ]
  await decides(Eve, about({ act: 'suspend', days: 7 }))
  await decides(Eve, about({ accountId: Bea.id, act: 'limit', days: 5 }))
  await decides(
    Eve,
    about({ accountId: Cleo.id, act: 'suspend', days: 3, scope: 'brand', brand: 'adultcrush' }),
  )
  await takesEffect()
  app.clock.advance(7 * DAY)
  const first = (most: number) => accountsToOpen(db, app.clock.now(), most)
  expect([await first(1), await first(2), await first(9)]).toEqual([
    [Cleo.id],
    [Cleo.id, Bea.id],
    [Cleo.id, Bea.id, Ann.id],
  ])
  await ran(standingJob)
  expect(await first(9)).toEqual([])
})

describe('a limit', () => {
  const writes = (whom: CastMember, from = Ann) => writesTo(from, whom, `Hello ${whom.username}`)

  test('lets nobody be written to first, however many are tried at the same moment, and ends by itself', async () => {
    const people = []
    for (let one = 0; one < 6; one += 1)
      people.push(await joins(app, { brand: 'adultcrush', username: `Pal${next()}` }))
    const [known] = people as [CastMember]
    for (const one of [Ann, known]) await becomesPremium(app, one)
    await writes(Ann, known)
    await decides(Eve, about({ act: 'limit', days: 7 }))
    await takesEffect()
    const begun = () =>
      app.services.db
        .selectFrom('conversations')
        .select('id')
        .where((e) => e.or([e('low_id', '=', Ann.id), e('high_id', '=', Ann.id)]))
        .execute()
    const answers = await Promise.allSettled([
      writes(known),
      ...people.slice(1).flatMap((one) => [writes(one), writes(one)]),
    ])
    expect(answers.map(({ status }) => status)).toEqual([
      'fulfilled',
      ...Array<string>(10).fill('rejected'),
    ])
    expect([(await begun()).length, await problem(writes(people[1] as CastMember))]).toEqual([
      1,
      expect.stringMatching(/first messages|begin/),
    ])
    app.clock.advance(7 * DAY)
    await writes(people[1] as CastMember)
    expect((await begun()).length).toBe(2)
  })
})

describe('a decision of the last ten seconds', () => {
  test('is taken back by its author: nothing happens, its strikes do not count, and its task is open again', async () => {
    const { id } = await decides(Eve, { ...spam, taskId: await held(Eve) })
    expect(await before()).toBe(1)
    app.clock.advance(9 * SECOND)
    await undoesDecision(Eve, id)
    await takesEffect()
    const open = await app.services.db
      .selectFrom('tasks')
      .select('id')
      .where('account_id', '=', Ann.id)
      .where('closed_at', 'is', null)
      .execute()
    expect([await before(), (await decision(id)).state, await mailKinds(), open.length]).toEqual([
      0,
      'undone',
      [],
      1,
    ])
  })

  test.each<[string, () => Promise<string | undefined>]>([
    ['later', async () => (app.clock.advance(11 * SECOND), problem(undo(Eve)))],
    ['by somebody else', () => problem(undo(Max))],
    ['twice', async () => (await undo(Eve), problem(undo(Eve)))],
  ])('is not taken back %s', async (_, tries) => {
    await decides(Eve, about())
    expect(await tries()).toMatch(
      /ten seconds are over|somebody else’s decision|taken back already/,
    )
  })
  const undo = async (by: CastMember) => undoesDecision(by, (await latest()).id)

  test('is taken back or takes effect, never both, and takes effect once in two workers', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await decides(Eve, about())
      app.clock.advance(10 * SECOND)
      await Promise.allSettled([undoesDecision(Eve, id), ran(), ran()])
      const row = await app.services.db
        .selectFrom('decisions')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect([row.undone_at === null, row.took_effect_at === null]).toContain(true)
      expect(row.undone_at === null).toBe(row.took_effect_at !== null)
    }
    expect((await mailKinds()).length).toBe(5)
  })
})

test('a photo that was removed is kept with its files as long as it can be given back, and no longer', async () => {
  const at = app.clock.now()
  for (let one = 0; one < 2; one += 1) await upload(Ann, photo)
  const photos = () =>
    app.services.db
      .selectFrom('photos')
      .select(['id', 'key'])
      .where('account_id', '=', Ann.id)
      .orderBy('id')
      .execute()
  const [removed, other] = await photos()
  const files = async () => {
    const names: string[] = []
    for await (const { name } of app.services.photoFiles.list()) names.push(name)
    return [removed, other].map((one) => names.some((name) => name.includes(one?.key ?? '-')))
  }
  await inTransaction((trx) => markRemoved(trx, Ann.id, removed?.id ?? 0, at))
  app.clock.advance((EVIDENCE_DAYS - 1) * DAY)
  await ran(standingJob)
  expect([(await photos()).length, await files()]).toEqual([2, [true, true]])
  app.clock.advance(DAY)
  await Promise.all([ran(standingJob), ran(standingJob)])
  expect([await photos(), await files()]).toEqual([[other], [false, true]])
})

describe('a username that breaks the rules', () => {
  const renames = (username: string) => Ann.calls(changeUsername, { body: { username } })
  const nameOf = async () =>
    (
      await app.services.db
        .selectFrom('accounts')
        .select('username')
        .where('id', '=', Ann.id)
        .executeTakeFirstOrThrow()
    ).username
  const statement = async () =>
    (await statementOfLatest()).sections.flatMap(({ paragraphs }) => paragraphs).join(' ')
  const removes = async () => {
    await decides(Eve, about({ act: 'removeText', policy: 'impersonation', text: 'username' }))
    await takesEffect()
  }

  test('is removed: the member gets a generated one, is told it, and may choose another at once, but not the same', async () => {
    const before = Ann.username
    await removes()
    const given = await nameOf()
    expect(given).toMatch(/^member\d{10}$/)
    expect(await statement()).toContain(`You are now called ${given}`)
    const [mail] = await mailsTo(app, `${before.toLowerCase()}@example.org`)
    expect(mail?.text).toContain(`Hello ${given},`)
    expect(
      (await Eve.calls(getAdvice, { query: { accountId: Ann.id } })).texts.map(({ name }) =>
        name.replace(/~.*/, ''),
      ),
    ).not.toContain('username')
    expect(await problem(decides(Eve, about({ act: 'removeText', text: 'username' })))).toMatch(
      /generated one already/,
    )
    for (const same of [before, before.toUpperCase()])
      expect(await problem(renames(same))).toMatch(/taken/)
    await renames(`Nora${number}`)
    expect([
      await nameOf(),
      (await signsIn(app.visitor('adultcrush'), { ...Ann, username: `Nora${number}` })).next,
    ]).toEqual([`Nora${number}`, '/dashboard'])
  })

  test.each([
    ['is given back where the objection is right', false],
    ['is free for its member again where they chose another meanwhile', true],
  ])('%s', async (_, choseAnother) => {
    const before = Ann.username
    await removes()
    const { id } = await latest()
    if (choseAnother) await renames(`Other${number}`)
    await decides(Eve, about({ act: 'restore', text: undefined, about: 'username' }))
    await takesEffect()
    expect(await nameOf()).toBe(choseAnother ? `Other${number}` : before)
    if (choseAnother) await renames(before)
    expect([await nameOf(), (await decision(id)).state]).toEqual([before, 'takenBack'])
  })
})

describe('a text that breaks the rules', () => {
  const writes = (about: string) =>
    app.services.db
      .updateTable('profiles')
      .set({ about })
      .where('account_id', '=', Ann.id)
      .execute()
  const aboutHer = async () =>
    (
      await app.services.db
        .selectFrom('profiles')
        .select('about')
        .where('account_id', '=', Ann.id)
        .executeTakeFirstOrThrow()
    ).about
  const said = async () =>
    (await statementOfLatest()).sections.flatMap(({ paragraphs }) => paragraphs).join(' ')
  const named = async () =>
    (await Eve.calls(getAdvice, { query: { accountId: Ann.id } })).texts.find(({ label }) =>
      label.startsWith('About'),
    )?.name ?? ''

  test('is removed as it was decided about', async () => {
    await writes('Buy my things')
    await decides(Eve, about({ act: 'removeText', text: await named() }))
    await takesEffect()
    expect([await aboutHer(), await said(), await before()]).toEqual([
      '',
      expect.stringContaining('We have removed what your profile says'),
      1,
    ])
  })

  test.each([
    ['counts', 'spam', 1],
    ['counts nothing by such a rule', 'unfitPhoto', 0],
  ] as const)(
    'and is changed within the ten seconds leaves what stands there then, %s, and has its report decided once more',
    async (_, policy, counts) => {
      const reporter = await joins(app, { brand: 'wivesnow', username: `Rex${next()}` })
      const report = {
        reporter_id: reporter.id,
        reported_id: Ann.id,
        brand: 'wivesnow',
        reason: 'scam',
        created_at: app.clock.now(),
      }
      const { id: subject } = await app.services.db
        .insertInto('reports')
        .values({ ...report, quoted: null, closed_at: null, closed_by: null, outcome: null })
        .returning('id')
        .executeTakeFirstOrThrow()
      const told = async () =>
        (await mailsTo(app, `${reporter.username.toLowerCase()}@example.org`)).map(
          ({ kind }) => kind,
        )
      await writes('Buy my things')
      const taskId = await held(Eve, 'reports', subject)
      await decides(Eve, { ...spam, act: 'removeText', policy, text: 'about', taskId })
      await writes('I like long walks')
      await takesEffect()
      expect([await aboutHer(), await said(), await before()]).toEqual([
        'I like long walks',
        expect.stringContaining('We have removed nothing'),
        counts,
      ])
      expect([await told(), await mailKinds()]).toEqual([[], ['decision']])
      const open = app.services.db
        .selectFrom('tasks')
        .select(['id', 'leased_by'])
        .where('closed_at', 'is', null)
      expect(await open.execute()).toEqual([{ id: taskId, leased_by: null }])
      // Somebody looks at the new one.
      await inTransaction((trx) => leaseNext(trx, 'reports', Max.id, app.clock.now()))
      await decides(Max, { ...spam, act: 'none', policy: 'none', note: '', taskId })
      await takesEffect()
      expect([await aboutHer(), await told(), await open.execute()]).toEqual([
        'I like long walks',
        ['reportNoBreach'],
        [],
      ])
    },
  )

  test('and is deleted within the ten seconds leaves nothing to decide', async () => {
    await writes('Buy my things')
    await decides(Eve, { ...spam, act: 'removeText', text: 'about', taskId: await held(Eve) })
    await writes('')
    await takesEffect()
    expect([await said(), await before()]).toEqual([
      expect.stringContaining('We have removed nothing'),
      1,
    ])
    expect(
      await app.services.db
        .selectFrom('tasks')
        .select('id')
        .where('closed_at', 'is', null)
        .execute(),
    ).toEqual([])
  })

  test.each(['headline', 'prompt-404'])(
    'and is not there is not said to be removed: %s',
    async (text) => {
      await decides(Eve, about({ act: 'removeText', text }))
      await takesEffect()
      expect([await said(), await before()]).toEqual([
        expect.stringContaining('We have removed nothing'),
        1,
      ])
    },
  )

  test('and was changed since staff looked at it is not decided about', async () => {
    await writes('Buy my things')
    const text = await named()
    await writes('I like long walks')
    expect(await problem(decides(Eve, about({ act: 'removeText', text })))).toMatch(
      /text was changed meanwhile/,
    )
    expect([await aboutHer(), await before()]).toEqual(['I like long walks', 0])
  })
})

describe('a decision that fails by a fault of ours', () => {
  test('keeps no other waiting, and is tried again after growing pauses', async () => {
    const { db, log } = app.services
    await decides(Eve, about())
    const failing = (await latest()).id
    await decides(Eve, about({ act: 'limit', days: 3 }))
    const other = (await latest()).id
    const states = async () => [(await decision(failing)).state, (await decision(other)).state]
    await sql`create function fail() returns trigger language plpgsql as $$ begin raise exception 'a fault of ours'; end $$`.execute(
      db,
    )
    await sql`create trigger fail before update on decisions for each row when (new.id = ${sql.lit(failing)}) execute function fail()`.execute(
      db,
    )
    const logged = vi.spyOn(log, 'error').mockReturnValue()
    const tries = () => logged.mock.calls.map(([said]) => (said as { tries: number }).tries)
    const worker = decisionJob.start(app.services)
    const runs = async (after: number) => {
      app.clock.advance(after)
      await worker.run(new AbortController().signal)
    }
    try {
      await runs(11 * SECOND)
      await runs(4 * SECOND - 1)
      expect([await states(), tries()]).toEqual([['waits', 'holds'], [1]])
      await runs(1)
      await runs(8 * SECOND - 1)
      expect(tries()).toEqual([1, 2])
      await runs(1)
      expect(tries()).toEqual([1, 2, 3])
    } finally {
      logged.mockRestore()
      await sql`drop trigger fail on decisions`.execute(db)
      await sql`drop function fail`.execute(db)
    }
    await runs(16 * SECOND)
    expect(await states()).toEqual(['holds', 'holds'])
  })
})

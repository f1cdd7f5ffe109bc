import { describe, expect, test } from 'vitest'
import { leaseNext } from '#core/tasks/leases.sql.ts'
import { sessionSweepJob } from '#jobs/session-sweep.server.ts'
import { DAY, later } from '#lib/clock.ts'
import { grantCredits } from '#money/credits/credits.sql.ts'
import {
  dismissDecisionNotice,
  getDecisionNotices,
  getEndedSession,
  listOwnDecisions,
} from '#staff/decisions/own-decisions/own-decisions.contract.ts'
import { setsAccount, type Visitor } from '#tests/support/app.ts'
import { becomesPremium, type CastMember, joins, PASSWORD } from '#tests/support/cast.ts'
import { mailsTo } from '#tests/support/mail.ts'
import { decidesAppeal, verdictsTakeEffect } from '#tests/support/verdicts.ts'
import {
  withStaff,
  app,
  Eve,
  Max,
  Ann,
  next,
  inTransaction,
  decides,
  about,
  ran,
  takesEffect,
  signsIn,
  tokenIn,
  statementOf,
  statementOfLatest,
  decision,
  latest,
  mailKinds,
  problem,
} from './decision-cast.ts'

/** What members learn of decisions about them, with and without a mail. */

withStaff()

const list = async (who = Ann) => (await who.calls(listOwnDecisions)).decisions
const notices = async (who = Ann) => (await who.calls(getDecisionNotices)).notices
const dismisses = (id: number, who = Ann) => who.calls(dismissDecisionNotice, { body: { id } })
const ended = async (who: Visitor = Ann) => (await who.calls(getEndedSession)).closed
const restores = async (reverses: number) => {
  await decides(Eve, about({ act: 'restore', reverses, note: 'We looked at it once more.' }))
  await takesEffect()
}
const takenBack = async () =>
  (await mailsTo(app, `${Ann.username.toLowerCase()}@example.org`)).filter(
    ({ kind }) => kind === 'decisionTakenBack',
  )

describe('a decision', () => {
  test('is told on the dashboard and listed in the settings, with where one objects, to who gets no mail', async () => {
    await setsAccount(app, Ann, { email_confirmed_at: null })
    expect([await list(), await notices()]).toEqual([[], []])
    await decides(Eve, about())
    expect([await list(), await notices()]).toEqual([[], []])
    await takesEffect()
    const { statement } = await decision((await latest()).id)
    expect(await mailKinds()).toEqual([])
    expect(await list()).toMatchObject([{ what: 'We warned you', state: 'holds', path: statement }])
    expect(await notices()).toMatchObject([
      { about: 'decided', what: 'We warned you', path: statement },
    ])
    expect((await statementOf(tokenIn((await list())[0]?.path))).appeal).toBe('open')
  })

  test('that found no breach is not among them', async () => {
    await decides(Eve, about({ act: 'none', policy: 'none', note: '' }))
    await takesEffect()
    expect([await list(), await notices()]).toEqual([[], []])
  })

  test('is told until its member says that it is read, and stays in the list', async () => {
    await decides(Eve, about())
    await takesEffect()
    const [{ id } = { id: 0 }] = await notices()
    // Somebody else says so.
    await dismisses(id, await joins(app, { brand: 'adultcrush', username: `Bea${next()}` }))
    expect(await notices()).toHaveLength(1)
    await dismisses(id)
    expect([await notices(), (await list()).length]).toEqual([[], 1])
  })

  test('is read by a form without script, which is refused where it names none', async () => {
    await decides(Eve, about())
    await takesEffect()
    const says = (id: string) =>
      Ann.visit('/profile/dismissDecisionNotice', {
        method: 'POST',
        headers: { Origin: `http://${Ann.host}` },
        body: new URLSearchParams({ id }),
      })
    const refused = await says('none')
    expect([refused.status, await refused.text(), (await notices()).length]).toEqual([
      422,
      'page:/dashboard',
      1,
    ])
    const done = await says(String((await notices())[0]?.id))
    expect([done.status, done.headers.get('Location'), await notices()]).toEqual([
      303,
      '/dashboard',
      [],
    ])
  })
})

describe('a decision that is given back', () => {
  test('is told in a mail and on the dashboard: the account is open again', async () => {
    await decides(Eve, about({ act: 'suspend', days: 7 }))
    await takesEffect()
    await restores((await latest()).id)
    expect(await takenBack()).toMatchObject([
      {
        text: expect.stringMatching(
          /taken a decision back: we suspended[^]*Your account is open again[^]*We looked at it once more\./,
        ),
      },
    ])
    await signsIn(Ann)
    expect([await list(), await notices()]).toMatchObject([
      [{ state: 'takenBack' }],
      [{ about: 'takenBack', what: 'We suspended your account for a while' }],
    ])
  })

  test('is not said to open what another decision keeps closed', async () => {
    await decides(Eve, about({ act: 'suspend', days: 7 }))
    await takesEffect()
    const { id } = await latest()
    await decides(Eve, about({ act: 'ban' }))
    await takesEffect()
    await restores(id)
    expect(await takenBack()).toMatchObject([
      { text: expect.stringContaining('Another decision still keeps your account closed.') },
    ])
  })

  test('on an objection is told on the dashboard as well, and by the mail of the objection alone', async () => {
    await decides(Eve, about())
    await takesEffect()
    const token = tokenIn((await decision((await latest()).id)).statement ?? '')
    await app.visitor('adultcrush').posts('/decision/appeal', { token, words: 'It was not me' })
    const task = await inTransaction<{ id: number } | undefined>((trx) =>
      leaseNext(trx, 'appeals', Max.id, app.clock.now()),
    )
    await decidesAppeal(Max, { taskId: task?.id ?? 0, outcome: 'overturn' })
    await verdictsTakeEffect(app)
    expect([await notices(), await takenBack()]).toMatchObject([[{ about: 'takenBack' }], []])
  })
})

describe('what becomes of the money', () => {
  const buys = (credits: number) =>
    inTransaction((trx) =>
      grantCredits(trx, Ann.id, {
        credits,
        source: 'grant',
        reference: 'test',
        expiresAt: later(app.clock.now(), 30 * DAY),
        at: app.clock.now(),
      }),
    )
  const money = async () =>
    (await statementOfLatest()).sections
      .find(({ heading }) => heading === 'Your money')
      ?.paragraphs.join(' ')

  test.each<[string, 'suspend' | 'ban' | 'limit', () => Promise<unknown>, unknown]>([
    [
      'of a suspended member who has neither membership nor credits is nothing',
      'suspend',
      async () => undefined,
      undefined,
    ],
    [
      'of one with credits: they stay',
      'suspend',
      () => buys(12),
      expect.stringMatching(/^You have 12 credits\. They stay yours/),
    ],
    [
      'of one with a membership: it goes on',
      'suspend',
      () => becomesPremium(app, Ann),
      expect.stringMatching(/^Your membership goes on meanwhile[^]*page\.$/),
    ],
    [
      'of one with both: both are said',
      'suspend',
      async () => [await becomesPremium(app, Ann), await buys(1)],
      expect.stringMatching(/^Your membership goes on[^]* You have one credit\./),
    ],
    [
      'of a closed account is not paid back as far as the law allows',
      'ban',
      () => buys(12),
      expect.stringMatching(/^Nothing renews[^]*not paid back/),
    ],
    ['of a limit is nothing', 'limit', () => buys(12), undefined],
  ])('%s', async (_, act, has, says) => {
    await has()
    await decides(Eve, about({ act, days: act === 'ban' ? undefined : 7 }))
    await takesEffect()
    expect(await money()).toEqual(says)
  })
})

describe('a browser whose session a decision ended', () => {
  const wants = async (who: Visitor, path = '/messages') =>
    (await who.visit(path)).headers.get('Location')

  test('arrives where that is said, and nobody else does', async () => {
    const left = app.visitor('adultcrush')
    await signsIn(left)
    await left.request('/site/signout')
    const other: CastMember = await joins(app, { brand: 'adultcrush', username: `Bea${next()}` })
    await decides(Eve, about({ act: 'suspend', days: 7 }))
    await takesEffect()
    const { statement } = await decision((await latest()).id)
    expect([await wants(Ann), await ended()]).toEqual(['/site/ended', { statement }])
    const strangers = [left, app.visitor('adultcrush')]
    for (const one of strangers) expect([await wants(one), await ended(one)]).toEqual(['/', null])
    expect([await wants(other), await ended(other)]).toEqual([null, null])
    // Open again, there is nothing to say.
    app.clock.advance(7 * DAY)
    expect([await wants(Ann), await ended()]).toEqual(['/', null])
  })

  test('is of the site alone that is closed', async () => {
    const elsewhere = app.visitor('megaflirt')
    await elsewhere.posts('/site/signin', { login: Ann.username, password: PASSWORD })
    await decides(Eve, about({ act: 'suspend', days: 7, scope: 'brand', brand: 'adultcrush' }))
    await takesEffect()
    expect([
      await wants(Ann),
      (await ended(elsewhere)) === null,
      await problem(ended(elsewhere)),
    ]).toEqual(['/site/ended', true, 'no problem'])
    expect(await wants(elsewhere, '/site/ended')).toBeNull()
  })

  test('is known no longer than its session would have lasted', async () => {
    await decides(Eve, about({ act: 'ban', policy: 'scam', severity: 'critical' }))
    await takesEffect()
    expect(await ended()).not.toBeNull()
    app.clock.advance(60 * DAY)
    expect(await ended()).toBeNull()
    await ran(sessionSweepJob)
    expect(
      await app.db
        .selectFrom('closed_sessions')
        .select('account_id')
        .where('account_id', '=', Ann.id)
        .execute(),
    ).toEqual([])
  })
})

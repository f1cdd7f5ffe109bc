import { randomUUID } from 'node:crypto'
import type { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { memberOf } from '#api/member.server.ts'
import { recordEvent } from '#core/live/tickers.contract.ts'
import type { Tickers } from '#core/live/tickers.ts'
import { setShownTo } from '#core/people/shown-to/shown-to.contract.ts'
import { openPostgres } from '#db/connection.server.ts'
import { DAY, later, MINUTE, SECOND } from '#lib/clock.ts'
import { matchAction } from '#members/likes/likes.contract.ts'
import { answerPartner, endPartner, invitePartner } from '#members/likes/partners.contract.ts'
import {
  hideConversation,
  markAsRead,
  markUnread,
  muteConversation,
} from '#members/messages/inbox/inbox.contract.ts'
import { allowPhotos, requestPhoto } from '#members/photos/access/access.contract.ts'
import { home } from '#members/search/home/home.contract.ts'
import { viewProfile } from '#members/search/profile/profile.contract.ts'
import { countNews } from '#members/viewer/tickers.sql.ts'
import { currentCreditsInfo } from '#money/credits/credits.contract.ts'
import { grantCredits, spendCredits, takeBackCredits } from '#money/credits/credits.sql.ts'
import { mainBrand } from '#sites/registry.ts'
import {
  setsAccount,
  setsProfile,
  startApp,
  type TestApp,
  type Visitor,
} from '#tests/support/app.ts'
import {
  becomesPremium,
  blocks,
  type CastMember,
  joins,
  tickersOf,
  writesTo,
} from '#tests/support/cast.ts'
import { leave } from '#tests/support/leaving.ts'
import { copyOfTemplate } from '#tests/support/template.ts'

/**
 * What one process remembers of a member's polls, while all that happens comes by way of another
 * one.
 */

let here: TestApp
let there: TestApp
let Alice: CastMember
let Bob: CastMember
let polls: Visitor
const statements: string[] = []

beforeAll(async () => {
  const url = await copyOfTemplate(inject('postgresUrl'), `t_${randomUUID().replaceAll('-', '')}`)
  here = await startApp({}, await openPostgres(url))
  there = await startApp({}, await openPostgres(url))
  Alice = await joins(here, { brand: 'adultcrush', username: 'Alice' })
  Bob = await joins(here, { brand: 'adultcrush', username: 'Bob', gender: 'man' })
  for (const member of [Alice, Bob]) await becomesPremium(here, member)
  polls = there.visitor('adultcrush')
  polls.cookies.set('session', Alice.cookies.get('session') as string)
  const ask = there.services.db.executeQuery.bind(there.services.db)
  vi.spyOn(there.services.db, 'executeQuery').mockImplementation((query, options) => {
    statements.push((query as CompiledQuery).sql)
    return ask(query as CompiledQuery<never>, options)
  })
})
afterAll(() => Promise.all([here.close(), there.close()]))

function passes(milliseconds: number): void {
  for (const app of [here, there]) app.clock.advance(milliseconds)
}
const tickers = (): Promise<Tickers> => tickersOf(polls)

async function counted(): Promise<Tickers> {
  const at = here.clock.now()
  const member = await memberOf(
    here.services,
    Alice.cookies.get('session') as string,
    mainBrand,
    at,
    { notesVisit: false },
  )
  if (!member) throw new Error('signed out')
  return countNews(here.services.db, { brand: mainBrand, member, at })
}

/**
 * The other process has the counters, and answers without a statement as long as nothing happens.
 */
async function remembers(): Promise<void> {
  await vi.waitFor(
    async () => {
      passes(SECOND)
      await tickers()
      statements.length = 0
      passes(SECOND)
      await tickers()
      expect(statements).toEqual([])
    },
    { interval: 20 },
  )
}

const like = (who: CastMember, whom: CastMember, action: 'like' | 'unlike' = 'like') =>
  who.calls(matchAction, { params: { action }, body: { id: whom.id } })
const shows = (who: CastMember, to: 'everybody' | 'liked' | 'nobody') =>
  who.calls(setShownTo, { body: { to } })
const invite = () => Bob.calls(invitePartner, { body: { id: Alice.id } })
const seen = (name: 'newViews' | 'newNotifications') =>
  Alice.calls(recordEvent, { params: { name } })
const writes = () => writesTo(Bob, Alice)
const views = () => Bob.calls(viewProfile, { params: { id: Alice.id } })
const account = (change: { banned_at: Date | null }) => setsAccount(here, Bob, change)
const profile = (change: {
  hidden_at?: Date | null
  shown_on_other_brands?: boolean
  brand?: string
}) => setsProfile(here, Bob, change)

/** In this order; each changes a counter of Alice. */
const acts: ReadonlyArray<readonly [act: string, happens: () => Promise<unknown>]> = [
  ['a message', writes],
  ['a message that is read', () => Alice.calls(markAsRead, { body: { id: Bob.id } })],
  ['a conversation marked as unread', () => Alice.calls(markUnread, { body: { id: Bob.id } })],
  ['a muted conversation', () => Alice.calls(muteConversation, { body: { id: Bob.id } })],
  [
    'one that is heard again',
    () => Alice.calls(muteConversation, { body: { id: Bob.id, muted: 'no' } }),
  ],
  ['a hidden conversation', () => Alice.calls(hideConversation, { body: { id: Bob.id } })],
  ['one that comes back', writes],
  ['a like', () => like(Bob, Alice)],
  ['a match', () => like(Alice, Bob)],
  ['a match that ends', () => like(Alice, Bob, 'unlike')],
  ['a like taken back', () => like(Bob, Alice, 'unlike')],
  ['another like', () => like(Bob, Alice)],
  ['a view', views],
  ['a view that was seen', () => seen('newViews')],
  ['another view', () => (passes(6 * MINUTE), views())],
  ['a request to see photos', () => Bob.calls(requestPhoto, { body: { id: Alice.id } })],
  [
    'a request refused',
    () =>
      Alice.calls(allowPhotos, {
        params: { id: Bob.id },
        body: { allowed: false, lasts: 'always' },
      }),
  ],
  ['an invitation of a partner', invite],
  ['an invitation taken back', () => Bob.calls(endPartner, { body: { id: Alice.id } })],
  ['another invitation', invite],
  [
    'an invitation declined',
    () => Alice.calls(answerPartner, { body: { id: Bob.id, answer: 'decline' } }),
  ],
  ['a block', () => blocks(Alice, Bob, 'block')],
  ['its end', () => blocks(Alice, Bob, 'unblock')],
  ['a block by the other', () => blocks(Bob, Alice, 'block')],
  ['the end of that', () => blocks(Bob, Alice, 'unblock')],
  ['another like after it', () => like(Bob, Alice)],
  ['a ban', () => account({ banned_at: here.clock.now() })],
  ['a ban lifted', () => account({ banned_at: null })],
  ['a hidden profile', () => profile({ hidden_at: here.clock.now() })],
  ['one that is shown again', () => profile({ hidden_at: null })],
  ['a break', () => shows(Bob, 'nobody')],
  ['the end of a break', () => shows(Bob, 'everybody')],
  [
    'a brand closed to somebody',
    () =>
      here.services.db
        .insertInto('brand_closures')
        .values({ account_id: Bob.id, brand: 'adultcrush', until: null })
        .execute(),
  ],
  ['a brand open again', () => here.services.db.deleteFrom('brand_closures').execute()],
  [
    'a move to another brand, shown on that alone',
    () => profile({ brand: 'wivesnow', shown_on_other_brands: false }),
  ],
  ['shown on others again', () => profile({ shown_on_other_brands: true })],
  ['all seen', () => (passes(SECOND), seen('newNotifications'))],
  ['a last message', writes],
  ['an account deleted', () => leave(Bob)],
]

test.each(acts)('the counters hold after %s', async (_, happens) => {
  await remembers()
  const before = await counted()
  passes(SECOND)
  await happens()
  const now = await counted()
  expect(now).not.toEqual(before)
  await vi.waitFor(async () => expect(await tickers()).toEqual(now), { interval: 20 })
})

test('whom a member likes is no stranger any more on the dashboard', async () => {
  const Fay = await joins(here, { brand: 'adultcrush', username: 'Fay', lookingFor: ['man'] })
  await setsAccount(here, Fay, { created_at: later(here.clock.now(), -90 * DAY) })
  const Gus = await joins(here, {
    brand: 'adultcrush',
    username: 'Gus',
    gender: 'man',
    lookingFor: ['woman'],
  })
  const looks = there.visitor('adultcrush')
  looks.cookies.set('session', Fay.cookies.get('session') as string)
  const strangers = async () => (await looks.calls(home)).people.map(({ username }) => username)
  passes(SECOND)
  expect(await strangers()).toContain('Gus')
  passes(SECOND)
  await like(Fay, Gus)
  await vi.waitFor(async () => expect(await strangers()).not.toContain('Gus'), { interval: SECOND })
})

describe('credits', () => {
  let Carol: CastMember
  let asks: Visitor
  const shown = async (visitor: Visitor = asks) =>
    (JSON.parse(await visitor.calls(currentCreditsInfo)) as { currentCredits: number })
      .currentCredits
  const change = (run: (trx: Parameters<typeof grantCredits>[0]) => Promise<unknown>) =>
    here.services.db.transaction().execute(run)
  const grant = (reference: string, credits: number, expiresAt: Date | null) =>
    change((trx) =>
      grantCredits(trx, Carol.id, {
        credits,
        source: 'grant',
        reference,
        expiresAt,
        at: here.clock.now(),
      }),
    )
  const becomes = (credits: number) =>
    vi.waitFor(async () => expect(await shown()).toBe(credits), { interval: 20 })

  beforeAll(async () => {
    Carol = await joins(here, { brand: 'wivesnow', username: 'Carol' })
    asks = there.visitor('wivesnow')
    asks.cookies.set('session', Carol.cookies.get('session') as string)
  })

  test('are those of the ledger after each entry, and after a lot has expired without one', async () => {
    const given = await shown()
    const soon = later(here.clock.now(), 10 * MINUTE)
    const steps: Array<[happens: () => unknown, credits: number]> = [
      [() => grant('a', 10, null), 10],
      [() => grant('b', 5, soon), 15],
      [
        () =>
          change((trx) =>
            spendCredits(trx, Carol.id, {
              credits: 3,
              reason: 'message',
              reference: null,
              at: here.clock.now(),
            }),
          ),
        12,
      ],
      [() => change((trx) => takeBackCredits(trx, Carol.id, 'a', here.clock.now())), 2],
      [() => passes(9 * MINUTE), 2],
      [() => passes(MINUTE), 0],
    ]
    for (const [happens, credits] of steps) {
      passes(SECOND)
      await shown()
      await happens()
      await becomes(given + credits)
    }
    expect(await shown(Carol)).toBe(given)
  })

  test('are asked for without a statement while nothing happens', async () => {
    await vi.waitFor(
      async () => {
        passes(SECOND)
        await shown()
        statements.length = 0
        passes(SECOND)
        await shown()
        expect(statements).toEqual([])
      },
      { interval: 20 },
    )
  })

  test('are right at once for whoever has just spent some, twenty times', async () => {
    await grant('c', 100, null)
    const Dan = await joins(here, { brand: 'wivesnow', username: 'Dan', gender: 'man' })
    let rest = await shown(Carol)
    for (let turn = 0; turn < 20; turn += 1) {
      passes(MINUTE / 4)
      const poll = shown(Carol)
      await writesTo(Carol, Dan, `Hello ${turn}`)
      rest -= 1
      expect(await shown(Carol)).toBe(rest)
      await poll
    }
  })
})

import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#api/contract.ts'
import { endSessionsExcept } from '#api/sessions.sql.ts'
import { addPasskey, askPasskey, listPasskeys } from '#core/accounts/passkeys/passkeys.contract.ts'
import { changePrompts } from '#core/people/prompts/prompts.contract.ts'
import { shareDate } from '#members/meeting/dates.contract.ts'
import { saveSearch } from '#members/search/saved-searches/saved-searches.contract.ts'
import { addUpdate } from '#members/updates/updates.contract.ts'
import { app, setsAccount, type Visitor, withApp } from '../support/app.ts'
import { creates } from '../support/authenticator.ts'
import { becomesPremium, type CastMember, joins, writesTo } from '../support/cast.ts'
import { gatewaySettings, startsOrder } from '../support/gateway.ts'
import { aPhoto, upload } from '../support/photos.ts'
import { asksSupport } from '../support/tickets.ts'
import {
  aboutNobody,
  aboutSomebody,
  aboutSomething,
  type Belongings,
  type Given,
  type Target,
} from './access-rows.ts'

/**
 * Every endpoint by every kind of caller, and by everybody it can name (assurance 19–22). Rows:
 * access-rows.ts.
 */

withApp(gatewaySettings)

const endpointsOf = (): readonly Endpoint[] => app.api.endpoints
const routeOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) =>
  `${method.toUpperCase()} ${path}`

/** The code of the refusal, or `ok`. */
async function answerTo(who: Visitor, endpoint: Endpoint, given: Given = {}): Promise<string> {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String(given.params?.[name] ?? 1),
  )
  const query = new URLSearchParams(
    Object.entries(given.query ?? {}).map(([name, value]) => [name, String(value)]),
  )
  const response = await who.request(query.size > 0 ? `${path}?${query}` : path, {
    method: endpoint.method.toUpperCase(),
    ...bodyOf(endpoint, given.body),
  })
  if (response.ok) {
    // The event stream never ends by itself.
    await response.body?.cancel()
    return 'ok'
  }
  return ((await response.json()) as { code: string }).code
}

function bodyOf(
  { method, form }: Endpoint,
  body: Given['body'],
): { body?: BodyInit; headers?: Record<string, string> } {
  if (method === 'get') return {}
  if (form) {
    const data = new FormData()
    for (const [name, value] of Object.entries(body ?? {}))
      data.append(name, value instanceof Blob ? value : String(value))
    return { body: data }
  }
  return { body: JSON.stringify(body ?? {}), headers: { 'Content-Type': 'application/json' } }
}

/** All rows but those that count calls and visits. */
async function everyRow(): Promise<Map<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('rate_limits', 'sessions', 'idempotency_keys')
  `.execute(app.db)
  const contents = new Map<string, string>()
  for (const { name } of tables) {
    const { rows } = await sql<{
      row: string
    }>`select t::text as row from ${sql.table(name)} t`.execute(app.db)
    contents.set(
      name,
      rows
        .map(({ row }) => row)
        .toSorted()
        .join('\n'),
    )
  }
  return contents
}

describe('every endpoint refuses', () => {
  type Access = Endpoint['access']
  /**
   * What each kind of access answers a caller; null: the caller comes through to the endpoint's own
   * rules.
   */
  type Refusals = Record<Access, string | null>
  const stranger: Refusals = {
    anyone: null,
    signedIn: 'unauthenticated',
    member: 'unauthenticated',
    staffDoor: 'notFound',
    staff: 'notFound',
    webhook: 'forbidden',
    processor: 'forbidden',
  }
  const member: Refusals = { ...stranger, signedIn: null, member: null }

  const withoutCookie = async () => app.visitor('adultcrush')
  const changed = (columns: 'banned_at' | 'deleted_at', username: string) => async () => {
    const somebody = await joins(app, { brand: 'adultcrush', username })
    await setsAccount(app, somebody, { [columns]: app.clock.now() })
    return somebody
  }
  async function onAnotherBrand(): Promise<Visitor> {
    const somebody = await joins(app, { brand: 'adultcrush', username: 'Abroad' })
    const there = app.visitor('wivesnow')
    there.cookies.set('session', somebody.cookies.get('session') ?? '')
    return there
  }
  async function afterItsEnd(): Promise<Visitor> {
    const somebody = await joins(app, { brand: 'adultcrush', username: 'Ended' })
    await endSessionsExcept(app.db, somebody.id, [])
    return somebody
  }

  const callers: ReadonlyArray<
    readonly [caller: string, arrive: () => Promise<Visitor>, refusals: Refusals]
  > = [
    ['a guest', withoutCookie, stranger],
    ['a session of another brand', onAnotherBrand, stranger],
    ['a session that was ended elsewhere', afterItsEnd, stranger],
    ['a banned member', changed('banned_at', 'Banned'), stranger],
    ['a deleted member', changed('deleted_at', 'Gone'), stranger],
    [
      'a newcomer',
      () => joins(app, { brand: 'adultcrush', username: 'Newcomer', steps: ['justRegistered'] }),
      { ...member, member: 'onboarding' },
    ],
    ['a member', () => joins(app, { brand: 'adultcrush', username: 'Member' }), member],
    [
      'staff before the second factor',
      () => joins(app, { brand: 'adultcrush', username: 'Unproven', staff: true }),
      {
        ...stranger,
        signedIn: 'staffAccount',
        member: 'staffAccount',
        staffDoor: null,
        staff: 'secondFactor',
      },
    ],
  ]

  test.each(callers)('%s', async (_, arrive, refusals) => {
    const caller = await arrive()
    const before = await everyRow()
    const refused = endpointsOf().filter(({ access }) => refusals[access] !== null)
    const answers: Array<[string, string]> = []
    for (const endpoint of refused)
      answers.push([routeOf(endpoint), await answerTo(caller, endpoint)])
    expect(answers).toEqual(
      refused.map((endpoint) => [routeOf(endpoint), refusals[endpoint.access]]),
    )
    expect(await everyRow()).toEqual(before)
  })

  test.each(callers)('%s, and nothing else', async (caller, _, refusals) => {
    const through = endpointsOf().filter(({ access }) => refusals[access] === null)
    const refusedToAll = [
      'unauthenticated',
      'onboarding',
      'secondFactor',
      'crossSite',
      'methodNotAllowed',
      'internal',
    ]
    for (const [index, endpoint] of through.entries()) {
      // Some of these calls end the session, so each has one of its own.
      const visitor = await fresh(caller, index)
      expect([routeOf(endpoint), refusedToAll.includes(await answerTo(visitor, endpoint))]).toEqual(
        [routeOf(endpoint), false],
      )
    }
  })

  async function fresh(caller: string, index: number): Promise<Visitor> {
    const guest = app.visitor('adultcrush', { ip: `198.18.${index}.1` })
    if (caller.startsWith('a newcomer'))
      return joins(app, {
        brand: 'adultcrush',
        username: `Newcomer${index}`,
        steps: ['justRegistered'],
      })
    if (caller.startsWith('a member'))
      return joins(app, { brand: 'adultcrush', username: `Member${index}` })
    if (caller.startsWith('staff'))
      return joins(app, { brand: 'adultcrush', username: `Unproven${index}`, staff: true })
    return guest
  }
})

test('each endpoint that takes something from a member has its row', () => {
  const takes = endpointsOf().filter(
    (endpoint) =>
      (endpoint.access === 'signedIn' || endpoint.access === 'member') &&
      (endpoint.params ?? endpoint.query ?? endpoint.body ?? endpoint.form) !== undefined,
  )
  expect(
    [...Object.keys(aboutSomebody), ...Object.keys(aboutSomething), ...aboutNobody].toSorted(),
  ).toEqual(takes.map(routeOf).toSorted())
})

describe('a member who names', () => {
  let caller: CastMember
  let named: Record<Target, number>
  beforeAll(async () => {
    caller = await joins(app, { brand: 'adultcrush', username: 'Caller' })
    const somebody = async (username: string) =>
      (await joins(app, { brand: 'adultcrush', username })).id
    named = {
      'whoever blocked them': await somebody('Blocker'),
      'whoever they blocked': await somebody('Unwanted'),
      'a banned member': await somebody('Barred'),
      'a deleted member': await somebody('Left'),
      'a newcomer': (
        await joins(app, { brand: 'adultcrush', username: 'Unfinished', steps: ['justRegistered'] })
      ).id,
      nobody: 987_654_321,
      themselves: caller.id,
    }
    const { db } = app
    const at = app.clock.now()
    await db
      .insertInto('blocks')
      .values([
        { blocker_id: named['whoever blocked them'], blocked_id: caller.id, created_at: at },
        { blocker_id: caller.id, blocked_id: named['whoever they blocked'], created_at: at },
      ])
      .execute()
    await db
      .updateTable('accounts')
      .set({ banned_at: at })
      .where('id', '=', named['a banned member'])
      .execute()
    await db
      .updateTable('accounts')
      .set({ deleted_at: at })
      .where('id', '=', named['a deleted member'])
      .execute()
    await db
      .updateTable('onboarding_steps')
      .set({ done_at: null })
      .where('account_id', '=', named['a newcomer'])
      .execute()
  })

  test.each(Object.entries(aboutSomebody))('somebody in %s', async (route, { given, answers }) => {
    const endpoint = endpointsOf().find((one) => routeOf(one) === route)
    if (!endpoint) throw new Error(`nothing answers ${route}`)
    const said: Partial<Record<Target, string>> = {}
    for (const target of Object.keys(named) as Target[])
      said[target] = await answerTo(caller, endpoint, given(named[target]))
    expect(said).toEqual(answers)
  })
})

describe('a member who names what is somebody else’s', () => {
  async function belongingsOf(owner: CastMember): Promise<Belongings> {
    const { id: photo } = await upload(owner, await aPhoto({ width: 120, height: 160 }))
    await becomesPremium(app, owner)
    const friend = await joins(app, { brand: 'adultcrush', username: `FriendOf${owner.username}` })
    const { message } = await writesTo(owner, friend, 'Between the two of us')
    const { order } = await startsOrder(owner, 'ac-month')
    const session = await app.db
      .selectFrom('sessions')
      .select('id')
      .where('account_id', '=', owner.id)
      .executeTakeFirstOrThrow()
    const { update } = await owner.calls(addUpdate, { body: { body: 'In town until Sunday' } })
    const { id: search } = await owner.calls(saveSearch, { body: { query: 'country=any' } })
    await owner.calls(changePrompts, {
      body: { act: 'add', prompt: 'want', answer: 'A long walk' },
    })
    const { id: prompt } = await app.db
      .selectFrom('prompt_answers')
      .select('id')
      .where('account_id', '=', owner.id)
      .executeTakeFirstOrThrow()
    const { response } = creates(
      await owner.calls(askPasskey, { body: {} }),
      `http://${owner.host}`,
    )
    await owner.calls(addPasskey, { body: { name: 'Phone', response } })
    const { passkeys } = await owner.calls(listPasskeys)
    const { link: date } = await owner.calls(shareDate, {
      body: { id: friend.id, place: 'Café', meetsAt: '2026-11-27T20:00' } as never,
    })
    return {
      date,
      photo,
      prompt,
      message: message.id,
      order,
      session: session.id,
      passkey: passkeys[0]?.id ?? 0,
      ticket: await asksSupport(app, owner),
      update: update.id,
      search,
    }
  }

  test.each(Object.entries(aboutSomething))(
    'in %s changes and reads nothing',
    async (route, { given, answer }) => {
      const suffix = Object.keys(aboutSomething).indexOf(route)
      const owner = await joins(app, { brand: 'adultcrush', username: `Owner${suffix}` })
      const thief = await joins(app, { brand: 'adultcrush', username: `Thief${suffix}` })
      const theirs = await belongingsOf(owner)
      const endpoint = endpointsOf().find((one) => routeOf(one) === route)
      if (!endpoint) throw new Error(`nothing answers ${route}`)
      const before = await everyRow()
      expect(await answerTo(thief, endpoint, given(theirs))).toBe(answer)
      expect(await everyRow()).toEqual(before)
      expect(
        await app.db.selectFrom('sessions').select('id').where('id', '=', theirs.session).execute(),
      ).toHaveLength(1)
    },
  )
})

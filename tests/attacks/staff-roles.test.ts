import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#api/contract.ts'
import { pageRoutes } from '#sites/routes.ts'
import { type StaffRole, staffRoles } from '#sites/staff-roles.ts'
import { app, setsAccount, withApp } from '../support/app.ts'
import {
  alice,
  asStaff,
  becomesPremium,
  type CastMember,
  givesRoles,
  joins,
  PASSWORD,
  worksAs,
} from '../support/cast.ts'

/** Every endpoint and page of staff, asked for with each role alone, and with none. */

withApp()
const holders = new Map<StaffRole | 'none', CastMember>()
beforeAll(async () => {
  for (const role of [...staffRoles, 'none'] as const) {
    const somebody = await worksAs(app, `The-${role}`)
    await gives(somebody, role === 'none' ? [] : [role])
    holders.set(role, somebody)
  }
})

const gives = (to: CastMember, roles: readonly StaffRole[]) => givesRoles(app, to, roles)

async function codeFor(who: CastMember, { method, path, form }: Endpoint): Promise<string> {
  const body =
    method === 'get'
      ? {}
      : form
        ? { body: new FormData() }
        : { body: '{}', headers: { 'Content-Type': 'application/json' } }
  const response = await who.request(path.replaceAll(/\{\w+\}/g, '0'), {
    method: method.toUpperCase(),
    ...body,
  })
  return response.ok ? 'ok' : ((await response.json()) as { code: string }).code
}

describe('every endpoint of staff', () => {
  test.each([...staffRoles, 'none'] as const)(
    'is open to %s where it names that role, and nowhere else',
    async (role) => {
      const who = holders.get(role) as CastMember
      const answers: Array<[string, boolean]> = []
      const rule: Array<[string, boolean]> = []
      for (const endpoint of app.api.endpoints) {
        if (endpoint.access !== 'staff') continue
        const name = `${endpoint.method} ${endpoint.path}`
        answers.push([name, (await codeFor(who, endpoint)) !== 'otherRole'])
        rule.push([name, role !== 'none' && endpoint.roles.includes(role)])
      }
      expect(answers).toEqual(rule)
    },
  )

  test('that publishes a text is closed to whoever writes texts, and those that write to whoever publishes', () => {
    const rolesOf = (path: string) =>
      app.api.endpoints.find((one) => one.path === path && one.access === 'staff')?.roles
    const writing = app.api.endpoints.filter(
      ({ method, path }) => method === 'post' && path === '/staff/content/text',
    )
    expect(writing.map(({ roles }) => roles)).toEqual([['editor']])
    expect(rolesOf('/staff/content/publish')).toEqual(['publisher'])
  })
})

describe('every page of staff', () => {
  test.each([...staffRoles, 'none'] as const)(
    'is there for %s where it names that role, and missing elsewhere',
    async (role) => {
      const who = holders.get(role) as CastMember
      const pages = pageRoutes.filter(({ access }) => access === 'staff')
      const there = await Promise.all(
        pages.map(
          async ({ pattern }) => (await who.visit(pattern.replaceAll(/:\w+/g, '1'))).status !== 404,
        ),
      )
      expect(pages.map(({ pattern }, index) => [pattern, there[index]])).toEqual(
        pages.map(({ pattern, roles }) => [
          pattern,
          role !== 'none' && roles?.includes(role) === true,
        ]),
      )
    },
  )
})

test('a role that is taken away ends with the next call, also of a session that was open', async () => {
  const somebody = await worksAs(app, 'Shortly')
  expect((await somebody.request('/staff/tickets')).status).toBe(200)
  await gives(somebody, ['editor'])
  await expect.poll(async () => (await somebody.request('/staff/tickets')).status).toBe(403)
})

describe('a staff account', () => {
  let Eve: CastMember
  let Alice: CastMember
  beforeAll(async () => {
    Eve = await joins(app, { brand: 'adultcrush', username: 'Eve', staff: true })
    Alice = await alice(app)
    await becomesPremium(app, Alice)
  })

  test('signs in, on whatever brand, to where staff work; no page of members is for it', async () => {
    for (const brand of ['adultcrush', 'wivesnow']) {
      const visitor = app.visitor(brand)
      expect(
        await (await visitor.posts('/site/signin', { login: 'Eve', password: PASSWORD })).json(),
      ).toEqual({ next: '/staff' })
      for (const path of [
        '/',
        '/dashboard',
        '/messages',
        '/search',
        `/profile/view/id/${Alice.id}`,
        '/profile/edit/settings',
      ]) {
        expect([path, (await visitor.visit(path)).headers.get('Location')]).toEqual([
          path,
          '/staff',
        ])
      }
    }
  })

  test('is nobody to members: cannot be seen, found, liked or written to', async () => {
    const calls: Array<[string, object | null]> = [
      [`/profile/view/id/${Eve.id}`, null],
      ['/match/like', { id: Eve.id }],
      ['/message/chatMessages', { id: Eve.id, body: 'Good evening' }],
    ]
    for (const [path, body] of calls) {
      const answer = await (body === null ? Alice.request(path) : Alice.posts(path, body))
      expect([path, answer.status]).toEqual([path, 404])
    }
    expect(await (await Alice.request('/search/users')).text()).not.toContain('Eve')
    expect(
      await app.db
        .selectFrom('profiles')
        .select('account_id')
        .where('account_id', '=', Eve.id)
        .execute(),
    ).toEqual([])
  })

  test('likes nobody, writes to nobody, leaves no view, and is a guest to what anybody may call', async () => {
    await asStaff(app, Eve)
    const codeOf = async (answer: Promise<Response>) =>
      ((await (await answer).json()) as { code?: string }).code
    expect(await codeOf(Eve.request(`/profile/view/id/${Alice.id}`))).toBe('staffAccount')
    expect(await codeOf(Eve.posts('/match/like', { id: Alice.id }))).toBe('staffAccount')
    expect(
      await codeOf(Eve.posts('/message/chatMessages', { id: Alice.id, body: 'Good evening' })),
    ).toBe('staffAccount')
    for (const table of ['views', 'likes', 'messages'] as const)
      expect(await app.db.selectFrom(table).selectAll().execute()).toEqual([])
    expect(await (await Eve.request('/site/getParameters?isNuxt=1')).json()).toMatchObject({
      user: null,
      userInfo: null,
    })
  })

  test('that is staff’s no more opens nothing, and its password signs nobody in', async () => {
    await setsAccount(app, Eve, { staff_since: null })
    expect((await Eve.request('/staff/verify')).status).toBe(404)
    expect(
      (await app.visitor('adultcrush').posts('/site/signin', { login: 'Eve', password: PASSWORD }))
        .status,
    ).toBe(401)
  })
})

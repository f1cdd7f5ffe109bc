import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeAt } from '#core/staff-accounts/totp.server.ts'
import { DEMO_FACTOR, DEMO_PASSWORD } from '#demo/cast.ts'
import { EDIT_PROFILE, ownParts } from '#sites/profile-parts.ts'
import { brands } from '#sites/registry.ts'
import { matchPage, pageRoutes } from '#sites/routes.ts'
import { SETTINGS, settingsScreens } from '#sites/settings-screens.ts'
import { headerBytes, MOST_HEADERS, tooWide } from '../support/header-size.ts'
import { modulesOf } from '../support/page-modules.ts'
import { freePort } from '../support/postgres.ts'
import type { RunningServer } from '../support/server.ts'
import { startBuilt } from '../support/started.ts'

/**
 * What proxies do with answers and with forms, and how little a page asks of the line behind them.
 */

let server: RunningServer
beforeAll(async () => {
  server = await startBuilt({ demo: true })
})
afterAll(async () => server.stop())

type Answered = { status: number; size: number; cookies: string[]; csp: string[]; body: string }
type Asked = {
  method?: string
  fields?: Record<string, string>
  cookie?: string
  label?: string
  port?: number
}

/** Asks from an address of the brand's own: limits per address do not add up over the brands. */
function ask(
  brand: string,
  path: string,
  { method = 'GET', fields, cookie = '', label = 'www', port = server.port }: Asked = {},
): Promise<Answered> {
  const origin = server.origin(brand, label)
  const { host } = new URL(origin)
  const body = fields ? new URLSearchParams(fields).toString() : ''
  const form = fields
    ? { origin, 'content-type': 'application/x-www-form-urlencoded', 'content-length': body.length }
    : {}
  const headers = {
    host,
    'accept-encoding': 'identity',
    ...(cookie === '' ? {} : { cookie }),
    ...form,
  }
  const localAddress = `127.${brands.findIndex(({ id }) => id === brand) + 1}.0.1`
  return new Promise((resolve, reject) => {
    const asking = request(
      { host: '127.0.0.1', port, method, path, headers, localAddress },
      (response) => {
        const { statusCode: status = 0, headers: received } = response
        const answered = {
          status,
          size: headerBytes(response),
          cookies: received['set-cookie'] ?? [],
          csp: String(received['content-security-policy']).split(', '),
        }
        text(response).then((read) => resolve({ ...answered, body: read }), reject)
      },
    )
    asking.on('error', reject).end(body)
  })
}

/**
 * Signs somebody of the demo network in, where they accept the terms if they have not been there
 * before.
 */
async function signIn(brand: string, login: string, first = '/messages'): Promise<string> {
  const { cookies } = await ask(brand, '/site/signin', {
    method: 'POST',
    fields: { login, password: DEMO_PASSWORD },
  })
  const cookie =
    cookies.map((one) => one.split(';')[0]).find((one) => one?.startsWith('session=')) ?? ''
  const dashboard = await ask(brand, '/dashboard', { cookie })
  const version = /name="version" value="([\d-]+)"/.exec(dashboard.body)?.[1]
  if (version !== undefined)
    await ask(brand, '/site/acceptTerms', { method: 'POST', fields: { version }, cookie })
  expect((await ask(brand, first, { cookie })).status).toBe(200)
  return cookie
}

/** Joins by the form without script, as somebody whose profile is not finished. */
async function joinOn(brand: string): Promise<string> {
  const fields = {
    gender: 'woman',
    lookingFor: 'man',
    username: `Wren${brand.length}`,
    email: `new-${brand}@example.org`,
    password: 'a long enough secret',
    birthday: '1991-03-14',
    country: 'US',
    place: 'Chicago',
    acceptTerms: 'on',
    acceptSensitiveData: 'on',
  }
  const { status, cookies } = await ask(brand, '/registration/save', { method: 'POST', fields })
  expect(status).toBe(303)
  return cookies.map((one) => one.split(';')[0]).find((one) => one?.startsWith('session=')) ?? ''
}

const paths = [
  ...pageRoutes.flatMap(({ pattern, withQuery }) => {
    const path = pattern
      .replace('/:page?', '')
      .replace('/:questionId?', '')
      .replace(':page', '1')
      .replace(':id', '2')
    return withQuery ? [path, `${path}?${withQuery.name}=photo`] : [path]
  }),
  '/staff/content/edit?path=legal%2Fall%2Fterms.md',
  '/no-such-page',
  '/wivesnow/dashboard',
  '/messages?with=2',
  '/?back=%2Fmessages%3Fwith%3D2',
  `/?token=${'x'.repeat(43)}`,
  '/q/no-such-link',
]

const memberPaths = [
  ...paths.filter(
    (path) => matchPage(new URL(path, 'http://localhost').pathname, [])?.route.access === 'member',
  ),
  ...settingsScreens.map(({ id }) => `${SETTINGS}?screen=${id}`),
  ...ownParts.map(({ id }) => `${EDIT_PROFILE}?part=${id}`),
]

async function tooMuch(brand: string, asked: Asked = {}): Promise<string[]> {
  const found: string[] = []
  for (const path of paths) {
    const { status, size, csp } = await ask(brand, path, asked)
    if (size > MOST_HEADERS) found.push(`${path} ${status}: ${size} bytes of headers`)
    if (csp.some(tooWide)) found.push(`${path}: ${csp.join()}`)
  }
  return found
}

const longestName = brands.map(({ id }) => id).toSorted((a, b) => b.length - a.length)[0] as string
const mainstream = brands.find(({ flags }) => flags.isMainstreamSite)?.id as string

/**
 * Brands differ in the length of their hosts' names and in the label for adults; pages of guests
 * are tried of each (valid-pages.test.ts).
 */
test.each([
  [longestName, 'alice'],
  [mainstream, 'bob'],
])('no answer of %s has more headers than fit, for a guest or for a member', async (id, login) => {
  const cookie = await signIn(id, login)
  expect(await tooMuch(id)).toEqual([])
  expect(await tooMuch(id, { cookie })).toEqual([])
  if (id === longestName)
    for (const label of ['members', 'staging', 'api', 'media', 'redirect'])
      expect(await tooMuch(id, { cookie, label })).toEqual([])
  const refused = await ask(id, '/site/signin', {
    method: 'POST',
    fields: { login: 'nobody', password: 'nothing at all' },
  })
  const left = await ask(id, '/site/signout', { method: 'POST', fields: {}, cookie })
  expect([refused.size, left.size].filter((size) => size > MOST_HEADERS)).toEqual([])
})

test('no page of a guest has anything of React', async () => {
  const answers = await Promise.all(
    paths.map(async (path) => ({ path, ...(await ask(longestName, path)) })),
  )
  const pages = answers.filter(({ status }) => status === 200)
  expect(pages.map(({ path }) => path)).toContain('/help')
  expect(pages.filter(({ body }) => modulesOf(body).react > 0).map(({ path }) => path)).toEqual([])
})

/** Pages that have more files or bytes of their own than the ten and 20 kB that are aimed at. */
const more: Readonly<Record<string, readonly [files: number, bytes: number]>> = {
  '/messages': [10, 23_300],
  '/search': [10, 23_300],
  '/profile/view/id/2': [13, 23_500],
  '/profile/edit/profile': [13, 20_000],
  '/profile/edit/settings': [13, 20_000],
  '/profile/edit/managePhotos': [12, 26_400],
}

for (const [id, login] of [
  ['adultcrush', 'alice'],
  ['wivesnow', 'bob'],
  ['discreetcrush', 'carol'],
] as const) {
  test(`each page of a member of ${id} is usable after ten modules, asked for at once, 20 kB of script, and React`, async () => {
    const cookie = await signIn(id, login)
    const answers = await Promise.all(
      memberPaths.map(async (path) => ({ path, ...(await ask(id, path, { cookie })) })),
    )
    expect(answers.filter(({ status }) => status === 429)).toEqual([])
    const weighed = answers
      .filter(({ status }) => status === 200)
      .map(({ path, body }) => [path, modulesOf(body)] as const)
    expect(
      weighed.filter(([path, { all, own, react, late }]) => {
        const [files, bytes] = more[path.split('?')[0] ?? ''] ?? [10, 20_000]
        return all.length > files || own > bytes || react > 60_500 || late.length > 0
      }),
    ).toEqual([])
    // The first page of somebody who has just joined has screens of its own.
    const joined = await joinOn(id)
    for (const [path, files, bytes] of [
      ['/dashboard', 12, 26_000],
      // After a reload, or without script: those who go on are on that page.
      ['/dashboard?screen=words', 15, 28_000],
    ] as const) {
      const newcomer = await ask(id, path, { cookie: joined })
      expect([path, newcomer.body.includes('id="add-photos"')]).toEqual([path, files === 12])
      const { all, own, react, late } = modulesOf(newcomer.body)
      expect(late).toEqual([])
      expect(all.length).toBeLessThanOrEqual(files)
      expect(react).toBeLessThanOrEqual(60_500)
      expect(own).toBeLessThanOrEqual(bytes)
    }
    // All that an island imports is counted.
    const reactOn = (page: string) => weighed.find(([path]) => path === page)?.[1].react
    expect(reactOn('/messages')).toBeGreaterThan(50_000)
    expect(reactOn('/search')).toBeGreaterThan(50_000)
  })
}

test('nor for staff; and nginx, as it comes, passes every page on', async () => {
  const cookie = await signIn('adultcrush', 'eve', '/help')
  const { cookies } = await ask('adultcrush', '/staff/verify', {
    method: 'POST',
    fields: { code: codeAt(DEMO_FACTOR, new Date()) },
    cookie,
  })
  const proven = cookies[0]?.split(';')[0] ?? cookie
  expect((await ask('adultcrush', '/staff/tickets', { cookie: proven })).status).toBe(200)
  expect(await tooMuch('adultcrush', { cookie: proven })).toEqual([])
  for (const [path, shows, most = 20_000] of [
    ['/staff', 'FindField'],
    ['/staff/queue/photos', 'Console'],
    ['/staff/queue/removals', 'Console'],
    ['/staff/member/12', 'FindField'],
    ['/staff/tickets', 'Tickets-list'],
    ['/staff/tickets?ticket=1', 'id="ticket-1"'],
    // Its preview, of 900 bytes, comes as soon as it is alive.
    ['/staff/content/edit?path=legal%2Fall%2Fterms.md', 'TextEditor', 19_100],
  ] as const) {
    const { status, body } = await ask('adultcrush', path, { cookie: proven })
    const { fetched, react } = modulesOf(body)
    expect([path, status, body.includes(shows)]).toEqual([path, 200, true])
    expect([path, fetched <= most, react <= 60_500]).toEqual([path, true, true])
  }

  const nginx = await startNginx()
  if (nginx === null) {
    process.stdout.write('nginx is not installed: that it passes every page on was not tried\n')
    return
  }
  try {
    const changed: string[] = []
    for (const who of ['', proven]) {
      for (const path of paths) {
        const [direct, passed] = [
          await ask('adultcrush', path, { cookie: who }),
          await ask('adultcrush', path, { cookie: who, port: nginx.port }),
        ]
        if (passed.status !== direct.status || passed.status >= 500)
          changed.push(`${path}: ${direct.status}, behind nginx ${passed.status}`)
      }
    }
    expect(changed).toEqual([])
  } finally {
    await nginx.stop()
  }
})

test('a form of which a proxy has dropped the length of nothing is a form with nothing in it', async () => {
  const origin = server.origin('adultcrush')
  const socket = connect(server.port, '127.0.0.1')
  socket.write(
    `POST /site/signin HTTP/1.1\r\nHost: ${new URL(origin).host}\r\nOrigin: ${origin}\r\nContent-Type: application/x-www-form-urlencoded\r\nConnection: close\r\n\r\n`,
  )
  const [line] = (await text(socket)).split('\r\n')
  const { status } = await ask('adultcrush', '/site/signin', { method: 'POST', fields: {} })
  expect([line, status]).toEqual(['HTTP/1.1 422 Unprocessable Entity', 422])
})

async function startNginx(): Promise<{ port: number; stop(): Promise<void> } | null> {
  if (spawnSync('nginx', ['-v']).error) return null
  const port = await freePort()
  const directory = await mkdtemp(join(tmpdir(), 'nginx-'))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${directory}/${kind};`,
  )
  await writeFile(
    join(directory, 'nginx.conf'),
    // Started by root, its worker would be somebody who may not write to our directory.
    `${process.getuid?.() === 0 ? 'user root; ' : ''}daemon off; worker_processes 1; pid ${directory}/nginx.pid; error_log ${directory}/error.log;
events {}
http { access_log off; ${temporary.join(' ')}
  server { listen 127.0.0.1:${port}; location / { proxy_pass http://127.0.0.1:${server.port}; proxy_set_header Host $http_host; } } }`,
  )
  const child: ChildProcess = spawn('nginx', ['-c', join(directory, 'nginx.conf')], {
    stdio: 'ignore',
  })
  await expect
    .poll(() =>
      ask('adultcrush', '/healthz', { port }).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200)
  return {
    port,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      await rm(directory, { recursive: true, force: true })
    },
  }
}

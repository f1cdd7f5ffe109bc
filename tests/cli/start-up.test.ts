import { once } from 'node:events'
import { createServer } from 'node:net'
import { parseArgs } from 'node:util'
import { describe, expect, test } from 'vitest'
import { openPostgres } from '#db/connection.server.ts'
import { DEMO_FACTOR, signIns } from '#demo/cast.ts'
import { LockError } from '#lib/lock.server.ts'
import { bannerLines } from '#process/banner.server.ts'
import { linesFor, StartUpError } from '#process/start-up.server.ts'
import { readSettings } from '#settings.ts'
import { domainOf, originOf, publicAddress } from '#sites/hosts.ts'
import { brands, mainBrand } from '#sites/registry.ts'

/** What `action` throws, or null. */
async function thrownBy(action: () => unknown): Promise<unknown> {
  try {
    await action()
    return null
  } catch (error) {
    return error
  }
}

async function listen(port: number, host: string): Promise<{ port: number; close(): void }> {
  const server = createServer().listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    close: () => void server.close(),
  }
}

/** Random: production takes no other. */
const SECRET = 'k8Vq2ZxY7mNpR4tW9bHc3LfJ6sDgA1eU'

describe('what an operator can put right is said in a line each', () => {
  test('settings, all that are wrong at once', async () => {
    const error = await thrownBy(() => readSettings({ PORT: 'abc', DATABASE_URL: 'mysql://x' }))
    expect(linesFor(error)).toEqual([
      'Setting PORT: must be a number',
      'Setting DATABASE_URL: must be a postgres:// address',
    ])
  })

  test.each([
    [{ HOST: '0.0.0.0' }, 'HOST: must be 127.0.0.1, ::1 or localhost'],
    [{ HOST: '::' }, 'HOST: must be'],
    [{ HOST: '192.168.0.7', DATABASE_URL: 'postgres://x', TRUST_PROXY: '1' }, 'HOST: must be'],
    [{ HOST: '0.0.0.0', NODE_ENV: 'production', SESSION_SECRET: 's'.repeat(32) }, 'HOST: must be'],
    [{ RUN_AS: 'production' }, 'SESSION_SECRET: must be set in production'],
    [
      { RUN_AS: 'production', SESSION_SECRET: 'x'.repeat(32) },
      'SESSION_SECRET: can be guessed; set 32 random characters',
    ],
    [
      { RUN_AS: 'production', SESSION_SECRET: 'abcdefgh'.repeat(4) },
      'SESSION_SECRET: can be guessed',
    ],
    [
      { RUN_AS: 'production', SESSION_SECRET: SECRET, UNFINISHED: '1' },
      'UNFINISHED: must be allow, or be left out',
    ],
    [{ RUN_AS: 'prod' }, 'RUN_AS: must be demo or production'],
    [
      { RUN_AS: 'production', SESSION_SECRET: SECRET, PHOTO_REVIEW: 'auto' },
      'PHOTO_REVIEW: auto shows photos that nobody has looked at; in production only with PHOTOS_UNSEEN=1',
    ],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY: must be a number of proxies (1), or their networks'],
    [{ HSTS: 'yes' }, 'HSTS: must be host, subdomains or preload'],
    [
      { GATEWAY_URL: 'https://key@gateway.example' },
      'GATEWAY_SECRET: must be set where GATEWAY_URL is',
    ],
    [
      { SENTRY_DSN: 'yes' },
      'SENTRY_DSN: must be a DSN of Sentry, https://<public key>@<host>/<project number>',
    ],
    [{ SENTRY_DSN: 'https://sentry.example/1' }, 'SENTRY_DSN: must be a DSN of Sentry'],
    [{ SENTRY_DSN: 'https://key@sentry.example/project' }, 'SENTRY_DSN: must be a DSN of Sentry'],
    [{ SENTRY_DSN: 'ftp://key@sentry.example/1' }, 'SENTRY_DSN: must be a DSN of Sentry'],
    [
      { PARTNER_URL: 'https://partner.example' },
      'PARTNER_SECRET: must be set where PARTNER_URL is',
    ],
    [
      { PARTNER_URL: 'partner', PARTNER_SECRET: 's'.repeat(32) },
      'PARTNER_URL: must be an http(s):// address',
    ],
    [{ REPLIES_AT: '2525' }, 'REPLIES_AT: must be <host>:<port>, as in 127.0.0.1:2525'],
    [{ REPLIES_AT: '127.0.0.1:99999' }, 'REPLIES_AT: must have a port up to 65535'],
    [
      { REPLIES_AT: '0.0.0.0:2525' },
      'REPLIES_AT: must be on 127.0.0.1, ::1 or localhost in a demo',
    ],
    [{ REPLIS_AT: '127.0.0.1:2525' }, 'REPLIS_AT: is not known; if REPLIES_AT is meant'],
    [
      { DATABSE_URL: 'postgres://x' },
      'DATABSE_URL: is not known; if DATABASE_URL is meant, write that',
    ],
    [{ DATABASE_DIRECT_URL: 'postgres://x' }, 'DATABASE_DIRECT_URL: only with DATABASE_URL'],
    [{ DATABASE_REPLICA_URL: 'postgres://x' }, 'DATABASE_REPLICA_URL: only with DATABASE_URL'],
    [
      { WORKERS: '2' },
      'WORKERS: more than 1 only with DATABASE_URL, since PGlite is of one process',
    ],
    [
      { DATABASE_URL: 'postgres://x', DATABASE_DIRECT_URL: 'mysql://x' },
      'DATABASE_DIRECT_URL: must be a postgres:// address',
    ],
    [{ DATABASE_PREPARED: 'off' }, 'DATABASE_PREPARED: must be 1 or 0'],
    [{ SESION_SECRET: 's'.repeat(32) }, 'SESION_SECRET: is not known; if SESSION_SECRET is meant'],
    [{ SESSION_SECRETS: 's'.repeat(32) }, 'SESSION_SECRETS: is not known'],
    [{ TRUST_PORXY: '1' }, 'TRUST_PORXY: is not known; if TRUST_PROXY is meant'],
    [{ DATA_DIT: '/tmp' }, 'DATA_DIT: is not known; if DATA_DIR is meant'],
  ])('the setting %j', async (env, line) => {
    const lines = linesFor(await thrownBy(() => readSettings(env)))
    expect(lines).toEqual([expect.stringContaining(`Setting ${line}`)])
  })

  test('a name that is written wrong, beside what else is', async () => {
    const error = await thrownBy(() => readSettings({ DATABSE_URL: 'postgres://x', PORT: 'abc' }))
    expect(linesFor(error)?.map((line) => line.split(':')[0])).toEqual([
      'Setting DATABSE_URL',
      'Setting PORT',
    ])
  })

  test('a port that is in use', async () => {
    const first = await listen(0, '127.0.0.1')
    const error = await thrownBy(() => listen(first.port, '127.0.0.1'))
    first.close()
    expect(linesFor(error)).toEqual([
      `127.0.0.1:${first.port} is in use by another process. Set PORT to another port.`,
    ])
  })

  test('an address that is not this machine’s', async () => {
    const error = await thrownBy(() => listen(4399, '203.0.113.1'))
    expect(linesFor(error)).toEqual([
      'Cannot listen on 203.0.113.1:4399 (EADDRNOTAVAIL). Check HOST and PORT.',
    ])
  })

  test('a database that is not there', async () => {
    const database = await openPostgres('postgres://nobody:nothing@127.0.0.1:1/none', 1)
    const error = await thrownBy(() => database.db.selectFrom('brands').selectAll().execute())
    await database.close()
    expect(linesFor(error)).toEqual([
      'The database at 127.0.0.1:1 cannot be reached (ECONNREFUSED). Check DATABASE_URL.',
    ])
  })

  test('an option that there is not', async () => {
    const error = await thrownBy(() =>
      parseArgs({ args: ['--accoutns', '10'], options: { accounts: { type: 'string' } } }),
    )
    expect(linesFor(error)).toEqual([expect.stringMatching(/^Unknown option '--accoutns'/)])
  })

  test('whatever was found out by ourselves', () => {
    expect(linesFor(new StartUpError('one\ntwo'))).toEqual(['one', 'two'])
    expect(linesFor(new LockError('in use'))).toEqual(['in use'])
  })

  test('but nothing that is a mistake of ours', () => {
    expect(linesFor(new TypeError('undefined is not a function'))).toBeNull()
    expect(linesFor('thrown without thinking')).toBeNull()
  })
})

test.each([
  'PORT_X',
  'PORTS',
  'HOSTS',
  'HOSTNAME',
  'HOST_IP',
  'NODE_OPTIONS',
  'NODE_ENV',
  'DEMOS',
  'DATABASE_PATH',
  'DATABASE_SSL',
  'MYSQL_DATABASE_URL',
  'S3_BUCKET',
  'SMTP_HOST',
  'SESSION_ID',
  'SESSION_MANAGER',
  'XDG_DATA_DIRS',
  'PARTNER_ID',
  'SENTRY_ENVIRONMENT',
  'HTTP_PROXY',
  'npm_config_data_dir',
  'RUN_ID',
  'PWD',
])('the name %s is somebody else’s, and nothing is said of it', (name) => {
  expect(readSettings({ [name]: 'x' }).port).toBe(4321)
})

test('a demo listens on this machine alone; production on any address, and shows unseen photos if it says so twice', () => {
  for (const HOST of ['127.0.0.1', '::1', 'localhost'])
    expect(readSettings({ HOST })).toMatchObject({
      production: false,
      host: HOST,
      sessionSecret: null,
    })
  const production = { RUN_AS: 'production', SESSION_SECRET: SECRET, HOST: '0.0.0.0' }
  expect(readSettings(production)).toMatchObject({
    production: true,
    host: '0.0.0.0',
    photoReview: 'staff',
    demo: false,
    sitesSuffix: null,
  })
  expect(readSettings({ ...production, PHOTO_REVIEW: 'auto', PHOTOS_UNSEEN: '1' })).toMatchObject({
    photoReview: 'auto',
  })
})

test.each([
  [{}, 'http://www.adultcrush.localhost:4321'],
  [{ PORT: '80' }, 'http://www.adultcrush.localhost'],
  [{ PORT: '8080', SITES_SUFFIX: 'example' }, 'http://www.adultcrush.example:8080'],
  [{ RUN_AS: 'production' }, 'https://www.adultcrush.example'],
  [{ RUN_AS: 'production', PORT: '8080' }, 'https://www.adultcrush.example'],
  [
    { RUN_AS: 'production', PORT: '8080', SITES_SUFFIX: 'staging.example' },
    'https://www.adultcrush.staging.example',
  ],
  [
    { RUN_AS: 'production', PORT: '443', SITES_SUFFIX: 'localhost' },
    'https://www.adultcrush.localhost',
  ],
])('with %j, links lead to %s', (env, origin) => {
  const settings = readSettings({ SESSION_SECRET: SECRET, ...env })
  expect(
    originOf(
      'pages',
      { domain: domainOf(mainBrand, settings.sitesSuffix), tier: 'www' },
      publicAddress(settings),
    ),
  ).toBe(origin)
})

test('browsers are bound to https on the hosts that they visit; on all of a domain only where the operator says so', () => {
  const production = { RUN_AS: 'production', SESSION_SECRET: SECRET }
  const told = [undefined, 'subdomains', 'preload'].map(
    (HSTS) => readSettings({ ...production, HSTS }).hsts,
  )
  expect(told).toEqual([
    'max-age=63072000',
    'max-age=63072000; includeSubDomains',
    'max-age=63072000; includeSubDomains; preload',
  ])
  expect(readSettings({ HSTS: 'preload' }).hsts).toBeNull()
})

test('a demo is no production because NODE_ENV says so', () => {
  expect(readSettings({ NODE_ENV: 'production' })).toMatchObject({
    production: false,
    sitesSuffix: 'localhost',
  })
})

describe('the banner', () => {
  const settings = readSettings({ PORT: '4400', SITES_SUFFIX: 'localhost' })

  test('gives the address of every brand, of the API and of the mail box, and whom to sign in as', () => {
    const text = bannerLines({
      settings,
      demo: { members: 2000, password: 'secret', signIns },
    }).join('\n')
    expect(text).toContain(`eve gives a code of the app that knows ${DEMO_FACTOR}`)
    for (const { id } of brands) expect(text).toContain(`http://www.${id}.localhost:4400`)
    for (const { username } of signIns) expect(text).toContain(username)
    for (const words of [
      'http://api.adultcrush.localhost:4400',
      'http://mail.localhost:4400',
      '2,000 members',
      'secret',
    ])
      expect(text).toContain(words)
  })

  test('says nothing of a mail box where mails are sent, nor of a demo where there is none', () => {
    const text = bannerLines({
      settings: { ...settings, smtpUrl: 'smtp://mail' },
      demo: null,
    }).join('\n')
    expect(text).not.toMatch(/Mail box|Demo/)
  })

  test('is one line in production', () => {
    expect(bannerLines({ settings: { ...settings, production: true }, demo: null })).toEqual([
      'Serving 11 brands on 127.0.0.1:4400',
    ])
  })
})

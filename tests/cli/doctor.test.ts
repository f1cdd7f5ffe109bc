import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer as createTcp } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, describe, expect, test } from 'vitest'
import { alarmFinding } from '#cli/doctor/alarms.ts'
import { backupFinding } from '#cli/doctor/backup.ts'
import { migrationFinding, serverFindings } from '#cli/doctor/database.ts'
import { examine, timeFindings } from '#cli/doctor/examine.ts'
import { type Finding, steps } from '#cli/doctor/finding.ts'
import { advice, checkMail } from '#cli/doctor/mail.ts'
import {
  type Asked,
  askServer,
  checkOutside,
  clientFindings,
  hostFindings,
} from '#cli/doctor/outside.ts'
import { checkProcessors } from '#cli/doctor/processors.ts'
import { checkSecrets } from '#cli/doctor/secrets.ts'
import { checkStorage, diskFindings } from '#cli/doctor/storage.ts'
import { checkFinished, trafficFindings } from '#cli/doctor/unfinished.ts'
import { DAY, MINUTE } from '#lib/clock.ts'
import { lockDirectory } from '#lib/lock.server.ts'
import { verify } from '#lib/signature.server.ts'
import { type GivenSettings, readSettings } from '#settings.ts'
import { brands } from '#sites/registry.ts'
import { freePort } from '../support/postgres.ts'
import { withSample } from '../support/sample-migrations.ts'
import { serve } from '../support/serve.ts'

/** Each part that may be broken, with the line that says what to do. */

const HIDDEN = 'Tr0ub4dor-and-3-horses-of-nobody'
const ends: Array<() => unknown> = []
afterAll(async () => {
  for (const end of ends) await end()
})
async function directory(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'doctor-'))
  ends.push(() => rm(made, { recursive: true, force: true }))
  return made
}
const settings = (env: Record<string, string>): GivenSettings =>
  readSettings({ DATA_DIR: '/nowhere/at/all', ...env })
const production = { RUN_AS: 'production', SESSION_SECRET: 'k8Vq2ZxY7mNpR4tW9bHc3LfJ6sDgA1eU' }
const toDo = (found: readonly Finding[]) =>
  found.filter(({ state }) => state === 'to do').map(({ says }) => says)
const all = (env: Record<string, string>) => Array.fromAsync(examine(env))
async function answering(
  answer: (request: Request) => Response,
): Promise<{ origin: string; port: number }> {
  const server = await serve(async (request) => answer(request))
  ends.push(() => server.close())
  return server
}

test.each<[Record<string, string>, RegExp]>([
  [{ PORT: 'x' }, /^PORT: must be a number\.$/],
  [{ RUN_AS: 'production' }, /^SESSION_SECRET: must be set/],
  [{ DATABSE_URL: 'postgres://x' }, /^DATABSE_URL: is not known; if DATABASE_URL is meant/],
  [{ SESSION_SECRET: 'short' }, /^SESSION_SECRET: must have at least 32 characters\.$/],
  [
    { SETTINGS_FILE: '/nowhere/sites.env' },
    /^SETTINGS_FILE: \/nowhere\/sites\.env cannot be read \(ENOENT\)/,
  ],
  [{ SETTINGS_FILE: '/' }, /^SETTINGS_FILE: \/ cannot be read \(EISDIR\)/],
])('settings %j are told, and nothing else is tried', async (env, line) => {
  expect(await all(env)).toEqual([
    { step: 'settings', state: 'to do', says: expect.stringMatching(line) },
  ])
})

test('settings of a file are below those of the environment; a line that is none is told without its words', async () => {
  const file = join(await directory(), 'sites.env')
  await writeFile(file, `# ours\nPORT=x\n\nSMTP_URL="smtp://sites:${HIDDEN}@127.0.0.1:1"\n`)
  const found = await all({ SETTINGS_FILE: file, PORT: String(await freePort()) })
  expect(toDo(found.filter(({ step }) => step === 'mail'))).toEqual([
    expect.stringMatching(/^127\.0\.0\.1:1 cannot be reached/),
  ])
  expect(JSON.stringify(found)).not.toContain(HIDDEN)
  expect(toDo(await all({ SETTINGS_FILE: file }))).toEqual(['PORT: must be a number.'])
  await writeFile(file, `PORT=4321\n${HIDDEN}\n`)
  expect(toDo(await all({ SETTINGS_FILE: file }))).toEqual([
    `SETTINGS_FILE: line 2 of ${file} is no NAME=value.`,
  ])
})

test.each<[Parameters<typeof backupFinding>[0], RegExp | null]>([
  [{ made: null, isArchiving: false, isFailing: false }, /^There was never a backup: /],
  [
    { made: new Date(0), isArchiving: true, isFailing: false },
    /^The last backup was made 3 days ago/,
  ],
  [{ made: new Date(3 * DAY), isArchiving: true, isFailing: true }, /cannot archive its log/],
  [{ made: new Date(3 * DAY), isArchiving: false, isFailing: false }, null],
])('backups %j', (facts, line) => {
  expect(toDo([backupFinding(facts, new Date(3 * DAY))])).toEqual(
    line === null ? [] : [expect.stringMatching(line)],
  )
})

test.each<[Parameters<typeof alarmFinding>[0], RegExp | null]>([
  [{ metricsRead: 14_000 }, null],
  [{ metricsRead: 6 * MINUTE }, /^Nobody reads the metrics/],
  [{ metricsRead: null }, /^Nobody reads the metrics/],
  [{}, /is not known: see what is said of the proxy/],
])('alarms of a server that answers %j', (answer, line) => {
  expect(toDo([alarmFinding(answer)])).toEqual(line === null ? [] : [expect.stringMatching(line)])
})

test('a production without its database is told at each step that asks it', async () => {
  const found = await all({
    ...production,
    DATABASE_URL: `postgres://sites:${HIDDEN}@127.0.0.1:1/sites`,
    DATA_DIR: await directory(),
  })
  expect(new Set(found.map(({ step }) => step))).toEqual(new Set(steps))
  expect(toDo(found.filter(({ step }) => ['staff', 'backup', 'alarms'].includes(step)))).toEqual([
    'Nobody can be looked up: see what is said of the database.',
    'It cannot be looked up: see what is said of the database.',
    'Whether anybody watches is not known: see what is said of the proxy.',
  ])
})

describe('the database', () => {
  const well = {
    number: 170_002,
    version: '17.2',
    encoding: 'UTF8',
    now: new Date(0),
    fsync: 'on',
    commit: 'on',
    connections: 5,
    most: 100,
    waiting: 0,
    blocker: null,
    idle: 0,
  }
  test.each<[Partial<Omit<typeof well, 'blocker'>> & { blocker?: number }, RegExp | null]>([
    [{}, null],
    [{ number: 140_010, version: '14.10' }, /14\.10 is too old/],
    [{ encoding: 'SQL_ASCII' }, /UTF8/],
    [{ now: new Date(3100) }, /3\.1 s before ours/],
    [{ now: new Date(-90_000) }, /90 s behind ours/],
    [{ fsync: 'off' }, /power loss/],
    [{ commit: 'off' }, /power loss/],
    [{ connections: 81 }, /81 of 100 connections/],
    [{ waiting: 2, blocker: 4711 }, /2 statements wait .* process 4711/],
    [{ idle: 1 }, /1 transactions do nothing/],
  ])('with %j', (broken, line) => {
    expect(toDo(serverFindings({ ...well, ...broken }, 0, true))).toEqual(
      line === null ? [] : [expect.stringMatching(line)],
    )
  })

  const names = Object.keys(withSample)
  test.each<[string[], RegExp | null]>([
    [names, null],
    [names.slice(0, -2), /2 migrations are not applied: the server/],
    [[], /it is empty: the server/],
    [[...names, '9999-later'], /newer release has changed it \(9999-later\)/],
    [['0001-first-schema'], /another edition of the schema \(0001-first-schema\)/],
  ])('with migrations %#', (applied, line) => {
    expect(toDo([migrationFinding(applied, 'It', withSample)])).toEqual(
      line === null ? [] : [expect.stringMatching(line)],
    )
  })

  test('that cannot be reached is told without its password', async () => {
    const found = await all({
      DATABASE_URL: `postgres://sites:${HIDDEN}@127.0.0.1:1/sites`,
      DATA_DIR: await directory(),
      PORT: String(await freePort()),
    })
    expect(toDo(found.filter(({ step }) => step === 'database'))).toEqual([
      expect.stringMatching(
        /cannot be reached \(ECONNREFUSED\): start it, or correct DATABASE_URL/,
      ),
    ])
    expect(JSON.stringify(found)).not.toContain(HIDDEN)
  })

  test.each<[number | null, RegExp | null]>([
    [200, null],
    [503, /answers \/readyz with 503/],
    [null, /has .* open, but nothing answers at 127\.0\.0\.1:\d+ \(ECONNREFUSED\)/],
  ])('of a running demo whose /readyz answers %s', async (status, line) => {
    const dataDir = await directory()
    await mkdir(join(dataDir, 'pglite'))
    const unlock = await lockDirectory(dataDir)
    const port =
      status === null
        ? await freePort()
        : (await answering(() => new Response('', { status }))).port
    const found = (await all({ DATA_DIR: dataDir, PORT: String(port) })).filter(
      ({ step }) => step === 'database',
    )
    await unlock()
    expect(toDo(found)).toEqual(line === null ? [] : [expect.stringMatching(line)])
  })
})

describe('mail', () => {
  async function smtp(options: SMTPServerOptions): Promise<number> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      ...options,
    })
    server.on('error', () => undefined)
    server.listen(0, '127.0.0.1')
    await once(server.server, 'listening')
    ends.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
    return (server.server.address() as { port: number }).port
  }
  const refuse = (code: number) => Object.assign(new Error('no'), { responseCode: code })
  const servers: Array<[string, SMTPServerOptions, string, RegExp | null]> = [
    ['that takes it', {}, '', null],
    [
      'that takes it from whom it knows',
      {
        authOptional: false,
        allowInsecureAuth: true,
        onAuth: ({ password }, _, done) =>
          done(password === HIDDEN ? null : refuse(535), { user: 'x' }),
      },
      `sites:${HIDDEN}@`,
      null,
    ],
    [
      'that knows another password',
      { authOptional: false, allowInsecureAuth: true, onAuth: (_, __, done) => done(refuse(535)) },
      `sites:${HIDDEN}@`,
      /answers 535 to AUTH: correct name and password/,
    ],
    [
      'that does not relay',
      { onRcptTo: (_, __, done) => done(refuse(550)) },
      '',
      /answers 550 to RCPT: let it relay/,
    ],
    [
      'that refuses our domain',
      { onMailFrom: (_, __, done) => done(refuse(553)) },
      '',
      /answers 553 to MAIL/,
    ],
  ]
  test.each(servers)('to a server %s', async (_, options, login, line) => {
    let sent = 0
    const port = await smtp({
      ...options,
      onData(stream, __, done) {
        sent += 1
        stream.resume()
        done()
      },
    })
    const found = await checkMail(settings({ SMTP_URL: `smtp://${login}127.0.0.1:${port}` }))
    expect(toDo(found)).toEqual(line === null ? [] : [expect.stringMatching(line)])
    expect([sent, JSON.stringify(found).includes(HIDDEN)]).toEqual([0, false])
  })

  test('to a server whose certificate has ended', () => {
    expect(
      advice(Object.assign(new Error(HIDDEN), { code: 'CERT_HAS_EXPIRED' }), 'mail.example', 587),
    ).toMatch(/^mail\.example: its certificate is refused \(CERT_HAS_EXPIRED\): give it one/)
  })

  test('to what is no mail server, to nobody, and in a production that has none yet', async () => {
    const other = createTcp((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(
      0,
      '127.0.0.1',
    )
    await once(other, 'listening')
    ends.push(() => other.close())
    const { port } = other.address() as { port: number }
    expect(toDo(await checkMail(settings({ SMTP_URL: `smtp://127.0.0.1:${port}` })))).toEqual([
      expect.stringMatching(/to greeting: is it a mail server/),
    ])
    expect(toDo(await checkMail(settings({ SMTP_URL: 'smtp://127.0.0.1:1' })))).toEqual([
      expect.stringMatching(/:1 cannot be reached \(ECONNREFUSED\)/),
    ])
    expect(await checkMail(settings(production))).toEqual([])
  })
})

describe('storage', () => {
  test('on a disk that takes it, and where a file is in the way', async () => {
    const dataDir = await directory()
    expect(toDo((await checkStorage(settings({ DATA_DIR: dataDir }))).slice(0, 1))).toEqual([])
    const other = await directory()
    await writeFile(join(other, 'photos'), '')
    expect(toDo((await checkStorage(settings({ DATA_DIR: other }))).slice(0, 1))).toEqual([
      expect.stringMatching(/could not be written \(E\w+\): make it writable/),
    ])
  })

  test.each<[string, (request: Request) => Response, RegExp]>([
    [
      'refuses the secret',
      () => new Response('<Error><Code>SignatureDoesNotMatch</Code></Error>', { status: 403 }),
      /could not be written \(403 SignatureDoesNotMatch\): correct S3_URL/,
    ],
    [
      'finds the clock wrong',
      () => new Response('<Error><Code>RequestTimeTooSkewed</Code></Error>', { status: 403 }),
      /could not be written \(403 RequestTimeTooSkewed\): set this machine’s clock/,
    ],
    [
      'is full',
      () => new Response('<Error><Code>EntityTooLarge</Code></Error>', { status: 400 }),
      /could not be written \(400 EntityTooLarge\): free space in the bucket, or raise its quota/,
    ],
    [
      'gives something else back',
      ({ method }) => new Response(method === 'GET' ? 'else' : ''),
      /what is read is not what was written/,
    ],
  ])('in a bucket that %s', async (_, answer, line) => {
    const { port } = await answering(answer)
    const found = await checkStorage(
      settings({ S3_URL: `http://id:${HIDDEN}@127.0.0.1:${port}/photos` }),
    )
    expect(toDo(found)).toEqual([expect.stringMatching(line)])
    expect(JSON.stringify(found)).not.toContain(HIDDEN)
  })

  test('with little free space', () => {
    const disk = { bsize: 4096, blocks: 1e8, bavail: 1e6 }
    expect(toDo(diskFindings(disk, '/data', true))).toEqual([
      expect.stringMatching(/only 3\.8 GB are free/),
    ])
    expect(toDo(diskFindings(disk, '/data', false))).toEqual([])
  })
})

describe('gateway and partner', () => {
  test.each<[string, number | null, number | null, RegExp | null]>([
    ['answers', 404, 422, null],
    ['is broken', 503, 422, /answers 503: ask its operator/],
    ['is away', null, 422, /cannot be reached \(ECONNREFUSED\): correct GATEWAY_URL/],
    [
      'has a secret that the server does not',
      200,
      403,
      /refuses what is signed with GATEWAY_SECRET/,
    ],
  ])('a gateway that %s', async (_, status, ours, line) => {
    const gateway =
      status === null
        ? `http://127.0.0.1:${await freePort()}`
        : (await answering(() => new Response('', { status }))).origin
    const own = await answering(
      ({ headers }) =>
        new Response('', {
          status: headers.get('X-Webhook-Signature')?.startsWith('sha256=') ? (ours ?? 500) : 400,
        }),
    )
    const given = settings({
      GATEWAY_URL: gateway.replace('//', '//public@'),
      GATEWAY_SECRET: HIDDEN,
      PORT: String(own.port),
    })
    const found = await checkProcessors(given)
    expect(toDo(found)).toEqual(line === null ? [] : [expect.stringMatching(line)])
    expect(JSON.stringify(found)).not.toContain(HIDDEN)
  })
})

describe('the hosts as seen from outside', () => {
  const well: Asked = {
    status: 200,
    headers: {
      'x-request-id': 'x',
      'strict-transport-security': 'x',
      'content-security-policy': 'x',
    },
    body: '',
    daysOfCertificate: 60,
  }
  test.each<[string, Asked | string, RegExp | null]>([
    ['is well', well, null],
    ['is in no DNS', 'ENOTFOUND', /enter it in DNS/],
    [
      'has a certificate that has ended',
      'CERT_HAS_EXPIRED',
      /certificate is refused \(CERT_HAS_EXPIRED\)/,
    ],
    ['has another host’s certificate', 'ERR_TLS_CERT_ALTNAME_INVALID', /get one for this name/],
    [
      'has a certificate that ends soon',
      { ...well, daysOfCertificate: 3.5 },
      /ends in 3 days: renew it/,
    ],
    ['is not reached', 'ECONNREFUSED', /start the proxy/],
    ['loses its name on the way', { ...well, status: 421 }, /pass the Host header on/],
    ['is answered by something else', { ...well, headers: {} }, /something else answers, with 200/],
    ['is put off', { ...well, status: 502 }, /something else answers, with 502/],
    [
      'loses HSTS',
      { ...well, headers: { 'x-request-id': 'x', 'content-security-policy': 'x' } },
      /Strict-Transport-Security away/,
    ],
    [
      'loses its policy',
      { ...well, headers: { 'x-request-id': 'x', 'strict-transport-security': 'x' } },
      /Content-Security-Policy away/,
    ],
  ])('one that %s', (_, answer, line) => {
    expect(toDo(hostFindings(new Map([['www.adultcrush.com', answer]]), true))).toEqual(
      line === null ? [] : [expect.stringMatching(line)],
    )
  })

  const date = new Date().toUTCString()
  test.each<[string, Pick<Asked, 'body' | 'headers'>, RegExp | null]>([
    ['198.51.100.7', { body: '{"ok":true,"address":"198.51.100.7"}', headers: { date } }, null],
    [
      'the proxy',
      { body: '{"ok":true,"address":"10.0.0.2"}', headers: { date } },
      /sees the proxy \(10\.0\.0\.2\)/,
    ],
    [
      'itself',
      { body: '{"ok":true,"address":"127.0.0.1"}', headers: { date } },
      /sees the proxy \(127\.0\.0\.1\)/,
    ],
    [
      'whom a client names',
      { body: '{"ok":true,"address":"192.0.2.55"}', headers: { date } },
      /believes an address that a client made up/,
    ],
    ['nobody', { body: '{"ok":true}', headers: { date } }, /run this with the SESSION_SECRET/],
    [
      'the right one, under a forged id',
      {
        body: '{"ok":true,"address":"198.51.100.7"}',
        headers: { date, 'x-request-id': 'forged-by-the-doctor' },
      },
      /believes a request id/,
    ],
    [
      'the right one, at another time',
      {
        body: '{"ok":true,"address":"198.51.100.7"}',
        headers: { date: new Date(0).toUTCString() },
      },
      /clock of the server/,
    ],
  ])('a server that sees %s', (_, answer, line) => {
    expect(toDo(clientFindings(answer, true, true))).toEqual(
      line === null ? [] : [expect.stringMatching(line)],
    )
  })

  test('are all asked, by name, and the first with a signed question', async () => {
    const asked: Array<{ host: string; isSigned: boolean }> = []
    const { port } = await answering(({ headers }) => {
      const signed = headers.get('X-Doctor')
      asked.push({
        host: headers.get('Host') ?? '',
        isSigned: signed !== null && verify(signed, HIDDEN) !== null,
      })
      return Response.json(
        { ok: true, address: '127.0.0.1' },
        { headers: { 'X-Request-Id': 'x', 'Content-Security-Policy': 'x', Date: date } },
      )
    })
    expect(await checkOutside(settings({ PORT: String(port) }), HIDDEN)).toEqual([
      { step: 'proxy', state: 'done', says: 'all 33 hosts of 11 brands answer as they should' },
    ])
    expect(new Set(asked.map(({ host }) => host)).size).toBe(33)
    expect(asked.filter(({ isSigned }) => isSigned).map(({ host }) => host)).toEqual([
      `www.adultcrush.localhost:${port}`,
    ])
    expect(toDo(await checkOutside(settings({ PORT: String(await freePort()) }), null))).toEqual([
      expect.stringMatching(/Nothing answers .* npm start/),
    ])
  })
})

test('hosts of which the same is to be said are one line, and those of placeholders none', async () => {
  const hosts = brands.flatMap(({ id }) =>
    ['www', 'api', 'media'].map((label) => `${label}.${id}.net`),
  )
  const said = toDo(
    hostFindings(
      new Map(
        hosts.map((host) => [host, host === 'www.wivesnow.net' ? 'ECONNREFUSED' : 'ENOTFOUND']),
      ),
      true,
    ),
  )
  expect(said).toHaveLength(2)
  expect(said[0]).toMatch(
    /^www\.adultcrush\.net, .* and 26 more: the name is not known: enter it in DNS\.$/,
  )
  expect(said[1]).toMatch(/^www\.wivesnow\.net: no answer \(ECONNREFUSED\): start the proxy/)
  expect(toDo(await checkOutside(settings(production), null))).toEqual([
    'No brand has a domain of its own yet, at which it could be asked.',
  ])
})

test('popunders of a production that open a placeholder are to do, and keep nothing from starting', async () => {
  const [line = '', ...others] = toDo(trafficFindings(true))
  expect(others).toEqual([])
  expect(line).toMatch(/^Popunders open a placeholder on .*steamyplay.*: set tmDomain in brand\.ts/)
  expect(line).not.toContain('discreetcrush')
  expect(trafficFindings(false)).toEqual([])
  const own = brands.map((brand) => ({
    ...brand,
    traffic: { ...brand.traffic, tmDomain: 'https://traffic.partner.net/in' },
  }))
  expect(trafficFindings(true, own)).toEqual([])
  const said = (await checkFinished(settings(production))).map(({ says }) => says)
  expect(said.filter((words) => words.includes('opunder'))).toEqual([])
})

test('what a production lacks is to do at its step, a line a fact, also where a setting owns up to it', async () => {
  const counted = async (env: Record<string, string>) =>
    (await checkFinished(settings(env))).map(
      ({ step, state, says }) => `${step} ${state}: ${says.split(' ')[0]}`,
    )
  const lacks = [
    'mail to do: Mails',
    'brands to do: The',
    'brands to do: The',
    'payments to do: Prices',
    'payments to do: Nobody',
    'brands to do: Counsel',
  ]
  expect([
    await counted(production),
    await counted({ ...production, UNFINISHED: 'allow' }),
    await counted({}),
  ]).toEqual([lacks, lacks, ['brands does not apply: a']])
  const elsewhere = { ...production, DATABASE_URL: 'postgres://sites@127.0.0.1:1/sites' }
  expect(await counted(elsewhere)).toEqual(lacks)
})

test('a production whose brands are on domains of a suffix is asked by those, as its members do, and not behind its proxy', async () => {
  let asked = 0
  const { port } = await answering(() => {
    asked += 1
    return new Response('')
  })
  const staging = settings({ ...production, PORT: String(port), SITES_SUFFIX: 'staging.invalid' })
  await expect(askServer(staging, '/healthz')).rejects.toMatchObject({
    hostname: 'www.adultcrush.staging.invalid',
    code: expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/),
  })
  expect(asked).toBe(0)
})

describe('secrets', () => {
  test.each<[Record<string, string>, RegExp | null]>([
    [production, null],
    [{ SESSION_SECRET: 'a'.repeat(40) }, /SESSION_SECRET can be guessed/],
    [
      { ...production, SESSION_SECRET: 'please-change-me-1234567890-abcdefgh' },
      /SESSION_SECRET can be guessed/,
    ],
    [
      { ...production, SUPPORT_SECRET: production.SESSION_SECRET },
      /SESSION_SECRET and SUPPORT_SECRET are the same/,
    ],
    [
      { ...production, DATABASE_URL: 'postgres://sites:sites@127.0.0.1/sites' },
      /password in DATABASE_URL can be guessed/,
    ],
  ])('%#', async (env, line) => {
    const found = await checkSecrets(settings(env))
    expect(toDo(found)).toEqual(line === null ? [] : [expect.stringMatching(line)])
    for (const value of Object.values(env).filter((one) => one.length > 12))
      expect(JSON.stringify(found)).not.toContain(value)
  })

  test('of a demo that others may read', async () => {
    const dataDir = await directory()
    await writeFile(join(dataDir, 'demo-secret'), 'x', { mode: 0o644 })
    expect(toDo(await checkSecrets(settings({ DATA_DIR: dataDir })))).toEqual([
      expect.stringMatching(/chmod 600/),
    ])
  })

  test('of a demo, in a file that cannot be read, are told as such: root reads every file, but none reads a folder as one', async () => {
    const dataDir = await directory()
    await mkdir(join(dataDir, 'demo-secret'), { mode: 0o700 })
    expect(toDo(await checkSecrets(settings({ DATA_DIR: dataDir })))).toEqual([
      expect.stringMatching(/demo-secret cannot be read \(EISDIR\): run this as the user/),
    ])
    const all33 = await answering(() =>
      Response.json(
        { ok: true },
        { headers: { 'X-Request-Id': 'x', 'Content-Security-Policy': 'x' } },
      ),
    )
    const found = await all({ DATA_DIR: dataDir, PORT: String(all33.port) })
    expect(found.find(({ step }) => step === 'proxy')).toMatchObject({ state: 'done' })
  })
})

test('a clock that stands in another century is told', () => {
  expect(toDo(timeFindings(0))).toEqual([expect.stringMatching(/1970.*NTP/)])
  expect(toDo(timeFindings(Date.now()))).toEqual([])
})

test('the command ends with 1, says how many there are, and prints no secret', async () => {
  const env = {
    PATH: process.env['PATH'],
    DATA_DIR: await directory(),
    PORT: String(await freePort()),
    DATABASE_URL: `postgres://sites:${HIDDEN}@127.0.0.1:1/sites`,
    SMTP_URL: `smtp://sites:${HIDDEN}@127.0.0.1:1`,
  }
  const child = spawn(process.execPath, ['src/cli/doctor.ts'], { env })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (said += String(part)))
  const [code] = (await once(child, 'close')) as [number]
  expect(code).toBe(1)
  const lines = said.trim().split('\n')
  expect(lines.map((line) => line.slice(0, 50).replaceAll(/ {2,}/g, ' | '))).toEqual([
    expect.stringMatching(/^done \| machine \| /),
    expect.stringMatching(/^[^|]+ \| machine \| /),
    expect.stringMatching(/^[^|]+ \| machine \| /),
    expect.stringMatching(/^does not apply \| brands \| a demo/),
    expect.stringMatching(/^to do \| database \| PostgreSQL cannot be/),
    expect.stringMatching(/^done \| settings \| a demo/),
    expect.stringMatching(/^done \| settings \| none are set/),
    expect.stringMatching(/^to do \| proxy \| Nothing answers/),
    expect.stringMatching(/^does not apply \| staff/),
    expect.stringMatching(/^done \| payments \| gateway: the sandbox/),
    expect.stringMatching(/^done \| payments \| partner: the sandbox/),
    expect.stringMatching(/^to do \| mail \| /),
    expect.stringMatching(/^does not apply \| backup/),
    expect.stringMatching(/^does not apply \| alarms/),
    expect.stringMatching(/^\d to do: src\/cli\/going-live\.md#/),
  ])
  expect(said).not.toContain(HIDDEN)
})

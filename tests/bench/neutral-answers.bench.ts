import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { createApp } from '#app.server.ts'
import { hashPassword } from '#core/accounts/passwords/passwords.server.ts'
import { openPostgres } from '#db/connection.server.ts'
import { migrate } from '#db/migrate.server.ts'
import { withSecrets } from '#process/secrets.server.ts'
import { readSettings } from '#settings.ts'
import { aOneClickForm, anAffiliateForm, aRegistration } from '../support/joining.ts'
import { startPostgres } from '../support/postgres.ts'
import { record } from './figures.ts'
import { median, table } from './report.ts'

/**
 * assurance 1: the medians of 400 calls each, known and unknown by turns, differ by less than 5 ms.
 * In-process.
 */
const SAMPLES = Number(process.env['SAMPLES'] ?? 400)
const WARM_UP = 10
const MAX_APART = 5
const MEMBERS = 20_000

const postgres = await startPostgres()
const database = await openPostgres(await postgres.create('bench'), 4)
await migrate(database.db)
const dataDir = await mkdtemp(join(tmpdir(), 'neutral-bench-'))
const app = await createApp({
  settings: await withSecrets(readSettings({ DATA_DIR: dataDir, DEMO: '0' }), database),
  database,
  log: pino({ level: 'silent' }),
})
await sql`
  insert into accounts (brand, username, username_key, username_look, email, email_key, password_hash, sensitive_data_accepted_at, email_confirmed_at, created_at)
  select 'adultcrush', 'member' || n, 'member' || n, 'member' || n, 'member' || n || '@example.org', 'member' || n || '@example.org', ${await hashPassword('the right password')}, now(), now(), now()
  from generate_series(1, ${MEMBERS}::int) n`.execute(database.db)
await sql`vacuum analyze`.execute(database.db)

/** Every call comes from a network of its own, of /48, since limits are not what is measured. */
let calls = 0
async function call(path: string, body: unknown): Promise<{ time: number; answer: string }> {
  calls += 1
  const headers = {
    Host: 'api.adultcrush.localhost:4321',
    Origin: 'http://www.adultcrush.localhost:4321',
    'X-Requested-With': 'XMLHttpRequest',
    'Content-Type': 'application/json',
  }
  const request = new Request(`http://api.adultcrush.localhost:4321${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  const start = performance.now()
  const answer = await app.frontDoor(
    request,
    `2001:${(calls >> 12).toString(16)}:${(calls & 4095).toString(16)}::1`,
    async () => new Response(),
  )
  const text = await answer.text()
  return { time: performance.now() - start, answer: `${answer.status} ${text}` }
}

const password = 'a wrong password'
/** One login whose guesses of a day are used up with an account, and one without. */
const guessed = { known: 'member19999', unknown: 'nobody19999' }
for (let n = 0; n < 50; n += 1)
  for (const login of Object.values(guessed)) await call('/site/signin', { login, password })
const contests = [
  {
    name: 'sign-in by e-mail',
    path: '/site/signin',
    known: (n: number) => ({ login: `member${n + 1}@example.org`, password }),
    unknown: (n: number) => ({ login: `nobody${n + 1}@example.org`, password }),
  },
  {
    name: 'sign-in by username',
    path: '/site/signin',
    known: (n: number) => ({ login: `member${n + 1}`, password }),
    unknown: (n: number) => ({ login: `nobody${n + 1}`, password }),
  },
  {
    name: 'sign-in past the ceiling',
    path: '/site/signin',
    known: () => ({ login: guessed.known, password }),
    unknown: () => ({ login: guessed.unknown, password }),
  },
  {
    name: 'register',
    path: '/registration/save',
    known: (n: number) =>
      aRegistration({ username: `seen${n}`, email: `member${n + 5000}@example.org` }),
    unknown: (n: number) =>
      aRegistration({ username: `unseen${n}`, email: `nobody${n}@example.org` }),
  },
  {
    name: 'join from an affiliate’s page',
    path: '/promo/affiliate',
    known: (n: number) => anAffiliateForm({ email: `member${n + 6000}@example.org` }),
    unknown: (n: number) => anAffiliateForm({ email: `nobody-a${n}@example.org` }),
  },
  {
    name: 'join with one click',
    path: '/promo/oneClick',
    known: (n: number) => aOneClickForm({ email: `member${n + 7000}@example.org` }),
    unknown: (n: number) => aOneClickForm({ email: `nobody-o${n}@example.org` }),
  },
  {
    name: 'reset',
    path: '/resetPassword/processRequest',
    known: (n: number) => ({ email: `member${n + 10_000}@example.org` }),
    unknown: (n: number) => ({ email: `stranger${n}@example.org` }),
  },
]

const rows: string[][] = []
for (const { name, path, known, unknown } of contests) {
  const times = { known: [] as number[], unknown: [] as number[] }
  const answers = new Set<string>()
  for (let n = 0; n < SAMPLES + WARM_UP; n += 1) {
    const pair = [
      ['known', known(n)],
      ['unknown', unknown(n)],
    ] as const
    for (const [who, body] of n % 2 === 0 ? pair : pair.toReversed()) {
      const { time, answer } = await call(path, body)
      answers.add(answer)
      if (n >= WARM_UP) times[who].push(time)
    }
  }
  const [one, other] = [median(times.known), median(times.unknown)]
  const apart = Math.abs(one - other)
  record(`${name}: known against unknown, medians apart`, Number(apart.toFixed(2)), 'ms', MAX_APART)
  rows.push([
    name,
    one.toFixed(2),
    other.toFixed(2),
    apart.toFixed(2),
    apart < MAX_APART ? '' : 'TOO FAR APART',
    answers.size === 1 ? 'the same' : `${answers.size} DIFFERENT`,
  ])
}
process.stdout.write(`${SAMPLES} calls each, medians in ms\n`)
table(['', 'known', 'unknown', 'apart', `< ${MAX_APART} ms`, 'answers'], rows)

await app.close()
await postgres.stop()
await rm(dataDir, { recursive: true, force: true })

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { codeAt } from '#core/staff-accounts/totp.server.ts'
import { openPglite } from '#db/connection.server.ts'
import { DEMO_FACTOR, DEMO_PASSWORD } from '#demo/cast.ts'
import { ifMissing } from '../support/missing.ts'
import { openToOthers } from '../support/open-to-others.ts'
import { freePort } from '../support/postgres.ts'

/** The built product as `npm start` starts it, with nothing set but where (assurance 37). */

const root = join(import.meta.dirname, '..', '..')
const directories: string[] = []
async function directory(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'started-'))
  directories.push(made)
  return made
}
const children: ChildProcess[] = []
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await Promise.all(directories.map((path) => rm(path, { recursive: true, force: true })))
})

/** Settings of whoever runs the tests are not this demo's. */
const inherited = {
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '',
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
}

type Started = { child: ChildProcess; output: string[] }
function start(env: Record<string, string>, args: readonly string[] = []): Started {
  const child = spawn(process.execPath, [...args, 'src/server.ts'], {
    cwd: root,
    env: { ...inherited, ...env },
    stdio: 'pipe',
  })
  children.push(child)
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => output.push(String(chunk)))
  return { child, output }
}

async function ended({ child }: Started): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** How a start ended that was refused. */
async function refused(
  env: Record<string, string>,
  args: readonly string[] = [],
): Promise<{ code: number; said: string[] }> {
  const { child, output } = start({ DATA_DIR: await directory(), DEMO: '0', ...env }, args)
  const [code] = (await once(child, 'close')) as [number]
  return { code, said: output.join('').trim().split('\n') }
}

describe('a demo', () => {
  let dataDir: string
  let loaded: string
  let port: number
  let server: Started
  beforeAll(async () => {
    ;[dataDir, loaded, port] = [await directory(), await directory(), await freePort()]
    // Node writes down as it ends which scripts ran: a profile of samples may miss those of a page
    // that is quick.
    server = start({ DATA_DIR: dataDir, PORT: String(port), NODE_V8_COVERAGE: loaded })
    await new Promise<void>((resolve, reject) => {
      server.child.once('exit', (code) =>
        reject(new Error(`it ended with ${code}:\n${server.output.join('')}`)),
      )
      server.child.stdout?.on(
        'data',
        () => server.output.join('').includes('Card payments go to') && resolve(),
      )
    })
  })

  type Answer = { status: number; text: string; cookies: string }
  function call(
    label: string,
    path: string,
    { body, cookie }: { body?: unknown; cookie?: string } = {},
  ): Promise<Answer> {
    const api = {
      'X-Requested-With': 'XMLHttpRequest',
      Origin: `http://www.adultcrush.localhost:${port}`,
      'Content-Type': 'application/json',
    }
    const headers = {
      Host: `${label}.adultcrush.localhost:${port}`,
      ...(label === 'api' ? api : {}),
      ...(cookie === undefined ? {} : { Cookie: cookie }),
    }
    return new Promise((resolve, reject) => {
      const sent = request(
        { host: '127.0.0.1', port, path, method: body === undefined ? 'GET' : 'POST', headers },
        (answer) => {
          let text = ''
          answer.on('data', (chunk: Buffer) => (text += String(chunk)))
          const cookies = (answer.headers['set-cookie'] ?? [])
            .map((one) => one.split(';')[0])
            .join('; ')
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text, cookies }))
        },
      )
      sent.on('error', reject)
      sent.end(body === undefined ? undefined : JSON.stringify(body))
    })
  }
  const signIn = async (login: string) =>
    (await call('api', '/site/signin', { body: { login, password: DEMO_PASSWORD } })).cookies

  test('keeps a secret of its own', async () => {
    expect(await readFile(join(dataDir, 'demo-secret'), 'utf8')).toMatch(/^[\w-]{43}$/)
  })

  test('keeps all that it writes to its user alone: database, secret, mails', async () => {
    expect(
      (
        await call('api', '/help/save', {
          body: { subject: 'A question', message: 'How?', email: 'gina@example.net' },
        })
      ).status,
    ).toBe(200)
    await expect.poll(() => readdir(join(dataDir, 'mail')).catch(ifMissing([]))).not.toEqual([])
    // PGlite gives its files modes of its own; its folder is closed.
    expect((await openToOthers(dataDir)).filter((name) => !name.startsWith('pglite/'))).toEqual([])
  })

  test('takes the code that is printed for Eve', async () => {
    const cookie = await signIn('eve')
    const { status } = await call('api', '/staff/verify', {
      body: { code: codeAt(DEMO_FACTOR, new Date()) },
      cookie,
    })
    expect(status).toBe(200)
  })

  test('is well, as the doctor says who asks it while it runs', async () => {
    const doctor = spawn(process.execPath, ['src/cli/doctor.ts'], {
      cwd: root,
      env: { ...inherited, DATA_DIR: dataDir, PORT: String(port) },
    })
    let said = ''
    doctor.stdout.on('data', (part: Buffer) => (said += String(part)))
    const [code] = (await once(doctor, 'close')) as [number]
    expect([code, said.match(/^to do.*$/gm)]).toEqual([0, null])
  })

  test('renders its pages with React’s production build alone', async () => {
    const cookie = await signIn('alice')
    for (let turn = 0; turn < 3; turn += 1) {
      const page = await call('www', '/messages', { cookie })
      expect([page.status, page.text]).toEqual([200, expect.stringContaining('<astro-island')])
    }
    await ended(server)
    const files = new Set<string>()
    for (const file of await readdir(loaded)) {
      const { result } = JSON.parse(await readFile(join(loaded, file), 'utf8')) as {
        result: Array<{ url: string }>
      }
      for (const { url } of result) files.add(url)
    }
    expect(
      [...files].filter((url) => url.endsWith('react-dom-server.node.production.js')),
    ).toHaveLength(1)
    expect([...files].filter((url) => url.endsWith('.development.js'))).toEqual([])
  })

  test('is no production: everybody knows its passwords', async () => {
    await ended(server)
    expect(
      await refused({
        DATA_DIR: dataDir,
        RUN_AS: 'production',
        SESSION_SECRET: 'k8Vq2ZxY7mNpR4tW9bHc3LfJ6sDgA1eU',
      }),
    ).toEqual({
      code: 1,
      said: [
        'This database holds the demo network, of which everybody knows the passwords. Set DATABASE_URL to a database of its own.',
      ],
    })
  })
})

describe('a start is refused, in one line', () => {
  test('where something loads React’s development build before it', async () => {
    const preload = `data:text/javascript,${encodeURIComponent(`await import(${JSON.stringify(pathToFileURL(join(root, 'node_modules/react-dom/server.node.js')).href)})`)}`
    const dataDir = await directory()
    const { code, said } = await refused({ DATA_DIR: dataDir, PORT: String(await freePort()) }, [
      '--import',
      preload,
    ])
    expect([code, said]).toEqual([
      1,
      [
        expect.stringMatching(
          /^A development build is loaded \(.*react-dom-server.*\.development\.js\)/,
        ),
      ],
    ])
    expect(await readdir(dataDir)).toEqual([])
  })

  test.each<[Record<string, string>, RegExp]>([
    [{ HOST: '0.0.0.0' }, /^Setting HOST: must be 127\.0\.0\.1, ::1 or localhost/],
    [{ RUN_AS: 'production' }, /^Setting SESSION_SECRET: must be set in production/],
    [
      { DATABSE_URL: 'postgres://x' },
      /^Setting DATABSE_URL: is not known; if DATABASE_URL is meant/,
    ],
  ])('with %j', async (env, line) => {
    const { code, said } = await refused(env)
    expect([code, said]).toEqual([1, [expect.stringMatching(line)]])
  })
})

test('a production that lacks what members need is refused, a line a fact', async () => {
  const dataDir = await directory()
  // To make one takes longer than all that is looked at here.
  const dump = new Blob([await readFile(inject('pgliteDump'))])
  await (await openPglite(dataDir, dump)).close()
  const production = {
    RUN_AS: 'production',
    SESSION_SECRET: 'k8Vq2ZxY7mNpR4tW9bHc3LfJ6sDgA1eU',
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
  }
  const { code, said } = await refused(production)
  // Beside the log.
  const lines = said.filter((line) => !line.startsWith('{'))
  expect([code, lines[0], lines.length]).toEqual([1, 'This is not finished:', 8])
})

test('a start in which a promise fails that nobody waits for ends, and says so', async () => {
  const fails =
    "setInterval(() => process.listenerCount('unhandledRejection') > 0 && Promise.reject(new Error('floating')), 5)"
  const { code, said } = await refused({ PORT: String(await freePort()) }, [
    '--import',
    `data:text/javascript,${encodeURIComponent(fails)}`,
  ])
  expect([code, said[0]]).toEqual([1, 'Error: floating'])
})

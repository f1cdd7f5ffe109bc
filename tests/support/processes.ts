import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OpenDatabase, openPglite, openPostgres } from '#db/connection.server.ts'
import { migrate } from '#db/migrate.server.ts'
import { servingEnvironment, servingFlags } from '#process/serving.mjs'
import { freePort, type PostgresServer, startPostgres } from './postgres.ts'
import { TEMPLATE_SERVER } from './server.ts'
import { copyOfTemplate } from './template.ts'

const root = join(import.meta.dirname, '..', '..')

/** A process of the product that can be started again at the same address. */
export type Process = {
  port: number
  output: string[]
  pid(): number
  start(): Promise<void>
  /**
   * Resolves when it is ready, or answers at another path; it is asked again after each `pause`, in
   * milliseconds.
   */
  ready(path?: string, pause?: number): Promise<void>
  signal(name: NodeJS.Signals): void
  ended(): Promise<void>
}

const { PATH = '' } = process.env

/** `folder`: another build, as of another release. */
export function processAt(port: number, env: Record<string, string>, folder = root): Process {
  let child: ChildProcess | null = null
  const output: string[] = []
  const ended = async (): Promise<void> => {
    if (child && child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  return {
    port,
    output,
    pid: () => child?.pid ?? 0,
    async start() {
      child = spawn(process.execPath, [...servingFlags, 'src/server.ts'], {
        cwd: folder,
        env: { PATH, ...servingEnvironment, ...env, PORT: String(port) },
        stdio: 'pipe',
      })
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (chunk: Buffer) => output.push(String(chunk)))
      await once(child, 'spawn')
    },
    async ready(path = '/readyz', pause = 50) {
      while (!(await isAnswering(port, path))) {
        if (child?.exitCode !== null || child.signalCode !== null)
          throw new Error(
            `the process ended with ${child?.exitCode ?? child?.signalCode}:\n${output.join('')}`,
          )
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
    },
    signal: (name) => void child?.kill(name),
    ended,
  }
}

/**
 * As behind one proxy. Metrics have a port of their own, of which several processes at once would
 * need as many.
 */
export const PRODUCTION = {
  RUN_AS: 'production',
  SESSION_SECRET: 'a secret of the product behind its proxies',
  TRUST_PROXY: '1',
  METRICS_PORT: '0',
  UNFINISHED: 'allow',
}

export type Product = {
  process: Process
  dataDir: string
  /** Of it alone, which can be restarted. */
  postgres: PostgresServer | null
  databaseUrl: string | null
  /**
   * The database beside the process; on PGlite, which one process has open alone, only while it is
   * ended.
   */
  look<T>(act: (database: OpenDatabase) => Promise<T>): Promise<T>
  stop(): Promise<void>
}

/**
 * One process in production on a database of its own, which `prepare` fills before the start.
 * `alone`: PostgreSQL is its own as well, also where tests share one.
 */
export async function startProduct(
  on: 'pglite' | 'postgres' | 'alone',
  prepare: (database: OpenDatabase) => Promise<void>,
  env: Record<string, string> = {},
): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'product-'))
  const shared = on === 'postgres' ? process.env[TEMPLATE_SERVER] : undefined
  const postgres = on === 'pglite' || shared !== undefined ? null : await startPostgres()
  const name = `product_${randomUUID()}`
  const databaseUrl = postgres
    ? await postgres.create(name)
    : shared === undefined
      ? null
      : await copyOfTemplate(shared, name)
  const open = () => (databaseUrl === null ? openPglite(dataDir) : openPostgres(databaseUrl, 4))
  const database = await open()
  await migrate(database.db)
  await prepare(database)
  await database.close()
  const settings = {
    ...PRODUCTION,
    DATA_DIR: dataDir,
    DEMO: '0',
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    ...env,
  }
  const product = processAt(await freePort(), settings)
  await product.start()
  await product.ready()
  return {
    process: product,
    dataDir,
    postgres,
    databaseUrl,
    async look(act) {
      const database = await open()
      try {
        return await act(database)
      } finally {
        await database.close()
      }
    },
    async stop() {
      product.signal('SIGKILL')
      await product.ended()
      await postgres?.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type Production = { processes: Process[]; databaseUrl: string; stop(): Promise<void> }

/**
 * Processes as an operator runs them behind a proxy on the same machine: over https, on the brands'
 * own domains.
 */
export async function startProduction(
  count: number,
  env: Record<string, string> = {},
  folders: readonly string[] = [],
): Promise<Production> {
  const shared = process.env[TEMPLATE_SERVER]
  const postgres = shared === undefined ? await startPostgres() : null
  const name = `production_${randomUUID()}`
  const databaseUrl = postgres
    ? await postgres.create(name)
    : await copyOfTemplate(shared as string, name)
  const dataDir = await mkdtemp(join(tmpdir(), 'production-'))
  const settings = {
    ...PRODUCTION,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    ...env,
  }
  const processes: Process[] = []
  for (let index = 0; index < count; index += 1)
    processes.push(
      processAt(await freePort(), settings, folders[index % Math.max(1, folders.length)]),
    )
  for (const process of processes) {
    await process.start()
    await process.ready()
  }
  return {
    processes,
    databaseUrl,
    async stop() {
      for (const process of processes) process.signal('SIGKILL')
      await Promise.all(processes.map((process) => process.ended()))
      await rm(dataDir, { recursive: true, force: true })
      await postgres?.stop()
    },
  }
}

export function isAnswering(port: number, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = request(
      { host: '127.0.0.1', port, path, timeout: 1000, agent: false },
      (response) => {
        response.resume()
        resolve(response.statusCode === 200)
      },
    )
    probe.on('error', () => resolve(false))
    probe.on('timeout', () => probe.destroy())
    probe.end()
  })
}

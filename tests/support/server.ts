import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startPostgres } from './postgres.ts'
import { copyOfDemo, copyOfTemplate } from './template.ts'

const root = join(import.meta.dirname, '..', '..')

export const SERVER_SECRET = 'a secret of the started product under test'

export const TEMPLATE_SERVER = 'TEMPLATE_SERVER'

export type RunningServer = {
  port: number
  pid: number
  origin(brand: string, label?: string): string
  /** Runs `npm run member -- …` as in the README and returns its output. */
  operator(...words: string[]): Promise<string>
  output: string[]
  /**
   * With a browser, its pages go first: those of one file would ask for ever beside the stories of
   * the next.
   */
  stop(browser?: Browser): Promise<void>
}

type Browser = { contexts(): ReadonlyArray<{ close(): Promise<void> }> }

/** `flags` are Node's; most of V8's are not allowed in NODE_OPTIONS. */
export async function startServer(
  env: Record<string, string> = {},
  flags: readonly string[] = [],
): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'server-data-'))
  // Not by the port: the system gives one again that an earlier product has left.
  const { address, stop } = await ownDatabase(`product_${randomUUID()}`, env)
  const settings = {
    ...process.env,
    DATA_DIR: dataDir,
    DATABASE_URL: address,
    DEMO: '0',
    SESSION_SECRET: SERVER_SECRET,
    // What is slow on a busy machine is none of a story's lines.
    SLOW_AFTER: '600000',
    ...env,
  }
  const { child, port, output } = await startOnFreePort(settings, flags)
  return {
    port,
    pid: child.pid as number,
    output,
    origin: (brand, label = 'www') => `http://${label}.${brand}.localhost:${port}`,
    async operator(...words) {
      const command = spawn(process.execPath, ['src/cli/member.ts', ...words], {
        cwd: root,
        env: { ...settings, PORT: String(port) },
        stdio: 'pipe',
      })
      const said: string[] = []
      for (const stream of [command.stdout, command.stderr])
        stream.on('data', (chunk: Buffer) => said.push(String(chunk)))
      const [code] = (await once(command, 'exit')) as [number]
      if (code !== 0) throw new Error(`member ${words.join(' ')}: ${said.join('')}`)
      return said.join('')
    },
    async stop(browser) {
      await Promise.all(browser?.contexts().map((context) => context.close()) ?? [])
      if (child.exitCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function ownDatabase(
  name: string,
  env: Record<string, string>,
): Promise<{ address: string; stop: () => Promise<void> }> {
  const stop = async () => undefined
  if (env['DATABASE_URL'] !== undefined) return { address: env['DATABASE_URL'], stop }
  const shared = process.env[TEMPLATE_SERVER]
  if (shared !== undefined)
    return {
      address: await (env['DEMO'] === '1' ? copyOfDemo : copyOfTemplate)(shared, name),
      stop,
    }
  const postgres = await startPostgres()
  return { address: await postgres.create(name), stop: () => postgres.stop() }
}

/** Somebody else may take a port between the moment it is found free and the start. */
async function startOnFreePort(
  settings: NodeJS.ProcessEnv,
  flags: readonly string[],
  tries = 5,
): Promise<Started> {
  const port = await freePort()
  const output: string[] = []
  const child = spawn(process.execPath, [...flags, 'src/server.ts'], {
    cwd: root,
    env: { ...settings, PORT: String(port) },
    stdio: 'pipe',
  })
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => output.push(String(chunk)))
  try {
    await ready(child, port, output)
    return { child, port, output }
  } catch (error) {
    if (tries === 1 || !output.join('').includes('is in use')) throw error
    return startOnFreePort(settings, flags, tries - 1)
  }
}

type Started = { child: ChildProcess; port: number; output: string[] }

async function ready(child: ChildProcess, port: number, output: string[]): Promise<void> {
  // On a busy machine a start takes a minute, or three; one that fails ends by itself.
  while (!(await answers(port))) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(
        `the server ended with ${child.exitCode ?? child.signalCode}:\n${output.join('')}`,
      )
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = request(
      { host: '127.0.0.1', port, path: '/readyz', timeout: 1000 },
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

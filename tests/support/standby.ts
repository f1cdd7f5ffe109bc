import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from './postgres.ts'
import { POSTGRES_PROGRAMS, postgresUser } from './system-user.ts'

const execute = promisify(execFile)

type Pair = {
  url: string
  standbyUrl: string
  stopStandby(): Promise<void>
  /** One more, which streams from the server at this address, and the address of it. */
  addStandby(from: string): Promise<string>
  stop(): Promise<void>
}

export function hasPostgresPrograms(): boolean {
  return existsSync(join(POSTGRES_PROGRAMS, 'pg_basebackup'))
}

/** A PostgreSQL of Debian's and a standby that streams from it. */
export async function startPair(): Promise<Pair> {
  const user = postgresUser()
  const directory = await mkdtemp(join(tmpdir(), 'standby-'))
  await chmod(directory, 0o700)
  if (user) await chown(directory, user.uid, user.gid)
  const primary = join(directory, 'primary')
  const running: ChildProcess[] = []

  const run = (program: string, words: readonly string[]) =>
    execute(join(POSTGRES_PROGRAMS, program), words, { cwd: directory, ...user })
  async function start(data: string): Promise<{ url: string; stop(): Promise<void> }> {
    const port = await freePort()
    const settings = [
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'fsync=off',
    ].flatMap((setting) => ['-c', setting])
    const child = spawn(
      join(POSTGRES_PROGRAMS, 'postgres'),
      ['-D', data, '-p', String(port), ...settings],
      { cwd: directory, stdio: 'ignore', ...user },
    )
    running.push(child)
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`
    await answering(url)
    return { url, stop: () => ended(child) }
  }

  await run('initdb', [
    '-D',
    primary,
    '-U',
    'postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ])
  const first = await start(primary)
  async function follow(from: string) {
    const data = join(directory, `standby-${running.length}`)
    await run('pg_basebackup', ['-d', from, '-D', data, '-R', '-c', 'fast', '--no-sync'])
    return start(data)
  }

  const second = await follow(first.url)
  return {
    url: first.url,
    standbyUrl: second.url,
    stopStandby: second.stop,
    addStandby: async (from) => (await follow(from)).url,
    async stop() {
      await Promise.all(running.map(ended))
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** SIGINT: without waiting for those who are connected. */
async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGINT')
  await once(child, 'exit')
}

async function answering(url: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    const isThere = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end()
    if (isThere) return
    await pause(100)
  }
  throw new Error(`nothing answers at ${url}`)
}

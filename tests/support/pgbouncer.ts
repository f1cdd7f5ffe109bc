import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './postgres.ts'
import { postgresUser } from './system-user.ts'

const recipe = join(import.meta.dirname, '..', '..', 'src', 'db', 'pooling', 'pgbouncer.ini')

export type Pooler = { url: string; stop(): Promise<void> }

export function hasPgbouncer(): boolean {
  return spawnSync('pgbouncer', ['--version'], { stdio: 'ignore' }).error === undefined
}

/**
 * PgBouncer with the file that operators get, in front of one database; `extra` are further lines
 * of its configuration.
 */
export async function startPgbouncer(url: string, extra: readonly string[] = []): Promise<Pooler> {
  const { hostname, port, username, password, pathname } = new URL(url)
  const directory = await mkdtemp(join(tmpdir(), 'pgbouncer-'))
  await chmod(directory, 0o711)
  const at = await freePort()
  const [configuration, users] = [join(directory, 'own.ini'), join(directory, 'users.txt')]
  const lines = [
    '[pgbouncer]',
    `%include ${recipe}`,
    'listen_addr = 127.0.0.1',
    `listen_port = ${at}`,
    'unix_socket_dir =',
    `auth_file = ${users}`,
    ...extra,
    '[databases]',
    `* = host=${hostname} port=${port}`,
  ]
  await writeFile(configuration, `${lines.join('\n')}\n`)
  await writeFile(users, `"${username}" "${password}"\n`)
  // It refuses to run as root.
  const user = postgresUser()
  if (user)
    for (const file of [directory, configuration, users]) await chown(file, user.uid, user.gid)
  const child = spawn('pgbouncer', [configuration], { stdio: 'pipe', ...user })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => said.push(String(chunk)))
  await listening(child, at, said)
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${at}${pathname}`,
    async stop() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function listening(
  child: ChildProcess,
  port: number,
  said: readonly string[],
): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (child.exitCode !== null)
      throw new Error(`pgbouncer ended with ${child.exitCode}:\n${said.join('')}`)
    const socket = connect(port, '127.0.0.1')
    const isOpen = await new Promise<boolean>((resolve) =>
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false)),
    )
    socket.destroy()
    if (isOpen) return
    await pause(50)
  }
  throw new Error(`pgbouncer does not listen:\n${said.join('')}`)
}

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { ifMissing } from './missing.ts'
import { freePort } from './postgres.ts'
import { POSTGRES_PROGRAMS, postgresUser } from './system-user.ts'

const PASSWORD = 'of-this-test-alone'
const recipe = join(import.meta.dirname, '..', '..', 'src', 'db', 'failover')
const names = ['one', 'two', 'three'] as const
type Name = (typeof names)[number]

type Node = {
  name: Name
  port: number
  patroniPort: number
  directory: string
  patroni: ChildProcess | null
}
type Member = { name: string; role: string; state: string }

type Cluster = {
  /** Through HAProxy, to whichever is the primary. */
  url: string
  replicaUrl: string
  members(): Promise<Member[]>
  /** Ends the primary and its Patroni, all at once, without a word to anybody; returns its name. */
  killPrimary(): Promise<Name>
  /** The same for the standby that has all that is acknowledged. */
  killSynchronous(): Promise<Name>
  start(name: Name): Promise<void>
  /**
   * Resolves when one is the primary, one its synchronous standby, and `count` of them are there.
   */
  settled(count: number): Promise<void>
  stop(): Promise<void>
}

/** The packages that are missing for it; an empty text if none is. */
export function missingForCluster(): string {
  const programs = { patroni: '--version', etcd: '--version', haproxy: '-v', pgrep: '--version' }
  const packages = { patroni: 'patroni', etcd: 'etcd-server', haproxy: 'haproxy', pgrep: 'procps' }
  const missing = (Object.keys(programs) as Array<keyof typeof programs>)
    .filter((program) => spawnSync(program, [programs[program]], { stdio: 'ignore' }).status !== 0)
    .map((program) => packages[program])
  return [
    ...missing,
    ...(existsSync(join(POSTGRES_PROGRAMS, 'postgres')) ? [] : ['postgresql-15']),
  ].join(', ')
}

/**
 * Three machines of the recipe on loopback, one etcd instead of three, and HAProxy: with the
 * recipe's own files.
 */
export async function startCluster(): Promise<Cluster> {
  const user = postgresUser()
  const directory = await mkdtemp(join(tmpdir(), 'patroni-'))
  await chmod(directory, 0o711)
  const [etcdPort, peerPort, primaryPort, replicaPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  const said: string[] = []
  const children: ChildProcess[] = []

  function run(
    program: string,
    words: readonly string[],
    env: Record<string, string>,
    as: { uid: number; gid: number } | null,
  ): ChildProcess {
    const child = spawn(program, words, {
      cwd: directory,
      env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8', ...env },
      stdio: 'pipe',
      ...as,
    })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said.push(String(chunk))
        if (said.length > 200) said.shift()
      })
    children.push(child)
    return child
  }

  const [client, peer] = [`http://127.0.0.1:${etcdPort}`, `http://127.0.0.1:${peerPort}`]
  const between = [
    '--listen-peer-urls',
    peer,
    '--initial-advertise-peer-urls',
    peer,
    '--initial-cluster',
    `default=${peer}`,
  ]
  run(
    'etcd',
    [
      '--data-dir',
      join(directory, 'etcd'),
      '--listen-client-urls',
      client,
      '--advertise-client-urls',
      client,
      ...between,
    ],
    {},
    null,
  )

  const nodes: Node[] = []
  for (const name of names) {
    const own = join(directory, name)
    await mkdir(own)
    if (user) await chown(own, user.uid, user.gid)
    nodes.push({
      name,
      port: await freePort(),
      patroniPort: await freePort(),
      directory: own,
      patroni: null,
    })
  }
  const addresses = nodes.flatMap(({ name, port, patroniPort }) => [
    [name.toUpperCase(), `127.0.0.1:${port}`],
    [`${name.toUpperCase()}_PATRONI`, String(patroniPort)],
  ])
  const at = { PRIMARY_AT: `127.0.0.1:${primaryPort}`, REPLICA_AT: `127.0.0.1:${replicaPort}` }
  run(
    'haproxy',
    ['-db', '-f', join(recipe, 'haproxy.cfg')],
    { ...at, ...(Object.fromEntries(addresses) as Record<string, string>) },
    null,
  )

  function start(node: Node): void {
    const env = {
      HOME: node.directory,
      PATRONI_NAME: node.name,
      PATRONI_ETCD3_HOSTS: `127.0.0.1:${etcdPort}`,
      PATRONI_RESTAPI_LISTEN: `127.0.0.1:${node.patroniPort}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${node.patroniPort}`,
      PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${node.port}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${node.port}`,
      PATRONI_POSTGRESQL_DATA_DIR: join(node.directory, 'data'),
      PATRONI_POSTGRESQL_BIN_DIR: POSTGRES_PROGRAMS,
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: PASSWORD,
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: PASSWORD,
    }
    node.patroni = run('patroni', [join(recipe, 'patroni.yml')], env, user)
  }

  async function members(): Promise<Member[]> {
    for (const { patroniPort } of nodes) {
      try {
        const answer = await fetch(`http://127.0.0.1:${patroniPort}/cluster`, {
          signal: AbortSignal.timeout(2000),
        })
        return ((await answer.json()) as { members: Member[] }).members
      } catch {
        // It is the one that was killed, or has not started yet.
      }
    }
    return []
  }

  async function settled(count: number): Promise<void> {
    let found: Member[] = []
    for (let attempt = 0; attempt < 240; attempt += 1) {
      found = await members()
      const running = found.filter(({ state }) => state === 'running' || state === 'streaming')
      const roles = running.map(({ role }) => role)
      if (
        running.length === count &&
        roles.includes('leader') &&
        roles.includes('sync_standby') &&
        (await takesWrites(primaryPort))
      )
        return
      await pause(500)
    }
    throw new Error(`the cluster did not settle: ${JSON.stringify(found)}\n${said.join('')}`)
  }

  async function kill(node: Node): Promise<void> {
    node.patroni?.kill('SIGKILL')
    const postmaster = await readFile(join(node.directory, 'data', 'postmaster.pid'), 'utf8').then(
      (text) => Number(text.split('\n')[0]),
    )
    const { stdout } = spawnSync('pgrep', ['-P', String(postmaster)], { encoding: 'utf8' })
    for (const pid of [postmaster, ...stdout.split('\n').filter(Boolean).map(Number)]) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It has ended meanwhile.
      }
    }
  }

  async function killA(role: string): Promise<Name> {
    const member = (await members()).find((one) => one.role === role)
    const node = nodes.find(({ name }) => name === member?.name)
    if (!node) throw new Error(`there is no ${role}`)
    await kill(node)
    return node.name
  }

  for (const node of nodes) start(node)
  const cluster: Cluster = {
    url: `postgres://postgres:${PASSWORD}@127.0.0.1:${primaryPort}`,
    replicaUrl: `postgres://postgres:${PASSWORD}@127.0.0.1:${replicaPort}`,
    members,
    settled,
    killPrimary: () => killA('leader'),
    killSynchronous: () => killA('sync_standby'),
    async start(name) {
      start(nodes.find((node) => node.name === name) as Node)
    },
    async stop() {
      for (const node of nodes) await kill(node).catch(ifMissing(undefined))
      for (const child of children) {
        if (child.exitCode !== null || child.signalCode !== null) continue
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
      await rm(directory, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  try {
    await settled(names.length)
  } catch (error) {
    await cluster.stop()
    throw error
  }
  return cluster
}

async function takesWrites(port: number): Promise<boolean> {
  const client = new pg.Client({
    connectionString: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`,
    connectionTimeoutMillis: 2000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ isStandby: boolean }>(
      'select pg_is_in_recovery() as "isStandby"',
    )
    return rows[0]?.isStandby === false
  } catch {
    return false
  } finally {
    await client.end()
  }
}

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { AwsClient } from 'aws4fetch'
import { isExecutable } from './browser.ts'
import { freePort } from './postgres.ts'

const execute = promisify(execFile)

const storages = ['account', 'container', 'object'] as const
/** Debian’s, which finds the packages’ modules; another may come first in the path. */
const PYTHON = '/usr/bin/python3'
const PROGRAMS = [
  'memcached',
  'swift-proxy-server',
  ...storages.map((kind) => `swift-${kind}-server`),
]
/** So few at once, that a test of pages needs few files; the server’s own default is a thousand. */
const LISTED_AT_ONCE = 50
const REGION = 'eu-west-3'
/** With a colon, as the keys of this server have: in an address it is encoded. */
const KEY = 'photos:product'
const SECRET = 'se/cret+key'

export type S3Server = {
  port: number
  /** Makes an empty bucket; the address is a value for S3_URL. */
  bucket(name: string): Promise<string>
  /** From now on, a file of more bytes than this is refused for lack of room. */
  allowBytes(bucket: string, bytes: number): Promise<void>
  stop(): Promise<void>
}

/** What is missing for it on this machine, as Debian’s packages; null where it runs. */
export function missingForS3(): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const missing = PROGRAMS.filter(
    (program) => !folders.some((folder) => isExecutable(join(folder, program))),
  )
  return missing.length === 0
    ? null
    : missing.map((program) => program.replace(/^(swift-\w+)-server$/, '$1')).join(', ')
}

/**
 * OpenStack Swift with its S3 API from Debian’s packages, as processes of our own on ports and
 * folders of their own: it checks signatures, clocks and quotas as a bucket in production does. The
 * rings are of one device; memcached, which the proxy cannot do without, holds its tokens.
 */
export async function startS3(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 's3-'))
  await mkdir(join(directory, 'devices', 'd1'), { recursive: true })
  const ports = {
    memcached: await freePort(),
    proxy: await freePort(),
    account: await freePort(),
    container: await freePort(),
    object: await freePort(),
  }
  await makeRings(directory, ports)
  const started: ChildProcess[] = []
  const said: string[] = []
  const start = (program: string, ...words: string[]) => {
    const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => said.push(String(chunk)))
    started.push(child)
  }
  async function stop(): Promise<void> {
    await Promise.all(started.map(ended))
    await rm(directory, { recursive: true, force: true })
  }
  const user = userInfo().username
  start(
    'memcached',
    '-l',
    '127.0.0.1',
    '-p',
    String(ports.memcached),
    '-U',
    '0',
    '-m',
    '8',
    '-u',
    user,
  )
  for (const [name, text] of Object.entries(configurations(directory, user, ports))) {
    const file = join(directory, `${name}.conf`)
    await writeFile(file, text)
    start(`swift-${name}-server`, file, '-v')
  }
  try {
    await Promise.all(
      Object.values(ports).map((port) =>
        listening(port, () => started.some(({ exitCode }) => exitCode !== null)),
      ),
    )
  } catch {
    await stop()
    throw new Error(`Swift does not listen:\n${said.join('')}`)
  }

  const origin = `http://127.0.0.1:${ports.proxy}`
  return {
    port: ports.proxy,
    async bucket(name) {
      const client = new AwsClient({
        accessKeyId: KEY,
        secretAccessKey: SECRET,
        region: REGION,
        service: 's3',
        retries: 2,
      })
      const response = await client.fetch(`${origin}/${name}`, { method: 'PUT' })
      if (!response.ok) throw new Error(`no bucket: ${response.status} ${await response.text()}`)
      return `http://${encodeURIComponent(KEY)}:${encodeURIComponent(SECRET)}@127.0.0.1:${ports.proxy}/${name}?region=${REGION}`
    },
    async allowBytes(bucket, bytes) {
      const signedIn = await fetch(`${origin}/auth/v1.0`, {
        headers: { 'X-Auth-User': KEY, 'X-Auth-Key': SECRET },
      })
      if (!signedIn.ok)
        throw new Error(`not signed in: ${signedIn.status} ${await signedIn.text()}`)
      const [storage, token] = ['x-storage-url', 'x-auth-token'].map(
        (name) => signedIn.headers.get(name) ?? '',
      )
      const headers = { 'X-Auth-Token': token ?? '', 'X-Container-Meta-Quota-Bytes': String(bytes) }
      const response = await fetch(`${storage}/${bucket}`, { method: 'POST', headers })
      if (!response.ok) throw new Error(`no quota: ${response.status} ${await response.text()}`)
    },
    stop,
  }
}

/**
 * On a busy machine its own limits, half a second for a connection and one for an entry in a list,
 * make faults of nothing.
 */
const PATIENT = 'conn_timeout = 20\nnode_timeout = 60\ncontainer_update_timeout = 60\n'

type Ports = Record<'memcached' | 'proxy' | (typeof storages)[number], number>

/** In one Python process: its command line would be nine. */
async function makeRings(directory: string, ports: Ports): Promise<void> {
  const rings = storages.map((kind) => [kind, ports[kind]])
  const program = `
import json, sys
from swift.common.ring import RingBuilder
for name, port in json.loads(sys.argv[1]):
    builder = RingBuilder(1, 1, 0)
    builder.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': port, 'device': 'd1', 'weight': 1})
    builder.rebalance()
    builder.get_ring().save(sys.argv[2] + '/' + name + '.ring.gz')
`
  await execute(PYTHON, ['-c', program, JSON.stringify(rings), directory])
}

function configurations(directory: string, user: string, ports: Ports): Record<string, string> {
  const common = (port: number) =>
    `[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = ${port}\nworkers = 0\nuser = ${user}\nswift_dir = ${directory}\ndevices = ${directory}/devices\nmount_check = false\nfallocate_reserve = 0\n${PATIENT}`
  const storage = (kind: (typeof storages)[number]) => [
    kind,
    `${common(ports[kind])}[pipeline:main]\npipeline = ${kind}-server\n[app:${kind}-server]\nuse = egg:swift#${kind}\nrecon_cache_path = ${directory}\n${PATIENT}`,
  ]
  const filters = {
    catch_errors: '',
    gatekeeper: '',
    cache: `use = egg:swift#memcache\nmemcache_servers = 127.0.0.1:${ports.memcached}`,
    listing_formats: '',
    s3api: `location = ${REGION}\nmax_bucket_listing = ${LISTED_AT_ONCE}`,
    tempauth: `user_${KEY.replace(':', '_')} = ${SECRET} .admin`,
    container_quotas: '',
  }
  const proxy = [
    common(ports.proxy),
    `[pipeline:main]\npipeline = ${Object.keys(filters).join(' ')} proxy-server`,
    `[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true\n${PATIENT}error_suppression_limit = 1000000\nrecoverable_node_timeout = 60`,
    ...Object.entries(filters).map(
      ([name, lines]) =>
        `[filter:${name}]\n${lines.includes('use = ') ? '' : `use = egg:swift#${name}\n`}${lines}`,
    ),
  ]
  return { ...Object.fromEntries(storages.map(storage)), proxy: proxy.join('\n') }
}

async function listening(port: number, hasEnded: () => boolean): Promise<void> {
  while (!hasEnded()) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await new Promise<boolean>((resolve) =>
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false)),
    )
    socket.destroy()
    if (isOpen) return
    await pause(50)
  }
  throw new Error(`nothing listens on ${port}`)
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await exit
}

import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect as connectTcp } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { proxyConfiguration } from '../../src/cli/proxy/configuration.ts'
import { brands } from '../../src/sites/registry.ts'
import { freePort } from './postgres.ts'

const execute = promisify(execFile)

type ProxyKind = 'nginx' | 'haproxy' | 'caddy'
export type RunningProxy = { kind: ProxyKind; http: number; https: number; stop(): Promise<void> }

const programs = {
  nginx: ['-v'],
  haproxy: ['-v'],
  caddy: ['version'],
  openssl: ['version'],
} as const

export function isInstalled(program: keyof typeof programs): boolean {
  return spawnSync(program, programs[program], { stdio: 'ignore' }).error === undefined
}

/** Self-signed certificates for all brands, laid out as each proxy wants them. */
export async function makeCertificates(
  directory: string,
): Promise<{ nginx: string; haproxy: string }> {
  const [key, certificate] = [join(directory, 'key.pem'), join(directory, 'certificate.pem')]
  const asked = [
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=product',
    '-addext',
    `subjectAltName=${brands.map(({ domain }) => `DNS:*.${domain}`).join(',')}`,
  ]
  await execute('openssl', [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    ...asked,
    '-keyout',
    key,
    '-out',
    certificate,
  ])
  const both = (await readFile(certificate, 'utf8')) + (await readFile(key, 'utf8'))
  const [apart, together] = [join(directory, 'apart'), join(directory, 'together')]
  await mkdir(together)
  for (const { domain } of brands) {
    await mkdir(join(apart, domain), { recursive: true })
    await copyFile(certificate, join(apart, domain, 'fullchain.pem'))
    await copyFile(key, join(apart, domain, 'privkey.pem'))
    await writeFile(join(together, `${domain}.pem`), both)
  }
  return { nginx: apart, haproxy: together }
}

/** Whatever is around the file for nginx, in Debian's /etc/nginx/nginx.conf with its own. */
export function nginxAround(directory: string, file: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${directory}/${kind};`,
  )
  // Started by root, its worker would be somebody who may not write to our directory.
  const user = process.getuid?.() === 0 ? 'user root; ' : ''
  return `${user}daemon off; worker_processes 1; pid ${directory}/nginx.pid; error_log stderr;\nevents {}\nhttp { ${temporary.join(' ')}\ninclude ${file}; }\n`
}

/** A real proxy with the configuration that the product prints, in front of `processes`; null where it is not installed. */
export async function startProxy(
  kind: 'nginx' | 'haproxy',
  processes: readonly string[],
): Promise<RunningProxy | null> {
  if (!isInstalled(kind) || !isInstalled('openssl')) {
    process.stdout.write(`${kind} or openssl is not installed: nothing was tried behind it\n`)
    return null
  }
  const directory = await mkdtemp(join(tmpdir(), `${kind}-`))
  const certificates = await makeCertificates(directory)
  const [http, https] = [await freePort(), await freePort()]
  const places = [
    '--bind',
    '127.0.0.1',
    '--http',
    String(http),
    '--https',
    String(https),
    '--certificates',
    certificates[kind],
  ]
  const file = join(directory, 'product.conf')
  await writeFile(
    file,
    proxyConfiguration(
      [kind, ...places, ...processes.flatMap((process) => ['--process', process])],
      {},
    ),
  )
  await writeFile(join(directory, 'nginx.conf'), nginxAround(directory, file))
  const child =
    kind === 'nginx'
      ? spawn('nginx', ['-c', join(directory, 'nginx.conf')], { stdio: 'pipe' })
      : spawn('haproxy', ['-db', '-f', file], { stdio: 'pipe' })
  await listening(child, https, kind)
  return {
    kind,
    http,
    https,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      await rm(dirname(file), { recursive: true, force: true })
    },
  }
}

async function listening(child: ChildProcess, port: number, kind: string): Promise<void> {
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => said.push(String(chunk)))
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (child.exitCode !== null)
      throw new Error(`${kind} ended with ${child.exitCode}:\n${said.join('')}`)
    const socket = connectTcp(port, '127.0.0.1')
    const isOpen = await new Promise<boolean>((resolve) =>
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false)),
    )
    socket.destroy()
    if (isOpen) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${kind} does not listen:\n${said.join('')}`)
}

import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect as connectTcp } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { examples, proxyConfig, type ProxyKind } from '#cli/site-new/proxy-config.ts'
import { brands } from '#sites/registry.ts'
import { freePort } from './postgres.ts'

const execute = promisify(execFile)

export type RunningProxy = { kind: ProxyKind; http: number; https: number; stop(): Promise<void> }

const programs = {
  nginx: ['-v'],
  haproxy: ['-v'],
  caddy: ['version'],
  openssl: ['version'],
  psql: ['--version'],
  bash: ['--version'],
} as const

export function isInstalled(program: keyof typeof programs): boolean {
  return spawnSync(program, programs[program], { stdio: 'ignore' }).error === undefined
}

/** A self-signed certificate for these names, and its key, as files. */
export async function makeCertificate(
  key: string,
  certificate: string,
  names: readonly string[],
): Promise<void> {
  await execute('openssl', [
    ...['req', '-x509', '-nodes', '-days', '30', '-subj', '/CN=product'],
    ...['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
    ...['-addext', `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}`],
    ...['-keyout', key, '-out', certificate],
  ])
}

/** Self-signed certificates for all brands, laid out as each proxy wants them. */
export async function makeCertificates(
  directory: string,
): Promise<{ nginx: string; haproxy: string }> {
  const [key, certificate] = [join(directory, 'key.pem'), join(directory, 'certificate.pem')]
  await makeCertificate(
    key,
    certificate,
    brands.map(({ domain }) => `*.${domain}`),
  )
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

type Place = { bind: string; http: number; https: number; certificates: string; temporary: string }

/** The example of src/process/serving as an operator has it, with each brand and each process. */
export async function filledIn(
  kind: ProxyKind,
  ports: readonly number[],
  { bind, http, https, certificates, temporary }: Place,
): Promise<string> {
  const example = await readFile(`src/process/serving/${examples[kind]}`, 'utf8')
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `  ${name}_temp_path ${temporary}/${name};\n`,
  )
  return (
    proxyConfig(kind, example, { domains: brands.map(({ domain }) => domain), ports })
      .replaceAll(
        /(?<=listen |bind )(?::?80|:?443)\b/g,
        (port) => `${bind}:${port.endsWith('80') ? http : https}`,
      )
      .replaceAll(/(?<=\$host|host_only\])(?=\$request_uri|%\[capture)/g, `:${https}`)
      .replaceAll(/\/etc\/(?:letsencrypt\/live|haproxy\/certificates)/g, certificates)
      // Started by root, a worker would be somebody who may not write to our folder.
      .replace('user www-data;', process.getuid?.() === 0 ? 'user root;' : '')
      .replace('/run/nginx.pid', `${temporary}/nginx.pid`)
      .replace(/^http \{\n/m, `http {\n${folders.join('')}`)
  )
}

/**
 * A real proxy with the example's configuration, in front of the processes at these ports; null
 * where it is not installed.
 */
export async function startProxy(
  kind: 'nginx' | 'haproxy',
  ports: readonly number[],
): Promise<RunningProxy | null> {
  if (!isInstalled(kind) || !isInstalled('openssl')) {
    process.stdout.write(`${kind} or openssl is not installed: nothing was tried behind it\n`)
    return null
  }
  const directory = await mkdtemp(join(tmpdir(), `${kind}-`))
  const certificates = await makeCertificates(directory)
  const [http, https] = [await freePort(), await freePort()]
  const file = join(directory, examples[kind])
  const place = { bind: '127.0.0.1', http, https, temporary: directory }
  await writeFile(file, await filledIn(kind, ports, { ...place, certificates: certificates[kind] }))
  const child =
    kind === 'nginx'
      ? spawn('nginx', ['-c', file, '-g', 'daemon off;'], { stdio: 'pipe' })
      : spawn('haproxy', ['-db', '-f', file], { stdio: 'pipe' })
  await listening(child, https, kind)
  return {
    kind,
    http,
    https,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      await rm(directory, { recursive: true, force: true })
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

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFile,
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { copyProduct } from './copy-of-product.ts'
import { freePort, type PostgresServer, startPostgres } from './postgres.ts'
import { isAnswering } from './processes.ts'

/**
 * A machine in a folder, on which the lines of src/cli/going-live.md are run as they stand: paths
 * and ports lead into the folder, and what belongs to Debian (packages, users, systemd) is done
 * here. PostgreSQL, psql, npm, the build and the service are real.
 */

/** Debian’s part. Groups and owners are those of whoever runs the tests. */
const DEBIAN = `
apt-get() { :; }
useradd() { :; }
git() { [ "$1" = clone ] && mkdir -p "$3" && cp -r "$SOURCE/." "$3"; }
install() {
  local words=()
  while [ $# -gt 0 ]; do case "$1" in -g | -o) shift ;; *) words+=("$1") ;; esac; shift; done
  command install "\${words[@]}"
}
runuser() {
  local user=$2
  shift 3
  if [ "$user" = postgres ]; then env PGHOST=127.0.0.1 PGUSER=postgres PGPASSWORD=postgres PGPORT="$TEST_PGPORT" "$@"; else "$@"; fi
}
systemctl() { printf '%s\\n' "$*" >> "$CALLS"; }
`

export type Section = { name: string; blocks: string[] }

/** The fenced lines of a page by heading; what stands before the first is of ''. */
export function sectionsOf(page: string): Section[] {
  return page.split(/^## /m).map((part, index) => ({
    name: index === 0 ? '' : (part.split('\n')[0] ?? ''),
    blocks: Array.from(part.matchAll(/^```sh\n([\s\S]*?)^```$/gm), ([, block = '']) => block),
  }))
}

export type Machine = {
  port: number
  folder: string
  /** Runs lines of the page in the shell of those before; rejects if one of them fails. */
  run(lines: string): Promise<string>
  /** What it says and how it ends. */
  tried(lines: string): Promise<{ code: number; said: string }>
  stop(): Promise<void>
}

export async function openMachine(): Promise<Machine> {
  const folder = await mkdtemp(join(tmpdir(), 'going-live-'))
  await chmod(folder, 0o755)
  const [source, programs, calls, state] = ['source', 'programs', 'calls', 'state'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string]
  await mkdir(source)
  await copyProduct(source)
  for (const path of ['etc/systemd/system', 'etc/caddy', 'etc/prometheus', 'var/lib', 'opt'])
    await mkdir(join(folder, path), { recursive: true })
  await mkdir(programs)
  await writeFile(join(programs, 'pgbackrest'), '#!/bin/sh\nexit 0\n', { mode: 0o755 })
  const postgres = await startPostgres()
  const postgresPort = new URL(postgres.url).port
  const port = await freePort()

  /** Of lines and of files that they have put: each path and port once. */
  const here = (text: string): string =>
    text.includes(folder)
      ? text
      : text
          .replaceAll(/\/(?:etc|opt|var\/lib)\/(?=[\w.-])/g, (path) => `${folder}${path}`)
          .replaceAll('127.0.0.1:5432', `127.0.0.1:${postgresPort}`)
          .replaceAll('4321', String(port))
          .replaceAll('4324', String(port + 3))
          .replaceAll("'pgbackrest ", `'${programs}/pgbackrest `)
  const env = {
    PATH: `${programs}:${process.env['PATH']}`,
    HOME: folder,
    SOURCE: source,
    CALLS: calls,
    TEST_PGPORT: postgresPort,
    ASTRO_TELEMETRY_DISABLED: '1',
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
    // What its service sends is looked at, and not how small it is.
    BROTLI_QUALITY: '1',
  }
  await writeFile(state, '')
  const confD = await confDOf(postgres)
  const service = serviceOf(folder, port)

  async function shell(lines: string): Promise<{ code: number; said: string }> {
    const script = `${DEBIAN}\n. ${state}\nset -euo pipefail\n${lines}\n{ declare -p | grep -v '^declare -[aAi]*r'; printf 'cd %q\\n' "$PWD"; } > ${state}\n`
    const child = spawn('bash', ['-c', script], { env, cwd: folder })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => (said += String(part)))
    const [code] = (await once(child, 'close')) as [number]
    return { code, said }
  }

  /** What systemd would have done meanwhile. */
  async function act(call: string): Promise<void> {
    const [what = '', ...words] = call.split(' ').filter((word) => !word.startsWith('--'))
    const unit = words.join(' ')
    if (unit === 'postgresql') await postgres.restart()
    else if (unit === `sites@${port}`) await service.restart()
    else if (unit === 'sites-backup') {
      const { lines, environment } = await unitIn(folder, 'sites-backup.service', port)
      const exports = environment.map((one) => `export ${one}\n`).join('')
      const { code, said } = await shell(`(cd ${folder}/opt/sites\n${exports}${lines.join('\n')})`)
      if (code !== 0) throw new Error(`sites-backup: ${said}`)
    } else if (unit === 'prometheus') {
      const config = await readFile(join(folder, 'etc/prometheus/prometheus.yml'), 'utf8')
      const [, target] = /targets: \['(127\.0\.0\.1:(?!9093)\d+)'\]/.exec(config) ?? []
      await (await fetch(`http://${target}/metrics`)).text()
    } else if (unit !== 'caddy' && what !== 'enable') throw new Error(`systemctl ${call}`)
  }

  return {
    port,
    folder,
    tried: (lines) => shell(here(lines)),
    async run(lines) {
      await writeFile(calls, '')
      const { code, said } = await shell(here(lines))
      if (code !== 0) throw new Error(`${lines}\nended with ${code}:\n${said}`)
      for (const file of [
        ...(await filesBelow(join(folder, 'etc'))),
        ...(await filesBelow(confD)),
      ]) {
        const text = await readFile(file, 'utf8')
        if (here(text) !== text) await writeFile(file, here(text))
      }
      for (const call of (await readFile(calls, 'utf8')).split('\n').filter(Boolean))
        await act(call)
      return said
    },
    async stop() {
      await service.stop()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Debian’s clusters read this folder beside their configuration. */
async function confDOf({ url }: PostgresServer): Promise<string> {
  const client = new pg.Client({ connectionString: `${url}/postgres` })
  await client.connect()
  const { rows } = await client.query<{ config_file: string }>('show config_file')
  await client.end()
  const file = rows[0]?.config_file ?? ''
  await appendFile(file, "\ninclude_dir = 'conf.d'\n")
  const folder = join(dirname(file), 'conf.d')
  await mkdir(folder)
  await chmod(folder, 0o755)
  return folder
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
}

/** What a unit of systemd starts, in its environment. */
async function unitIn(folder: string, name: string, port: number) {
  const text = (await readFile(join(folder, 'etc/systemd/system', name), 'utf8'))
    .replaceAll('%i', String(port))
    .replaceAll('%S', `${folder}/var/lib`)
    .replaceAll('%C', `${folder}/var/cache`)
    .replaceAll('%%', '%')
  const all = (key: string) =>
    Array.from(text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm')), ([, value = '']) => value)
  return { lines: all('ExecStart'), environment: all('Environment'), files: all('EnvironmentFile') }
}

/** The product as its unit starts it. */
function serviceOf(folder: string, port: number) {
  let child: ChildProcess | null = null
  async function stop(): Promise<void> {
    if (child === null || child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return {
    stop,
    async restart() {
      await stop()
      const { lines, environment, files } = await unitIn(folder, 'sites@.service', port)
      const given = await Promise.all(files.map((file) => readFile(file, 'utf8')))
      const named = [...environment, ...given.flatMap((text) => text.split('\n'))]
        .filter((line) => /^\w+=/.test(line))
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])
      const [program = '', ...words] = (lines[0] ?? '').split(' ')
      const said: string[] = []
      const started = spawn(program, words, {
        cwd: join(folder, 'opt/sites'),
        // No proxy has to hear that it stops.
        env: { PATH: process.env['PATH'], ...Object.fromEntries(named), DRAIN_NOTICE: '0' },
      })
      child = started
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (part: Buffer) => said.push(String(part)))
      while (!(await isAnswering(port, '/readyz'))) {
        if (started.exitCode !== null)
          throw new Error(`the service ended with ${started.exitCode}:\n${said.join('')}`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
  }
}

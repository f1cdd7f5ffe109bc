// Runs on the machine's own Node before packages are installed: imports of packages are not
// possible here.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export const pinnedNode = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)

function environment(more = {}) {
  return {
    ...process.env,
    ASTRO_TELEMETRY_DISABLED: '1',
    PATH: `${dirname(pinnedNode)}:${join(root, 'node_modules', '.bin')}:${process.env.PATH ?? ''}`,
    ...more,
  }
}

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

/** Ends what was started when this process is told to end: it would go on alone. */
export function endWithAll() {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.once(signal, () => {
      for (const child of running) child.kill('SIGTERM')
      const wait = setInterval(
        () => running.size > 0 || process.exit(signal === 'SIGINT' ? 130 : 143),
        50,
      )
      setTimeout(() => {
        clearInterval(wait)
        for (const child of running) child.kill('SIGKILL')
        process.exit(143)
      }, 10_000)
    })
  }
}

/**
 * Runs a command in the project's folder with our stdout and stderr; resolves to its exit code.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string>, quiet?: boolean, into?: (chunk: Buffer) => void }} [options] `quiet` discards
 * the output, `into` is given it.
 * @returns {Promise<number>}
 */
export function run(command, args, { env, quiet = false, into } = {}) {
  return new Promise((resolve) => {
    const output = quiet ? 'ignore' : into === undefined ? 'inherit' : 'pipe'
    const child = spawn(command, args, {
      cwd: root,
      env: environment(env),
      stdio: [quiet || into ? 'ignore' : 'inherit', output, output],
    })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => into?.(chunk))
    running.add(child)
    child.once('close', () => running.delete(child))
    child.once('error', () => resolve(127))
    child.once('close', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)))
  })
}

/**
 * Replaces this process by a command as far as Node can: forwards signals, exits with its exit
 * code, and terminates it when npm, the starting process, has ended.
 * @param {readonly string[]} args arguments of the pinned Node
 * @param {Record<string, string>} [env]
 * @returns {Promise<never>}
 */
export async function replaceProcess(args, env) {
  const child = spawn(pinnedNode, args, { cwd: root, env: environment(env), stdio: 'inherit' })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal))
  const isStarterThere = watchParent()
  if (isStarterThere) setInterval(() => isStarterThere() || child.kill('SIGTERM'), 500).unref()
  const code = await new Promise((resolve) =>
    child.once('exit', (status, signal) => resolve(status ?? (signal === 'SIGINT' ? 130 : 143))),
  )
  process.exit(code)
}

/**
 * Returns a function that tells whether npm still runs; null if npm did not start this process. npm
 * starts a shell between, which survives a `kill -9` of npm, so on Linux /proc is read for npm
 * itself; elsewhere only the parent is checked.
 * @returns {(() => boolean) | null}
 */
function watchParent() {
  if (process.env.npm_lifecycle_event === undefined) return null
  const parent = process.ppid
  const npm = [parent, parentOf(parent)].find(
    (pid) => pid !== null && /^(npm|node\S*\0\S*npm)/.test(fileOf(pid, 'cmdline')),
  )
  return () => process.ppid === parent && (npm === undefined || fileOf(npm, 'cmdline') !== '')
}

/** @returns {number | null} */
function parentOf(pid) {
  const status = /^PPid:\s*(\d+)/m.exec(fileOf(pid, 'status'))
  return status && Number(status[1])
}

/** A file of /proc for a process; '' if the process has ended, or on systems other than Linux. */
function fileOf(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ESRCH') return ''
    throw error
  }
}

/**
 * Exits with code 1 and one line for the operator.
 * @param {string} line
 * @returns {never}
 */
export function exitWithError(line) {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

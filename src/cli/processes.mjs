// Runs before anything is installed, on the machine's own Node: nothing here may need a package.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** The Node that the project installs for itself; the machine's may be older and cannot run TypeScript. */
export const pinnedNode = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** The environment in which `node`, wherever it is called by name, is the pinned one. */
function environment(more = {}) {
  return { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', PATH: `${dirname(pinnedNode)}:${join(root, 'node_modules', '.bin')}:${process.env.PATH ?? ''}`, ...more }
}

/**
 * Runs a command to its end in the project's folder, its output going where ours goes; resolves to its exit code.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string>, quiet?: boolean, into?: Buffer[] }} [options] `quiet` drops the output,
 * `into` collects it.
 * @returns {Promise<number>}
 */
export function run(command, args, { env, quiet = false, into } = {}) {
  return new Promise((resolve) => {
    const output = quiet ? 'ignore' : into === undefined ? 'inherit' : 'pipe'
    const child = spawn(command, args, { cwd: root, env: environment(env), stdio: [quiet || into ? 'ignore' : 'inherit', output, output] })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => into?.push(chunk))
    child.once('error', () => resolve(127))
    child.once('close', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)))
  })
}

/**
 * Becomes a command, as far as Node can: passes signals on, ends as it ends, and ends it when npm, which
 * started us, is no longer there to do so.
 * @param {readonly string[]} args what the pinned Node is to run
 * @param {Record<string, string>} [env]
 * @returns {Promise<never>}
 */
export async function become(args, env) {
  const child = spawn(pinnedNode, args, { cwd: root, env: environment(env), stdio: 'inherit' })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => child.kill(signal))
  const isStarterThere = watchStarter()
  if (isStarterThere) setInterval(() => isStarterThere() || child.kill('SIGTERM'), 500).unref()
  const code = await new Promise((resolve) => child.once('exit', (status, signal) => resolve(status ?? (signal === 'SIGINT' ? 130 : 143))))
  process.exit(code)
}

/**
 * Where npm started us: a function that says whether it is still there. npm puts a shell between itself and
 * us, which a `kill -9` of npm leaves behind, so Linux is asked for npm itself; elsewhere the parent has to do.
 * @returns {(() => boolean) | null}
 */
function watchStarter() {
  if (process.env.npm_lifecycle_event === undefined) return null
  const parent = process.ppid
  const npm = [parent, parentOf(parent)].find((pid) => pid !== null && /^(npm|node\S*\0\S*npm)/.test(fileOf(pid, 'cmdline')))
  return () => process.ppid === parent && (npm === undefined || fileOf(npm, 'cmdline') !== '')
}

/** @returns {number | null} */
function parentOf(pid) {
  const status = /^PPid:\s*(\d+)/m.exec(fileOf(pid, 'status'))
  return status && Number(status[1])
}

/** What Linux says of a process; empty for one that has ended, and on other systems. */
function fileOf(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ESRCH') return ''
    throw error
  }
}

/**
 * Ends the process with one line for whoever started it.
 * @param {string} line
 * @returns {never}
 */
export function giveUp(line) {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

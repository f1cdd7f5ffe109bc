import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ifMissing } from '../support/missing.ts'
import { removeStoppedServers } from '../support/postgres.ts'
import { type Mutant, mutants } from './mutants.ts'

/**
 * `npm run mutants` makes each breakage in turn, in a copy of the project, and says which test
 * notices it; with words, those whose name, rule or file has one of them. Exit code 1 where a
 * breakage is not noticed.
 */

const root = join(import.meta.dirname, '..', '..')
const copied = [
  'src',
  'tests',
  'public',
  'astro.config.mjs',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
]
/** Milliseconds in which what Vitest has started, its database above all, may end by itself. */
const PATIENCE = 15_000

const stop = new AbortController()
/** It may be at any time. */
const isStopped = (): boolean => stop.signal.aborted
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => stop.abort())

const words = process.argv.slice(2).map((word) => word.toLowerCase())
const wanted = mutants.filter(
  ({ name, rule, file }) =>
    words.length === 0 ||
    words.some((word) => `${name} ${rule} ${file}`.toLowerCase().includes(word)),
)
if (wanted.length === 0) {
  process.stderr.write(
    `There is no ${words.join(' or ')}. There is: ${mutants.map(({ name }) => name).join(', ')}\n`,
  )
  process.exit(1)
}

const folder = await mkdtemp(join(tmpdir(), 'mutants-'))
try {
  process.exitCode = await tryAll()
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
process.exit()

async function tryAll(): Promise<number> {
  for (const name of copied) await cp(join(root, name), join(folder, name), { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  await mkdir(join(folder, 'tmp'))
  // As root, PostgreSQL runs as another user, who needs to enter these.
  for (const path of [folder, join(folder, 'tmp')]) await chmod(path, 0o711)
  // A test that fails already says nothing of a breakage.
  const before = await test([...new Set(wanted.flatMap(({ tests }) => tests))], {
    stopsAtFirst: false,
  })
  if (isStopped()) return 130
  if (before.failed.length > 0 || !before.isRun) {
    process.stderr.write(
      `${before.said}\nWithout a breakage these fail, or were not run:\n${before.failed.join('\n')}\n`,
    )
    return 1
  }
  const missed: string[] = []
  for (const mutant of wanted) {
    const { failed, isRun } = await broken(mutant)
    if (isStopped()) return 130
    const [by] = failed
    if (by === undefined) missed.push(mutant.name)
    process.stdout.write(
      `${mutant.name.padEnd(48)} ${by === undefined ? (isRun ? 'NOT NOTICED' : 'NOT RUN') : `noticed by “${by}”`}\n`,
    )
  }
  process.stdout.write(
    `\n${wanted.length - missed.length} of ${wanted.length} breakages are noticed.\n`,
  )
  if (missed.length > 0) process.stderr.write(`Not noticed: ${missed.join(', ')}\n`)
  return missed.length > 0 ? 1 : 0
}

async function broken({ file, text, instead, tests }: Mutant): Promise<Run> {
  const path = join(folder, file)
  const whole = await readFile(path, 'utf8')
  if (whole.split(text).length !== 2) return { failed: [], isRun: false, said: '' }
  await writeFile(
    path,
    whole.replace(text, () => instead),
  )
  try {
    return await test(tests, { stopsAtFirst: true })
  } finally {
    await writeFile(path, whole)
  }
}

type Run = {
  /** Names of tests. */
  failed: string[]
  /** Whether tests were judged: not where a file cannot be loaded. */
  isRun: boolean
  /** By Vitest. */
  said: string
}
type Report = {
  testResults: Array<{
    status: string
    assertionResults: Array<{ fullName: string; status: string }>
  }>
}

/** What tests leave behind where they are stopped stays in the folder, which is removed. */
async function test(
  files: readonly string[],
  { stopsAtFirst }: { stopsAtFirst: boolean },
): Promise<Run> {
  const output = join(folder, 'tmp', 'report.json')
  await rm(output, { force: true })
  const args = [
    '--reporter=json',
    `--outputFile=${output}`,
    '--project=!pglite',
    '--cache=false',
    `--fsModuleCachePath=${join(folder, 'cache')}`,
  ]
  if (stopsAtFirst) args.push('--bail=1')
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', ...files, ...args], {
    cwd: folder,
    env: { ...process.env, TMPDIR: join(folder, 'tmp') },
    // A group of its own, which is stopped as one.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void (said += chunk.toString()))
  const { pid } = child
  const ended = once(child, 'exit')
  const end = () => signalGroup(pid, 'SIGINT')
  stop.signal.addEventListener('abort', end)
  if (isStopped()) end()
  await ended
  stop.signal.removeEventListener('abort', end)
  if (isStopped()) await endOfGroup(pid)
  const { testResults } = JSON.parse(
    await readFile(output, 'utf8').catch(ifMissing('{"testResults":[]}')),
  ) as Report
  const judged = testResults.flatMap(({ assertionResults }) => assertionResults)
  return {
    failed: judged.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
    said,
    isRun:
      testResults.length > 0 &&
      judged.length > 0 &&
      (stopsAtFirst || testResults.every(({ status }) => status === 'passed')),
  }
}

/** A database ends a moment after whoever has started it. */
async function endOfGroup(pid: number | undefined): Promise<void> {
  const last = Date.now() + PATIENCE
  while (Date.now() < last && signalGroup(pid, 0)) await wait(100)
  signalGroup(pid, 'SIGKILL')
  await removeStoppedServers()
}

/** Whether there is anybody left. */
function signalGroup(pid: number | undefined, signal: NodeJS.Signals | 0): boolean {
  if (pid === undefined) return false
  try {
    return process.kill(-pid, signal)
  } catch {
    return false
  }
}

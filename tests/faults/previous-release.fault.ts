import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { copyFile, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { SCHEMA_SERVER } from '../support/on-postgres.ts'
import { isAlive } from '../support/postgres.ts'
import { startTemplate } from '../support/template.ts'
import type { Fault } from './fault.ts'

/**
 * The API tests of the release before on the schema of this one, as while processes are replaced
 * one by one. By itself the release is the newest tag before this commit, or the commit before the
 * newest migration; before the first of them there is none. `-- previous-release --release <commit>
 * [word…]` takes another, and the test files with such a word in their path.
 */
const SHORT = ['tests/features/members/likes/likes.test.ts', 'tests/features/money/credits/credits']
const MIGRATIONS = 'src/db/migrations/[0-9]*.ts'
const FULL = ['tests/api', 'tests/attacks', 'tests/features']
/**
 * Tests that say of every table and column what becomes of it: one that is added fails them, as it
 * should.
 */
const OF_ALL_TABLES = /^the table of erasures (says of every|misses a)/

const SIGNALS = ['SIGTERM', 'SIGINT'] as const

const root = join(import.meta.dirname, '..', '..')
const execute = promisify(execFile)
const git = async (...words: string[]) =>
  (await execute('git', words, { cwd: root, maxBuffer: 1 << 28 })).stdout.trim()

export const fault: Fault = async (size, words) => {
  const given = words[0] === '--release' ? words[1] : undefined
  const release = given ?? (await releaseBefore())
  if (release === null) {
    process.stdout.write(
      'nothing was released, or the history is not here: no release before was tried\n',
    )
    return []
  }
  const only = given === undefined ? words : words.slice(2)
  await removeLeft()
  const directory = await mkdtemp(join(tmpdir(), `release-${process.pid}-`))
  const folder = join(directory, 'release')
  await git('worktree', 'add', '--detach', '--force', folder, release)
  // Git forgets the folder at the next start: `timeout` ends programs that are started here as
  // well.
  const stopped = (signal: NodeJS.Signals): void => {
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
    process.off(signal, stopped)
    process.kill(process.pid, signal)
  }
  for (const signal of SIGNALS) process.on(signal, stopped)
  const postgres = await startTemplate()
  try {
    await installed(folder, release)
    // What says where the schema comes from is this release's, so that a release without the
    // setting is tried as well.
    const setup = join('tests', 'support', 'on-postgres.ts')
    await copyFile(join(root, setup), join(folder, setup))
    const report = join(directory, 'report.json')
    const filters = only.length > 0 ? only : size === 'full' ? FULL : SHORT
    await testsOf(folder, filters, { report, schemaServer: postgres.url, isTold: size === 'full' })
    const {
      numPassedTests: passed,
      numFailedTests: failed,
      testResults,
    } = JSON.parse(await readFile(report, 'utf8')) as Report
    const unloaded = testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
    )
    const failures = testResults.flatMap(({ assertionResults }) =>
      assertionResults.filter(({ status }) => status === 'failed'),
    )
    const ofTables = failures.filter(({ fullName }) => OF_ALL_TABLES.test(fullName)).length
    for (const { fullName } of failures) process.stdout.write(`failed: ${fullName}\n`)
    const migrations = await git(
      'diff',
      '--name-only',
      '--diff-filter=A',
      release,
      '--',
      MIGRATIONS,
    )
    return [
      {
        what: `API tests of ${await git('rev-parse', '--short', release)} on a schema with ${migrations === '' ? 0 : migrations.split('\n').length} more migrations: failed`,
        figure: `${failed + unloaded.length} of ${passed + failed} in ${testResults.length} files; ${ofTables} of these because tables were added`,
        aim: '0 but these',
        isReached: failed + unloaded.length === ofTables && passed > 0,
      },
    ]
  } finally {
    for (const signal of SIGNALS) process.off(signal, stopped)
    await postgres.stop()
    await git('worktree', 'remove', '--force', folder)
    await rm(directory, { recursive: true, force: true })
  }
}

/** Null where nothing was released, or the clone has no history. */
async function releaseBefore(): Promise<string | null> {
  const tag = await found('describe', '--tags', '--abbrev=0', 'HEAD^')
  if (tag !== '') return tag
  const newest = (await found('ls-files', '--', MIGRATIONS)).split('\n').at(-1) ?? ''
  if (newest === '') return null
  const added = await found('log', '-1', '--diff-filter=A', '--format=%H', '--', newest)
  return (await found('rev-parse', '--verify', `${added}^`)) || null
}

/** Empty where git says that there is none: it ends with a code. */
async function found(...words: string[]): Promise<string> {
  return git(...words).catch((error: { code?: unknown }) => {
    if (typeof error.code !== 'number') throw error
    return ''
  })
}

/** A run that was killed could not remove its folder. */
async function removeLeft(): Promise<void> {
  await git('worktree', 'prune')
  const listed = await git('worktree', 'list', '--porcelain')
  for (const [, folder = '', pid] of listed.matchAll(
    /^worktree (.*\/release-(\d+)-\w+\/release)$/gm,
  )) {
    if (isAlive(Number(pid))) continue
    await git('worktree', 'remove', '--force', folder)
    await rm(dirname(folder), { recursive: true, force: true })
  }
}

type Report = {
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; assertionResults: { status: string; fullName: string }[] }[]
}

/**
 * Our own packages where none is there in another version; one that is gone was mostly a tool, and
 * fails the tests that load it.
 */
async function installed(folder: string, release: string): Promise<void> {
  const packagesOf = (lock: string) =>
    (JSON.parse(lock) as { packages: Record<string, { version?: string }> }).packages
  const ours = packagesOf(await readFile(join(root, 'package-lock.json'), 'utf8'))
  const theirs = packagesOf(await git('show', `${release}:package-lock.json`))
  const isSame = Object.entries(theirs).every(
    ([name, { version }]) => name === '' || [undefined, version].includes(ours[name]?.version),
  )
  if (isSame) await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir')
  else await execute('npm', ['ci'], { cwd: folder })
}

type Run = { report: string; schemaServer: string; isTold: boolean }

/** Each file is a line as it ends, where that `isTold`. */
async function testsOf(
  folder: string,
  filters: readonly string[],
  { report, schemaServer, isTold }: Run,
): Promise<void> {
  const vitest = join('node_modules', 'vitest', 'vitest.mjs')
  const words = [
    vitest,
    'run',
    ...filters,
    '--project',
    'postgres',
    // What the schema breaks fails each time; what waits too long on a machine with other work does
    // not.
    '--retry=2',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...(isTold ? ['--reporter=default'] : []),
  ]
  const child = spawn(process.execPath, words, {
    cwd: folder,
    env: { ...process.env, [SCHEMA_SERVER]: schemaServer },
    stdio: ['ignore', isTold ? 'inherit' : 'ignore', 'pipe'],
  })
  const said: string[] = []
  child.stderr.on('data', (chunk: Buffer) => said.push(String(chunk)))
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0 && code !== 1) throw new Error(`the tests ended with ${code}:\n${said.join('')}`)
}

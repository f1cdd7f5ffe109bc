import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { pinnedNode, root, run } from './processes.mjs'

/** `failures` are lines: which test, and what it said first.
 * @typedef {{ name: string, passed: number, failures: string[] }} Result */

const LAST_CHARACTERS = 4000

const program = (...path) => join('node_modules', ...path)
const vitest = program('vitest', 'vitest.mjs')
/**
 * Tests start the product and its commands a hundred times: Node keeps what it compiled, which
 * halves a short command.
 */
const compiled = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node') }
/** What is collected for its turn has no terminal of its own. */
const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}

/**
 * Runs the static checks: types, lint, unused code. Each counts as one test.
 * `isBuilding`: a concurrent build already generates the types of pages.
 * @param {{ isBuilding?: boolean }} [options]
 * @returns {Promise<Result[]>}
 */
export async function checkSource({ isBuilding = false } = {}) {
  // The type check takes longer than the other checks together, on one processor.
  const types = check(
    'types',
    program('astro', 'bin', 'astro.mjs'),
    'check',
    '--minimumFailingSeverity',
    'error',
    ...(isBuilding ? ['--noSync'] : []),
  )
  const lint = await check('lint', program('oxlint', 'bin', 'oxlint'), '--deny-warnings')
  const format = await check('format', program('oxfmt', 'bin', 'oxfmt'), '--check', '.')
  const unused = await check(
    'unused',
    program('knip', 'bin', 'knip.js'),
    '--no-progress',
    '--treat-config-hints-as-errors',
  )
  return [await types, lint, format, unused]
}

/**
 * @param {string} name
 * @param {string[]} args
 * @returns {Promise<Result>}
 */
async function check(name, ...args) {
  const part = startPart(name)
  /** @type {Buffer[]} */
  const said = []
  const code = await run(pinnedNode, args, { into: (chunk) => said.push(chunk) })
  part.end(code === 0 ? 'passed\n' : Buffer.concat(said))
  const failures = code === 0 ? [] : [`${name}: see above`]
  return { name, passed: 1 - failures.length, failures }
}

/**
 * Runs Vitest; `args` are parts of test paths and options. `isWhole`: the product's statements are
 * tried on PGlite, too.
 * @param {readonly string[]} [args]
 * @param {{ isWhole?: boolean }} [options]
 * @returns {Promise<Result>}
 */
export function runVitest(args = [], { isWhole = false } = {}) {
  return reported('vitest', 'Units and API', async (report, into) => {
    const command = [vitest, 'run', ...args, '--reporter=./src/cli/vitest-report.mjs']
    const code = await run(pinnedNode, command, {
      env: {
        ...compiled,
        ...colours,
        VITEST_REPORT: report,
        ...(isWhole ? { TEST_ALL: '1' } : {}),
      },
      into,
    })
    const { passed = 0, failures = [] } = read(report)
    return { code, passed, failures: failures.map(({ test, said }) => failure(test, said)) }
  })
}

/**
 * @param {readonly string[]} [args]
 * @returns {Promise<Result>}
 */
export function runPlaywright(args = []) {
  return reported('playwright', 'In a browser', async (report, into) => {
    const command = [
      program('@playwright', 'test', 'cli.js'),
      'test',
      ...args,
      '--config',
      'tests/e2e/playwright.config.ts',
      '--reporter=./src/cli/playwright-report.mjs,json',
    ]
    const code = await run(pinnedNode, command, {
      env: { ...compiled, ...colours, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
      into,
    })
    const { stats = { expected: 0 }, suites = [], errors = [] } = read(report)
    const failures = [
      ...suites.flatMap(failuresOf),
      ...errors.map(({ message }) => failure('playwright', message)),
    ]
    return { code, passed: stats.expected, failures }
  })
}

/**
 * @param {readonly Result[]} results
 * @param {readonly string[]} [missing] programs without which some tests tried nothing, which count as passed
 * @returns {never}
 */
export function finish(results, missing = []) {
  const passed = results.reduce((sum, result) => sum + result.passed, 0)
  const failed = results.reduce((sum, result) => sum + result.failures.length, 0)
  process.stdout.write('\n')
  for (const result of results)
    process.stdout.write(
      `${result.name.padEnd(10)} ${String(result.passed).padStart(5)} passed, ${result.failures.length} failed\n`,
    )
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
  if (missing.length > 0)
    process.stdout.write(
      `Not tried, since these are not installed: what needs ${missing.join(', ')}\n`,
    )
  // Said again at the end: what a test said stands thousands of lines above.
  for (const line of results.flatMap(({ failures }) => failures))
    process.stdout.write(`  ✗ ${line}\n`)
  process.exit(failed === 0 ? 0 : 1)
}

/**
 * Counts a run with a non-zero exit code as at least one failure, also if its report is missing.
 * @param {string} name
 * @param {string} title
 * @param {(report: string, into: (chunk: Buffer) => void) => Promise<{ code: number, passed: number, failures: string[] }>} runner
 * @returns {Promise<Result>}
 */
async function reported(name, title, runner) {
  const part = startPart(title)
  const directory = mkdtempSync(join(tmpdir(), 'test-reports-'))
  const decoder = new TextDecoder()
  let last = ''
  const { code, passed, failures } = await runner(join(directory, 'report.json'), (chunk) => {
    const words = decoder.decode(chunk, { stream: true })
    last = `${last}${words}`.slice(-LAST_CHARACTERS)
    // Runners colour what they say also where it goes to no terminal.
    part.say(process.stdout.isTTY ? words : stripVTControlCharacters(words))
  })
  part.end()
  rmSync(directory, { recursive: true, force: true })
  // What failed in no test (a set-up, a process that was killed) is in no report either.
  if (code !== 0 && failures.length === 0)
    failures.push(
      `${name} ended with code ${code}, after these words:\n${stripVTControlCharacters(last)}`,
    )
  return { name, passed, failures }
}

/** One line: which test, and the first line of what it said.
 * @param {string} test
 * @param {string} [said]
 */
function failure(test, said = '') {
  return `${test}: ${stripVTControlCharacters(said).trim().split('\n')[0].slice(0, 300)}`
}

/** @returns {string[]} */
function failuresOf({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ results }) =>
        failure(`${file}:${line} › ${title}`, results.find(({ error }) => error)?.error.message),
      ),
  )
  return [...own, ...suites.flatMap(failuresOf)]
}

function read(report) {
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {}
}

/**
 * What runs at once is shown in the order of its start: the first that has not ended as it comes,
 * the others after it.
 */
const parts = []

/** @param {string} title */
function startPart(title) {
  const part = {
    unsaid: [`\n── ${title} ${'─'.repeat(Math.max(0, 60 - title.length))}\n`],
    hasEnded: false,
  }
  parts.push(part)
  showParts()
  /** @param {string | Buffer} words */
  const say = (words) => {
    part.unsaid.push(words)
    showParts()
  }
  return {
    say,
    end(words = '') {
      part.hasEnded = true
      say(words)
    },
  }
}

function showParts() {
  while (parts.length > 0) {
    for (const words of parts[0].unsaid.splice(0)) process.stdout.write(words)
    if (!parts[0].hasEnded) return
    parts.shift()
  }
}

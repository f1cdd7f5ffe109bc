import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { giveUp, pinnedNode, run } from './processes.mjs'

// `npm test`: everything, on a fresh clone, too. The last line is the sum over all of it.
const astro = join('node_modules', 'astro', 'bin', 'astro.mjs')
const vitest = join('node_modules', 'vitest', 'vitest.mjs')
const playwright = join('node_modules', '@playwright', 'test', 'cli.js')
const reports = mkdtempSync(join(tmpdir(), 'test-reports-'))

await ensureInstalled()
// It takes one processor, as the build does and whatever installs a browser.
const types = checkTypes()
await Promise.all([ensureChromium(), ensureBuilt()])

const units = await runVitest()
heading('Types')
process.stdout.write((await types).said)
const results = [await types, units, await runPlaywright()]
rmSync(reports, { recursive: true, force: true })
const passed = results.reduce((sum, result) => sum + result.passed, 0)
const failed = results.reduce((sum, result) => sum + result.failed, 0)
process.stdout.write('\n')
for (const result of results) process.stdout.write(`${result.name.padEnd(10)} ${String(result.passed).padStart(5)} passed, ${result.failed} failed\n`)
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exit(failed === 0 ? 0 : 1)

/** Types count as one test: they hold or they do not. What was said of them is for later, not amid other output. */
async function checkTypes() {
  const said = []
  // The build, which may be under way, writes what a sync would.
  const code = await run(pinnedNode, [astro, 'check', '--noSync', '--minimumFailingSeverity', 'error'], { into: said })
  return { name: 'types', passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, said: Buffer.concat(said) }
}

async function runVitest() {
  heading('Units and API')
  const report = join(reports, 'vitest.json')
  const code = await run(pinnedNode, [vitest, 'run', '--config', 'tests/vitest.config.ts', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`])
  const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = read(report)
  // A file that cannot even be loaded has no tests to count.
  const unloaded = testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.every((one) => one.status !== 'failed')).length
  return counted('vitest', code, numPassedTests, numFailedTests + unloaded)
}

async function runPlaywright() {
  heading('In a browser')
  const report = join(reports, 'playwright.json')
  const code = await run(pinnedNode, [playwright, 'test', '--config', 'tests/e2e/playwright.config.ts', '--reporter=list,json'], { env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report } })
  const { stats = { expected: 0, unexpected: 0, flaky: 0 }, errors = [] } = read(report)
  return counted('playwright', code, stats.expected, stats.unexpected + stats.flaky + errors.length)
}

/** A run that ended badly has failed somewhere, whatever its report says or lacks. */
function counted(name, code, passed, failed) {
  return { name, passed, failed: code !== 0 && failed === 0 ? 1 : failed }
}

function read(report) {
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {}
}

function heading(text) {
  process.stdout.write(`\n── ${text} ${'─'.repeat(Math.max(0, 60 - text.length))}\n`)
}

/** Playwright's Chromium where it is or can be downloaded, else the system's, installed if we may. */
async function ensureChromium() {
  if (await hasChromium()) return
  process.stdout.write('Installing a Chromium for the browser tests (once) …\n')
  // Where the download is cut off, it should not take minutes to find out.
  await run(pinnedNode, [playwright, 'install', 'chromium'], { env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' } })
  if (await hasChromium()) return
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    // The package also brings the libraries that a downloaded Chromium may lack.
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update'], { env })
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { env })
    if (await hasChromium()) return
  }
  giveUp('No Chromium could be installed. Install one (npx playwright install chromium, or your system’s package) and run npm test again.')
}

/** Whether the Chromium that the tests would take is there and starts. */
async function hasChromium() {
  const program = `
    const { chromium } = await import('@playwright/test')
    const { chromiumArguments, chromiumPath } = await import('./tests/support/browser.ts')
    await (await chromium.launch({ executablePath: chromiumPath(), args: chromiumArguments })).close()`
  return (await run(pinnedNode, ['--input-type=module', '-e', program], { quiet: true })) === 0
}

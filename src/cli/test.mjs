import { readdirSync, readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { checkSource, finish, runPlaywright, runVitest } from './checks.mjs'
import { ensureInstalled } from './install.mjs'
import { ensureServers, installPackages, mayInstall } from './packages.mjs'
import { endWithAll, exitWithError, pinnedNode, root, run } from './processes.mjs'

// `npm test` runs everything, also on a fresh clone; `npm test -- likes` runs the test files with
// that word in their path.
const playwright = join('node_modules', '@playwright', 'test', 'cli.js')
const words = process.argv.slice(2)
/** Gigabytes. */
const ROOM = 2

endWithAll()
await ensureRoom()
await ensureInstalled()
if (words.length === 0) await runAll()
else finish(await runThose(words))

/**
 * Of files that the tests write for a while: a full disk fails them one by one, each in words of
 * its own.
 */
async function ensureRoom() {
  const { bavail, bsize } = await statfs(tmpdir())
  const free = (bavail * bsize) / 1e9
  if (free < ROOM)
    exitWithError(
      `The tests need ${ROOM} GB for temporary files, and ${tmpdir()} has ${free.toFixed(1)}. Please make room, or set TMPDIR.`,
    )
}

/**
 * What fails soonest comes first; each part has the processors to itself, so that nothing waits for
 * another's work.
 */
async function runAll() {
  const [checked, missing] = await Promise.all([
    checkSource({ isBuilding: true }),
    ensurePrograms(),
    ensureBuilt(),
  ])
  const tested = await runVitest([], { isWhole: true })
  const seen = await runPlaywright()
  finish([...checked, tested, seen], missing)
}

/** One after the other: a package manager works for one at a time. */
async function ensurePrograms() {
  await ensureChromium()
  const missing = await ensureServers()
  await ensurePostgresUser()
  return missing
}

/** @param {readonly string[]} words */
async function runThose(words) {
  const files = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => words.some((word) => `tests/${file}`.includes(word)),
  )
  const [units, stories] = [/\.test\.ts$/, /\.spec\.ts$/].map((kind) =>
    files.filter((file) => kind.test(file)).map((file) => join('tests', file)),
  )
  if (units.length + stories.length === 0)
    exitWithError(`No test file has ${words.join(' or ')} in its path.`)
  const results = []
  if (stories.length > 0 || units.some(startsBuilt)) await ensureBuilt()
  if (units.length > 0) results.push(await runVitest(units))
  if (stories.length > 0) {
    await ensureChromium()
    results.push(await runPlaywright(stories))
  }
  return results
}

/**
 * Whether a test file starts the product as it is built.
 * @param {string} file
 */
function startsBuilt(file) {
  return readFileSync(join(root, file), 'utf8').includes('/started.ts')
}

/**
 * Ensures Playwright's Chromium; if its download fails, installs the system's package where
 * permitted.
 */
async function ensureChromium() {
  if (await hasChromium()) return
  process.stdout.write('Installing a Chromium for the browser tests (once) …\n')
  // A short timeout, for networks that block the download.
  await run(pinnedNode, [playwright, 'install', 'chromium'], {
    env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' },
  })
  if (await hasChromium()) return
  // The package also installs libraries that a downloaded Chromium may lack. Not every release has
  // the headless shell.
  if (mayInstall()) {
    for (const names of [['chromium', 'chromium-headless-shell'], ['chromium']]) {
      await installPackages(names)
      if (await hasChromium()) return
    }
  }
  exitWithError(
    'No Chromium could be installed. Install one (npx playwright install chromium, or your system’s package) and run npm test again.',
  )
}

/**
 * PostgreSQL refuses to run as root. Either run of the tests would make this user, at the same
 * moment, and one would fail.
 */
async function ensurePostgresUser() {
  if (process.getuid?.() !== 0 || (await run('id', ['postgres'], { quiet: true })) === 0) return
  await run('useradd', ['--user-group', 'postgres'])
}

async function hasChromium() {
  const program = `
    const { chromium } = await import('@playwright/test')
    const { chromiumArguments, chromiumPath, headlessPath } = await import('./tests/support/browser.ts')
    for (const executablePath of [chromiumPath(), headlessPath()]) await (await chromium.launch({ executablePath, args: chromiumArguments })).close()`
  return (await run(pinnedNode, ['--input-type=module', '-e', program], { quiet: true })) === 0
}

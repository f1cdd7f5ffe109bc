import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { compiledFolder } from '../process/serving.mjs'
import { ensureInstalled } from './install.mjs'
import { exitWithError, pinnedNode, root, run } from './processes.mjs'

const stamp = join(root, 'dist', 'built-from')
const inputs = ['src', 'public', 'astro.config.mjs', 'package-lock.json', 'tsconfig.json']

/**
 * Builds unless dist/ was made from this exact source. Compares contents, since a checkout changes
 * file dates.
 */
export async function ensureBuilt() {
  if (!isBuilt()) await build()
}

/** Whether dist/ was made from this exact source. */
export function isBuilt() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()
}

async function build() {
  process.stdout.write('Building (once, and whenever the source changes; about a minute) …\n')
  const source = fingerprint()
  rmSync(stamp, { force: true })
  rmSync(compiledFolder, { recursive: true, force: true })
  /** @type {Buffer[]} */
  const said = []
  const code = await run(pinnedNode, [join('node_modules', 'astro', 'bin', 'astro.mjs'), 'build'], {
    env: { NODE_ENV: 'production' },
    into: (chunk) => said.push(chunk),
  })
  // A line for each of some eight hundred pages hides the one that matters.
  const words = Buffer.concat(said).toString()
  process.stdout.write(code === 0 ? linesWith(/\[WARN\]|\[ERROR\]/, words) : words)
  if (code !== 0) exitWithError(`The build failed (exit code ${code}).`)
  writeFileSync(stamp, source)
}

/**
 * @param {RegExp} pattern
 * @param {string} words
 */
function linesWith(pattern, words) {
  const lines = words.split('\n').filter((line) => pattern.test(line))
  return lines.map((line) => `${line}\n`).join('')
}

function fingerprint() {
  const hash = createHash('sha256')
  for (const file of inputs.flatMap((input) => filesOf(join(root, input))).toSorted()) {
    hash
      .update(relative(root, file).split(sep).join('/'))
      .update('\0')
      .update(readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex')
}

/** @returns {string[]} */
function filesOf(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  const entries = readdirSync(path, { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

if (process.argv[1] === import.meta.filename) {
  await ensureInstalled()
  await build()
}

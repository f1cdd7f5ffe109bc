import { readFileSync } from 'node:fs'
import { progressOf } from './progress.mjs'

/** Of so many failures what the page showed is said, too: where many fail, it would bury them. */
const SHOWN = 3

/**
 * Playwright's reporter for `checks.mjs`: of stories that pass only how many, of those that fail
 * all that they said.
 */
export default class PlaywrightReport {
  countOne = () => {}
  failed = 0

  onBegin(_config, suite) {
    this.countOne = progressOf(suite.allTests().length, 'stories')
  }

  onTestEnd(test, { status, errors, attachments }) {
    this.countOne()
    if (status === test.expectedStatus) return
    const name = test.titlePath().filter(Boolean).join(' › ')
    // Those of a file that need what another one made.
    process.stdout.write(status === 'skipped' ? `  – not run: ${name}\n` : `\n  ✗ ${name}\n`)
    for (const { stack, message, snippet } of errors)
      process.stdout.write(
        `${indented([stack ?? message, snippet].filter(Boolean).join('\n\n'))}\n`,
      )
    for (const { name, path } of attachments)
      if (path !== undefined) process.stdout.write(`    ${name}: ${path}\n`)
    if (status !== 'skipped' && ++this.failed <= SHOWN) process.stdout.write(shownIn(attachments))
  }

  onError({ stack, message }) {
    process.stdout.write(`${stack ?? message}\n`)
  }

  onStdOut(chunk) {
    process.stdout.write(chunk)
  }

  onStdErr(chunk) {
    process.stderr.write(chunk)
  }

  printsToStdio() {
    return true
  }
}

/** What the page showed, in the words of a screen reader: where nobody has the pictures, it is all there is. */
function shownIn(attachments) {
  const file = attachments.find(({ name }) => name === 'error-context')?.path
  const [, shown] = /```yaml\n([^]*?)```/.exec(file ? readFileSync(file, 'utf8') : '') ?? []
  return shown ? `    the page:\n${indented(shown)}\n` : ''
}

/** @param {string} words */
function indented(words) {
  return words.replaceAll(/^/gm, '    ')
}

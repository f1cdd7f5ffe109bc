import { progressOf } from './progress.mjs'

/**
 * Playwright's reporter for `checks.mjs`: of stories that pass only how many, of those that fail
 * all that they said.
 */
export default class PlaywrightReport {
  countOne = () => {}

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

/** @param {string} words */
function indented(words) {
  return words.replaceAll(/^/gm, '    ')
}

import { writeFileSync } from 'node:fs'
import { DefaultReporter } from 'vitest/node'
import { progressOf } from './progress.mjs'

/**
 * Vitest's reporter for `checks.mjs`: of files that pass only how many, of those that fail what
 * Vitest itself says. The file that `VITEST_REPORT` names gets `{ passed, failures: { test, said
 * }[] }`; Vitest's own report as JSON leaves out what was thrown outside any test, which fails a
 * run as well.
 */
export default class VitestReport extends DefaultReporter {
  countOne = () => {}

  constructor() {
    super({ summary: false })
  }

  onTestRunStart(specifications) {
    this.countOne = progressOf(specifications.length, 'files')
    super.onTestRunStart(specifications)
  }

  printTestModule(module) {
    this.countOne()
    if (module.state() === 'failed') super.printTestModule(module)
  }

  onTestRunEnd(modules, errors, reason) {
    let passed = 0
    const failures = errors.map((error) =>
      failure(
        `outside a test, in or after ${error.VITEST_TEST_PATH ?? 'no file'} › ${error.VITEST_TEST_NAME ?? ''}`,
        error,
      ),
    )
    for (const module of modules) {
      failures.push(...module.errors().map((error) => failure(module.relativeModuleId, error)))
      for (const suite of module.children.allSuites())
        failures.push(...suite.errors().map((error) => failure(nameOf(suite), error)))
      for (const test of module.children.allTests()) {
        const { state, errors: [error] = [] } = test.result()
        if (state === 'passed') passed += 1
        if (state === 'failed') failures.push(failure(nameOf(test), error))
      }
    }
    writeFileSync(process.env.VITEST_REPORT, JSON.stringify({ passed, failures }))
    return super.onTestRunEnd(modules, errors, reason)
  }
}

function nameOf({ module, fullName }) {
  return `${module.relativeModuleId} › ${fullName}`
}

/** Where it was thrown tells more of an error outside any test than its words. */
function failure(test, { message = '', stack = '' } = {}) {
  return {
    test,
    said: `${message.split('\n')[0]} ${
      stack
        .split('\n')
        .find((line) => /^\s*at /.test(line))
        ?.trim() ?? ''
    }`,
  }
}

import { writeFileSync } from 'node:fs'

/**
 * A reporter of Vitest for `checks.mjs`: the file that `VITEST_REPORT` names gets `{ passed, failures: { file, test, said }[] }`.
 * Vitest's own report as JSON leaves out what was thrown outside any test, which fails a run as well.
 */
export default class VitestReport {
  onTestRunEnd(modules, errors) {
    let passed = 0
    const failures = errors.map((error) =>
      failure(null, `outside a test, in or after ${error.VITEST_TEST_PATH ?? 'no file'} › ${error.VITEST_TEST_NAME ?? ''}`, error),
    )
    for (const module of modules) {
      failures.push(...module.errors().map((error) => failure(module.relativeModuleId, module.relativeModuleId, error)))
      for (const suite of module.children.allSuites()) failures.push(...suite.errors().map((error) => failure(module.relativeModuleId, nameOf(suite), error)))
      for (const test of module.children.allTests()) {
        const { state, errors: [error] = [] } = test.result()
        if (state === 'passed') passed += 1
        if (state === 'failed') failures.push(failure(module.relativeModuleId, nameOf(test), error))
      }
    }
    writeFileSync(process.env.VITEST_REPORT, JSON.stringify({ passed, failures }))
  }
}

function nameOf({ module, fullName }) {
  return `${module.relativeModuleId} › ${fullName}`
}

/** Where it was thrown tells more of an error outside any test than its words. */
function failure(file, test, { message = '', stack = '' } = {}) {
  return {
    file,
    test,
    said: `${message.split('\n')[0]} ${
      stack
        .split('\n')
        .find((line) => /^\s*at /.test(line))
        ?.trim() ?? ''
    }`,
  }
}

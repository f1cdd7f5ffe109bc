import { defineConfig } from 'vitest/config'

/**
 * The tests that a brand has to pass, without the databases that others need: for site-new.test.ts.
 */
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['tests/{sites,content}/**/*.test.ts'],
    isolate: false,
    maxWorkers: 2,
    setupFiles: ['tests/support/patience.ts'],
  },
})

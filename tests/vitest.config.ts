import { defineConfig } from 'vitest/config'

/** Over the API in-process, on each database. */
const overTheApi = ['tests/{api,attacks,features,db,demo}/**/*.test.ts']
/** Whole products and their hosts: once, on PGlite. */
const once = ['tests/sites/{crawlers,front-door,guards,help,links}.test.ts', 'tests/cli/{operator,site-new,started-demo}.test.ts']
/** The plans of PostgreSQL alone. */
const plans = ['tests/architecture/statements.test.ts']

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    // Left to itself it keeps one processor free, which on two is half of them.
    maxWorkers: '100%',
    testTimeout: 20_000,
    hookTimeout: 60_000,
    setupFiles: ['tests/support/quiet-console.ts'],
    projects: [
      {
        extends: true,
        // No database: neither is started for a run of these alone.
        test: { name: 'pure', include: ['tests/{architecture,cli,content,lib,sites}/**/*.test.ts'], exclude: [...once, ...plans] },
      },
      {
        extends: true,
        test: {
          name: 'pglite',
          include: [...overTheApi, ...once],
          exclude: ['**/*.postgres.test.ts'],
          globalSetup: ['tests/support/on-pglite.ts'],
          env: { TEST_DATABASE: 'pglite' },
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [...overTheApi, ...plans],
          exclude: ['**/*.store.test.ts'],
          globalSetup: ['tests/support/on-postgres.ts'],
          env: { TEST_DATABASE: 'postgres' },
        },
      },
    ],
  },
})

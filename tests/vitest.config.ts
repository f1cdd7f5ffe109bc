import { defineConfig } from 'vitest/config'

const overTheApi = ['tests/{api,attacks,features,db}/**/*.test.ts']

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    // Left to itself it keeps one processor free, which on two is half of them.
    maxWorkers: '100%',
    testTimeout: 20_000,
    hookTimeout: 60_000,
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/quiet-console.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['tests/{architecture,sites,content,lib,cli}/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'pglite', include: overTheApi, exclude: ['**/*.postgres.test.ts'], env: { TEST_DATABASE: 'pglite' } },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: overTheApi,
          exclude: ['**/*.store.test.ts'],
          env: { TEST_DATABASE: 'postgres' },
        },
      },
    ],
  },
})

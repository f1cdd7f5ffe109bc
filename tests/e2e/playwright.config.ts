import { defineConfig } from '@playwright/test'
import { chromiumArguments, chromiumPath } from '../support/browser.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results',
  // One product, one story after the other: the members of one spec meet in one database.
  workers: 1,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  use: {
    launchOptions: { executablePath: chromiumPath(), args: chromiumArguments },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
})

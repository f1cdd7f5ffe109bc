import { defineConfig } from '@playwright/test'
import { brands } from '../../src/sites/registry.ts'
import { chromiumArguments, headlessPath } from '../support/browser.ts'
import { rememberedOn } from '../support/remembered.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: './global-setup.ts',
  outputDir: '../../test-results',
  // Each story has a product of its own; those of one file come one after the other, since its members meet.
  workers: 2,
  forbidOnly: true,
  // On a machine with other work the stories wait, they do not fail: what comes is seen as soon as it is there.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  use: {
    // Somebody who has been here before; those who have not are in first-visit.spec.ts.
    storageState: { cookies: brands.flatMap(({ id }) => [rememberedOn(id, 'adult', 'yes'), rememberedOn(id, 'cookies', 'needed')]), origins: [] },
    launchOptions: {
      // Asked for when one is launched: the check of unused files reads this where no browser is.
      get executablePath() {
        return headlessPath()
      },
      args: chromiumArguments,
    },
    screenshot: 'only-on-failure',
    // Taking one costs a fifth of the time of every test: `--trace on` asks for it where one fails.
    trace: 'off',
  },
})

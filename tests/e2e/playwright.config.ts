import { defineConfig } from '@playwright/test'
import { brands } from '#sites/registry.ts'
import { chromiumArguments, headlessPath } from '../support/browser.ts'
import { rememberedOn } from '../support/remembered.ts'

/** Sweeps over many pages, and whole acts of people. */
const long = [
  '**/{every-screen,guest-pages,proxies,staff-queue}.spec.ts',
  '**/{keyboard,leaving,objection,photo-check,photos,prefetch,preserved,safer-meeting}.spec.ts',
]

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: './global-setup.ts',
  outputDir: '../../test-results',
  // Each story has a product of its own; those of one file come one after the other, since its
  // members meet.
  workers: 3,
  forbidOnly: true,
  // Stories take a few seconds: a hung one is told within two minutes, and one on a machine with
  // other work is not.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  projects: [
    // First, so that none of them is still going on when all else has ended.
    { name: 'long', testMatch: long, timeout: 300_000 },
    { name: 'short', testIgnore: long },
  ],
  use: {
    // Of a page that one controls, requests now and then pass by what a story holds back or waits
    // for.
    serviceWorkers: 'block',
    // What moves is waited for, and a page that a transition leads to may never draw in a Chromium
    // that is remote-controlled: https://github.com/microsoft/playwright/issues/41562.
    contextOptions: { reducedMotion: 'reduce' },
    // Somebody who has been here before; those who have not are in guests.spec.ts.
    storageState: {
      cookies: brands.flatMap(({ id }) => [
        rememberedOn(id, 'adult', 'yes'),
        rememberedOn(id, 'cookies', 'needed'),
      ]),
      origins: [],
    },
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

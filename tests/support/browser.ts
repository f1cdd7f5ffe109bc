import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

const shells = ['chromium-headless-shell']
const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * The engine alone, as Playwright itself prefers it for tests: the whole browser opens a window for
 * each context, whose bars are pages with processes of their own, and takes half as much processor
 * time again.
 */
export function headlessPath(): string {
  return pathOf([...shells, ...browsers])
}

/** The whole browser, for measurements and for `wholeBrowser`. */
export function chromiumPath(): string {
  return pathOf(browsers)
}

function pathOf(names: readonly string[]): string {
  const own = chromium.executablePath()
  if (own !== '' && existsSync(own)) return own
  const found = inPath(names)
  if (found !== null) return found
  throw new Error(
    'No Chromium found. `npm test` installs one; by hand: npx playwright install chromium, or your system’s package.',
  )
}

/**
 * In Firefox 140, what Puppeteer waits by is refused by the content security policy of a page; 153
 * is known to work.
 */
const OLDEST_FIREFOX = 153

/** Null where no Firefox is installed that can be driven. */
export function firefoxPath(): string | null {
  const found = inPath(['firefox-esr', 'firefox'])
  if (found === null) return null
  const [, version = '0'] =
    /(\d+)\./.exec(execFileSync(found, ['--version'], { encoding: 'utf8' })) ?? []
  return Number(version) >= OLDEST_FIREFOX ? found : null
}

function inPath(programs: readonly string[]): string | null {
  for (const directory of (process.env['PATH'] ?? '').split(delimiter)) {
    const found = programs.map((name) => join(directory, name)).find(isExecutable)
    if (found !== undefined) return found
  }
  return null
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Disables the sandbox, which does not work inside a container, background requests, and messages
 * of whole pixels, which no phone has.
 */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--font-render-hinting=none',
]

/**
 * Launch options of stories about what is not the engine's: tabs, windows, notifications, pages
 * kept or fetched for later.
 */
export const wholeBrowser = () => ({ executablePath: chromiumPath(), args: chromiumArguments })

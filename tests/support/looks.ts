import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import { axeSource } from './axe.ts'

export type InjectedChecks = {
  problemsIn: (within: Element | Document, options?: RunOptions) => Promise<string[]>
}

/** Injects axe and `problemsIn` into a page. Frames get only axe, which the page's axe queries. */
export async function injectAxe(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    if (await frame.evaluate(() => 'problemsIn' in globalThis)) continue
    await frame.evaluate(
      `${axeSource}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] }); globalThis.problemsIn = ${String(problemsIn)}`,
    )
  }
}

export async function problemsOf(page: Page, options: RunOptions = {}): Promise<string[]> {
  // A page can be read, and filled, before its styles are there.
  await page.waitForLoadState()
  await injectAxe(page)
  return page.evaluate(
    (given) => (globalThis as unknown as InjectedChecks).problemsIn(document, given),
    options,
  )
}

/** Expects no problems on phone and desktop widths in light and dark mode, without reloading. */
export async function expectFitsAllScreens(page: Page): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      // The scheme changes colours alone.
      const options: RunOptions =
        colorScheme === 'dark' ? { runOnly: ['color-contrast', 'link-in-text-block'] } : {}
      expect(
        await problemsOf(page, options),
        `${page.url()} by ${colorScheme}, ${width} wide`,
      ).toEqual([])
    }
  }
}

/**
 * The same of a tab of its own at the address of a page, which the story goes on with: twice a page
 * drew no more once its sizes and schemes had been changed.
 */
export async function expectFitsApart(page: Page): Promise<void> {
  const own = await page.context().newPage()
  await own.goto(page.url())
  await expectFitsAllScreens(own)
  await own.close()
}

async function problemsIn(within: Element | Document, options: RunOptions = {}): Promise<string[]> {
  const { axe: loaded } = globalThis as unknown as { axe: typeof axe }
  // Animations are finished explicitly: an animation of a hidden or replaced element may never end.
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().endTime === Infinity) animation.cancel()
    else animation.finish()
  }
  const { violations } = await loaded.run(within, { resultTypes: ['violations'], ...options })
  const problems = violations.flatMap(({ id, nodes }) => [
    ...nodes.slice(0, 5).map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    ...(nodes.length > 5 ? [`${id}: ${nodes.length} in all`] : []),
  ])
  const { scrollWidth } = document.documentElement
  return scrollWidth > innerWidth
    ? [...problems, `is ${scrollWidth} wide on a screen of ${innerWidth}`]
    : problems
}

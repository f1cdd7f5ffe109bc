import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

/** Checks accessibility with axe, and whether the page fits the screen. */

export type Judge = { complaintsIn: (within: Element | Document, options?: RunOptions) => Promise<string[]> }

/** Injects axe and `complaintsIn` into a page. Frames get only axe, which the page's axe queries. */
export async function bringJudge(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    if (await frame.evaluate(() => 'complaintsIn' in globalThis)) continue
    await frame.evaluate(`${axe.source}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] }); globalThis.complaintsIn = ${String(complaintsIn)}`)
  }
}

/** Returns the problems of the current page at its current width. */
export async function complaintsAbout(page: Page): Promise<string[]> {
  await bringJudge(page)
  return page.evaluate(() => (globalThis as unknown as Judge).complaintsIn(document))
}

/** Expects no problems on phone and desktop widths in light and dark mode, without reloading. */
export async function isFitForAll(page: Page): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await complaintsAbout(page), `${page.url()} by ${colorScheme}, ${width} wide`).toEqual([])
    }
  }
}

async function complaintsIn(within: Element | Document, options: RunOptions = {}): Promise<string[]> {
  const { axe: loaded } = globalThis as unknown as { axe: typeof axe }
  // Animations are finished explicitly: an animation of a hidden or replaced element may never end.
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().endTime === Infinity) animation.cancel()
    else animation.finish()
  }
  const { violations } = await loaded.run(within, { resultTypes: ['violations'], ...options })
  const complaints = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)
  const { scrollWidth } = document.documentElement
  return scrollWidth > innerWidth ? [...complaints, `is ${scrollWidth} wide on a screen of ${innerWidth}`] : complaints
}

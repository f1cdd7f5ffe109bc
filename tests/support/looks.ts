import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

/** Whether a page can be read by everybody and fits the screen, as axe and the browser see it. */

export type Judge = { complaintsIn: (within: Element | Document, options?: RunOptions) => Promise<string[]> }

/** Gives a page axe and `complaintsIn`; its frames axe alone, which the page's asks about what they hold. */
export async function bringJudge(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    if (await frame.evaluate(() => 'complaintsIn' in globalThis)) continue
    await frame.evaluate(`${axe.source}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] }); globalThis.complaintsIn = ${String(complaintsIn)}`)
  }
}

/** What is wrong with the page that is open, at its present width. */
export async function complaintsAbout(page: Page): Promise<string[]> {
  await bringJudge(page)
  return page.evaluate(() => (globalThis as unknown as Judge).complaintsIn(document))
}

/** The page that is open has nothing wrong on a phone or at a desk, by day or by night; it is not loaded anew. */
export async function isFitForAll(page: Page): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await complaintsAbout(page), `${page.url()} by ${colorScheme}, ${width} wide`).toEqual([])
    }
  }
}

/** Runs in the page. */
async function complaintsIn(within: Element | Document, options: RunOptions = {}): Promise<string[]> {
  const { axe: loaded } = globalThis as unknown as { axe: typeof axe }
  // The end of an animation need never come, such as where its element is hidden or replaced: it is brought about.
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().endTime === Infinity) animation.cancel()
    else animation.finish()
  }
  const { violations } = await loaded.run(within, { resultTypes: ['violations'], ...options })
  const complaints = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)
  const { scrollWidth } = document.documentElement
  return scrollWidth > innerWidth ? [...complaints, `is ${scrollWidth} wide on a screen of ${innerWidth}`] : complaints
}

import type { Locator, Page } from '@playwright/test'

/** Presses Tab until it is there, as many times as a patient person would. */
export async function tabTo(page: Page, there: Locator, key = 'Tab'): Promise<void> {
  await there.waitFor({ state: 'attached' })
  for (let presses = 0; presses < 150; presses += 1) {
    if (await there.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${String(there)} is not reached by ${key}`)
}

export async function press(page: Page, what: Locator, key = 'Tab'): Promise<void> {
  await tabTo(page, what, key)
  await page.keyboard.press('Enter')
}

export async function choose(page: Page, what: Locator, key = 'Tab'): Promise<void> {
  await tabTo(page, what, key)
  await page.keyboard.press('Space')
}

export async function write(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(text)
}

import { expect, type Page } from '@playwright/test'
import { expectAlive } from './journey.ts'

/** Runs in the page: what Chrome does to one that it translates, here into the same words. */
function translate(): void {
  document.documentElement.lang = 'de'
  document.documentElement.classList.add('translated-ltr')
  const inner = (text: Node) => {
    const [outer, font] = [document.createElement('font'), document.createElement('font')]
    outer.dir = font.dir = 'auto'
    // Chrome puts the translation into a text of its own.
    font.textContent = `·${text.nodeValue}`
    outer.append(font)
    return outer
  }
  const isText = (node: Node) =>
    node instanceof Text &&
    /\p{L}/u.test(node.data) &&
    !node.parentElement?.closest('font, script, style, textarea, option, noscript')
  const all = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const found: Node[] = []
    while (walker.nextNode()) if (isText(walker.currentNode)) found.push(walker.currentNode)
    if (isText(root)) found.push(root)
    for (const text of found) text.parentNode?.replaceChild(inner(text), text)
  }
  all(document.body)
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node.isConnected) all(node)
  }).observe(document.body, { childList: true, subtree: true })
}

/** Translates a page before its scripts come, or once it is alive. */
export async function openTranslated(
  page: Page,
  address: string,
  when: 'before' | 'after',
): Promise<void> {
  if (when === 'after') {
    await page.goto(address)
    await expectAlive(page)
    return page.evaluate(translate)
  }
  const held: Array<() => void> = []
  let isHeld = true
  await page.route('**/_astro/*.js', async (route) => {
    if (isHeld) await new Promise<void>((resolve) => held.push(resolve))
    await route.continue()
  })
  await page.goto(address, { waitUntil: 'commit' })
  await expect(page.locator('footer').last()).toBeAttached()
  await page.evaluate(translate)
  isHeld = false
  for (const release of held) release()
  await expectAlive(page)
  await page.unroute('**/_astro/*.js')
}

import { $hint } from '../features/core/live/stream.store.ts'
import { mayPrefetch } from '../sites/prefetched-pages.ts'

/**
 * Fetches a page when the pointer rests on its link or presses it. What was fetched is let go of
 * after ten seconds, and as soon as anything is done or happens that could change it: the browser
 * forgets the page of a link that the rules (PrefetchRules.astro) no longer match. In a walk (npm
 * run bench prefetch), 0.15 pages are fetched for nothing per page.
 */
const RESTING = 80
const KEPT = 10_000
/** After somebody did something else: the server may still be about to save it. */
const SETTLING = 1000

type Connection = { saveData?: boolean; effectiveType?: string }

let fetched: HTMLAnchorElement | null = null
let resting: ReturnType<typeof setTimeout> | undefined
let expiry: ReturnType<typeof setTimeout> | undefined
let settledAt = 0

export function prefetchLinks(): void {
  addEventListener('pointerover', ({ target, pointerType }) => {
    clearTimeout(resting)
    const link = pointerType === 'mouse' ? linkOf(target) : null
    if (link) resting = setTimeout(() => prefetch(link), RESTING)
  })
  addEventListener(
    'pointerdown',
    ({ target, button }) => {
      clearTimeout(resting)
      const link = linkOf(target)
      if (!link || button !== 0) return letGo()
      prefetch(link)
    },
    { capture: true },
  )
  for (const act of ['keydown', 'submit', 'input', 'pagehide'])
    addEventListener(act, letGo, { capture: true })
  $hint.listen(forget)
}

/** The link that was pointed at, if another page of this site may be fetched for it. */
function linkOf(target: EventTarget | null): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest('a') : null
  if (
    !link ||
    link.target !== '' ||
    link.hasAttribute('download') ||
    link.origin !== location.origin
  )
    return null
  const isHere = link.pathname === location.pathname && link.search === location.search
  return !isHere && mayPrefetch(new URL(link.href)) ? link : null
}

function prefetch(link: HTMLAnchorElement): void {
  if (fetched === link || Date.now() < settledAt || isDear()) return
  forget()
  fetched = link
  link.dataset['prefetch'] = ''
  expiry = setTimeout(forget, KEPT)
}

/** Whether the line is slow or paid by the byte. */
function isDear(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection }
  return connection?.saveData === true || connection?.effectiveType?.endsWith('2g') === true
}

function letGo(): void {
  settledAt = Date.now() + SETTLING
  forget()
}

function forget(): void {
  clearTimeout(expiry)
  fetched?.removeAttribute('data-prefetch')
  fetched = null
}

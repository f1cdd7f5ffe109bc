import { tabKept } from '../../../lib/browser.ts'
import { TRAIL } from '../../core/accounts/stored-user.ts'
import { placeIn, profileId, readTrail } from './trail.ts'

const nav = document.querySelector<HTMLElement>('[data-trail]')
const trail = readTrail(tabKept.getItem(TRAIL))
const id = profileId(location.pathname)
const place = trail && id !== null ? placeIn(trail, id) : null
if (nav && trail && place) {
  const before = point(nav, '[data-before]', place.before)
  const after = point(nav, '[data-after]', place.after)
  const back = nav.querySelector<HTMLAnchorElement>('[data-back]')
  if (back) back.href = `${trail.back}#person-${id}`
  const title = nav.querySelector('[data-back-title]')
  if (title) title.textContent = trail.title === '' ? 'Back' : `Back to: ${trail.title}`
  const steps = nav.querySelector<HTMLElement>('[data-steps]')
  if (steps) steps.hidden = false
  nav.ariaLabel = 'The list you came from'
  nav.hidden = false
  listenToKeys(before, after)
  listenToSwipes(before, after)
}

function point(nav: HTMLElement, selector: string, to: number | null): HTMLAnchorElement | null {
  const link = nav.querySelector<HTMLAnchorElement>(selector)
  if (!link) return null
  link.hidden = to === null
  if (to === null) return null
  link.href = `/profile/view/id/${to}`
  return link
}

/** The arrow keys, unless they mean something where the focus is: the gallery turns its photos by them. */
function listenToKeys(before: HTMLAnchorElement | null, after: HTMLAnchorElement | null): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
      return
    if (isTaken(event.target)) return
    if (event.key === 'ArrowLeft') before?.click()
    if (event.key === 'ArrowRight') after?.click()
  })
}

/** Pixels that a finger moves, and may leave the line, for a swipe. */
const SWIPE = 80
const STRAY = 50

function listenToSwipes(before: HTMLAnchorElement | null, after: HTMLAnchorElement | null): void {
  let start: { x: number; y: number } | null = null
  document.addEventListener(
    'touchstart',
    ({ touches, target }) => {
      const [touch] = touches
      start =
        touch && touches.length === 1 && !isTaken(target)
          ? { x: touch.clientX, y: touch.clientY }
          : null
    },
    { passive: true },
  )
  document.addEventListener('touchend', ({ changedTouches: [touch] }) => {
    if (!start || !touch || Math.abs(touch.clientY - start.y) > STRAY) return
    const moved = touch.clientX - start.x
    if (moved > SWIPE) before?.click()
    if (moved < -SWIPE) after?.click()
  })
}

function isTaken(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      '[data-gallery], dialog, [popover], input, textarea, select, [contenteditable]',
    ) !== null
  )
}

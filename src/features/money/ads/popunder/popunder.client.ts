import { SHARING_CHANGED } from '#core/accounts/stored-user.ts'
import { localKept } from '#lib/browser.ts'
import { report } from '#ui/report.client.ts'
import {
  isPopunderAllowed,
  notePopunderShown,
  popunderSeen,
  seedPopunder,
  wasPopunderShown,
} from './popunder.store.ts'
import { isQualifying, popunderTarget, type PopunderTraffic, popunderWayOf } from './popunder.ts'

/**
 * Waits for the first qualifying click (specification §4). Where recording failed before, records
 * it again.
 */
export function preparePopunder(flag: string, traffic: PopunderTraffic): void {
  seedPopunder(flag)
  if (wasPopunderShown()) return record()
  // On `window`, after the page's own listeners have prevented what they prevent.
  const opensOn = (event: MouseEvent) => {
    const { button, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented, target } = event
    const clicked = target instanceof Element ? target.closest('a') : null
    const link = clicked && { noUnder: clicked.hasAttribute('data-no-under') }
    if (wasPopunderShown() || !isPopunderAllowed()) return
    if (!isQualifying({ button, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented, link }))
      return
    removeEventListener('click', opensOn)
    notePopunderShown()
    openUnder(
      popunderTarget(hasSharingChanged() ? { ...traffic, email: null, subid: null } : traffic),
    )
    record()
  }
  addEventListener('click', opensOn)
}

function hasSharingChanged(): boolean {
  return Number(localKept.getItem(SHARING_CHANGED)) > performance.timeOrigin
}

function record(): void {
  popunderSeen().catch((error: unknown) =>
    report('the popunder’s view event was not recorded', error),
  )
}

/** Specification §7: a way of each browser's own to keep the page in front. */
function openUnder(target: string): void {
  const way = popunderWayOf(navigator.userAgent)
  if (way === 'ctrlClick') return ctrlClick(target)
  const size = `width=${outerWidth},height=${outerHeight},left=${screenX},top=${screenY}`
  open(target, '_blank', size)?.blur()
  if (way === 'blankWindow') open('about:blank')?.close()
  focus()
}

function ctrlClick(target: string): void {
  const link = document.createElement('a')
  link.href = target
  link.target = '_blank'
  link.rel = 'noopener'
  link.dataset['noUnder'] = ''
  document.body.append(link)
  link.dispatchEvent(
    new MouseEvent('click', { bubbles: true, cancelable: true, view: window, ctrlKey: true }),
  )
  link.remove()
}

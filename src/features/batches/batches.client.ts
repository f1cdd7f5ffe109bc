import { SECOND } from '../../lib/clock.ts'
import { KEYS_OFF } from '../accounts/stored-user.ts'

/** A batch that is being decided, or waits its ten seconds, is looked at again after a while. Choosing many: with Shift all from the last choice to this one, all of the page, and by keys; and how many are chosen. */
const form = document.querySelector<HTMLFormElement>('[data-choices]')
const boxes = [...(form?.querySelectorAll<HTMLInputElement>('input[name="chosen"]:not(:disabled)') ?? [])]
const all = form?.querySelector<HTMLInputElement>('[data-all]')
const count = form?.querySelector<HTMLOutputElement>('[data-chosen]')
let last = -1
let isRange = false

function show(): void {
  const chosen = boxes.filter((box) => box.checked).length
  if (count) count.value = chosen === 0 ? 'None is chosen' : chosen === 1 ? 'One is chosen' : `${chosen} are chosen`
  if (!all) return
  all.checked = boxes.length > 0 && chosen === boxes.length
  all.indeterminate = chosen > 0 && chosen < boxes.length
}

// A click that the space bar or a label makes need not say that Shift is held.
document.addEventListener('keydown', ({ shiftKey }) => (isRange = shiftKey))
document.addEventListener('keyup', ({ shiftKey }) => (isRange = shiftKey))
for (const [index, box] of boxes.entries()) {
  box.addEventListener('click', (event) => {
    if ((event.shiftKey || isRange) && last >= 0) {
      for (const between of boxes.slice(Math.min(last, index), Math.max(last, index) + 1)) between.checked = box.checked
    }
    last = index
    show()
  })
}
all?.addEventListener('click', () => {
  for (const box of boxes) box.checked = all.checked
  show()
})
document.addEventListener('keydown', (event) => {
  const { key, target } = event
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || !['j', 'k'].includes(key)) return
  if (localStorage.getItem(KEYS_OFF) !== null) return
  if (target instanceof Element && target.closest('input:not([type=checkbox]), textarea, select, dialog') !== null) return
  const at = boxes.findIndex((box) => box === document.activeElement)
  boxes[key === 'j' ? Math.min(at + 1, boxes.length - 1) : Math.max(at - 1, 0)]?.focus()
})
// Also what a browser has ticked again after a reload.
window.addEventListener('pageshow', show)
show()

// Also once the ten seconds are over, so that no key takes back at once what it would have undone.
const again = document.querySelector<HTMLAnchorElement>('[data-look-again]')
if (again) setTimeout(() => location.replace(again.href), Number(again.dataset['lookAgain']) * SECOND)

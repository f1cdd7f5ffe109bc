import { toggleLike } from './like-by-hand.client.ts'

/** Pixels until a finger that moves sideways swipes, and until it has an effect when it leaves. */
const START = 12
const ENOUGH = 72
const MOST = 96

/** On phones, a card that is moved to the right is liked or no longer liked, and one that is moved to the left is written to. */
let moved: { card: HTMLElement; id: number; x: number; y: number; by: number } | null = null

document.addEventListener('pointerdown', (event) => {
  const card =
    event.target instanceof Element
      ? event.target.closest<HTMLElement>('.people [data-person]')
      : null
  moved =
    card && event.pointerType === 'touch' && event.isPrimary
      ? { card, id: event.pointerId, x: event.clientX, y: event.clientY, by: 0 }
      : null
})
document.addEventListener('pointermove', (event) => {
  if (moved?.id !== event.pointerId) return
  const by = event.clientX - moved.x
  if (moved.by === 0 && (Math.abs(by) < START || Math.abs(by) < Math.abs(event.clientY - moved.y)))
    return
  moved.by = by
  show(moved.card, Math.max(-MOST, Math.min(MOST, by)))
})
document.addEventListener('pointerup', (event) => {
  if (moved?.id !== event.pointerId) return
  const { card, by } = moved
  end()
  if (by === 0) return
  // What follows a swipe is no click on the card's link.
  addEventListener('click', stop, { capture: true, once: true })
  setTimeout(() => {
    removeEventListener('click', stop, { capture: true })
    if (by > ENOUGH) toggleLike(card)
    if (by < -ENOUGH) card.querySelector<HTMLElement>('[data-write]')?.click()
  })
})
document.addEventListener('pointercancel', end)

function show(card: HTMLElement, by: number): void {
  card.style.translate = `${by}px 0`
  card.dataset['swiped'] = by > ENOUGH ? 'like' : by < -ENOUGH ? 'write' : ''
}

function end(): void {
  moved?.card.style.removeProperty('translate')
  delete moved?.card.dataset['swiped']
  moved = null
}

function stop(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

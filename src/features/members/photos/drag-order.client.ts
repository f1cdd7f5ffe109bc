/** How far the mouse moves before a press is a drag. */
const SLACK = 6
/** Near the edge of the window, the page scrolls along. */
const EDGE = 80
const STEP = 14

type Drag = {
  tile: HTMLElement
  pointer: number
  x: number
  y: number
  before: Element[]
  isMoving: boolean
}

/**
 * Lets the tiles of a list be dragged into another order: by the whole picture with a mouse, by the handle with a
 * finger. `onDrop` gets the ids in the new order; Escape puts the tile back.
 */
export function letDrag(list: HTMLElement, onDrop: (ids: number[]) => void): void {
  let drag: Drag | null = null
  let scrolling = 0

  list.addEventListener('pointerdown', (event) => {
    const at = event.target instanceof Element ? event.target : null
    const grip =
      event.pointerType === 'mouse'
        ? at?.closest('[data-grip][data-ready]')
        : at?.closest('[data-handle]')
    const tile = grip?.closest<HTMLElement>('[data-photo-id]')
    if (!tile || event.button !== 0 || 'leaving' in tile.dataset) return
    // Else the browser would drag the picture as a file, or select text.
    event.preventDefault()
    drag = {
      tile,
      pointer: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      before: [...list.children],
      isMoving: false,
    }
    list.setPointerCapture(event.pointerId)
  })

  list.addEventListener('pointermove', (event) => {
    if (drag?.pointer !== event.pointerId) return
    if (!drag.isMoving && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < SLACK) return
    drag.isMoving = true
    drag.tile.dataset['dragged'] = ''
    follow(drag, event.clientX, event.clientY)
    const over = tileAt(event.clientX, event.clientY)
    if (over && over !== drag.tile) {
      const [from, to] = [[...list.children].indexOf(drag.tile), [...list.children].indexOf(over)]
      list.insertBefore(drag.tile, from < to ? over.nextElementSibling : over)
      follow(drag, event.clientX, event.clientY)
    }
    scrollNear(event.clientY)
  })

  list.addEventListener('pointerup', (event) => {
    if (drag?.pointer === event.pointerId) end(true)
  })
  list.addEventListener('pointercancel', () => end(false))
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && drag) end(false)
  })

  function end(isKept: boolean): void {
    const done = drag
    drag = null
    cancelAnimationFrame(scrolling)
    if (!done) return
    delete done.tile.dataset['dragged']
    done.tile.style.translate = ''
    if (!done.isMoving) return
    if (isKept)
      onDrop(
        [...list.querySelectorAll<HTMLElement>('[data-photo-id]')].map((tile) =>
          Number(tile.dataset['photoId']),
        ),
      )
    else list.append(...done.before)
  }

  /** The tile's middle follows the pointer, wherever in the list it is now. */
  function follow({ tile }: Drag, x: number, y: number): void {
    tile.style.translate = ''
    const { left, top, width } = tile.getBoundingClientRect()
    tile.style.translate = `${x - left - width / 2}px ${y - top - width / 2}px`
  }

  function tileAt(x: number, y: number): HTMLElement | null {
    const found = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-photo-id]')
    return found && list.contains(found) ? found : null
  }

  function scrollNear(y: number): void {
    cancelAnimationFrame(scrolling)
    const by = y < EDGE ? -STEP : y > innerHeight - EDGE ? STEP : 0
    if (by === 0) return
    const step = () => {
      if (!drag) return
      scrollBy(0, by)
      scrolling = requestAnimationFrame(step)
    }
    scrolling = requestAnimationFrame(step)
  }
}

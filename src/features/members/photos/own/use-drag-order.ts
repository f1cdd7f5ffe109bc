import {
  type PointerEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

/** How far the mouse moves before a press is a drag. */
const SLACK = 6
/** Near the edge of the window, the page scrolls along. */
const EDGE = 80
const STEP = 14

type Drag = { id: number; pointer: number; x: number; y: number; isMoving: boolean }

/**
 * Lets tiles be dragged into another order: `ids` in the order to be shown, and the tile that is
 * dragged. `onDrop` gets the new order; Escape puts the tile back.
 */
export function useDragOrder(order: readonly number[], onDrop: (ids: readonly number[]) => void) {
  const [draft, setDraft] = useState<readonly number[] | null>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const drag = useRef<Drag | null>(null)
  const scrolling = useRef(0)
  const tiles = useRef(new Map<number, HTMLElement>())
  const ids = draft ?? order

  /** The tile's middle follows the pointer, wherever in the list it is now. */
  const follow = () => {
    const tile = drag.current && tiles.current.get(drag.current.id)
    if (!drag.current?.isMoving || !tile) return
    tile.style.translate = ''
    const { left, top, width, height } = tile.getBoundingClientRect()
    tile.style.translate = `${drag.current.x - left - width / 2}px ${drag.current.y - top - height / 2}px`
  }
  useLayoutEffect(follow, [draft])

  const end = (isKept: boolean) => {
    const done = drag.current
    drag.current = null
    cancelAnimationFrame(scrolling.current)
    if (!done) return
    const tile = tiles.current.get(done.id)
    if (tile) tile.style.translate = ''
    setDragged(null)
    setDraft(null)
    if (!done.isMoving) return
    // The click that follows opens nothing.
    addEventListener('click', stop, { capture: true, once: true })
    setTimeout(() => removeEventListener('click', stop, { capture: true }))
    if (isKept) onDrop(ids)
  }
  const press = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'Escape') end(false)
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [])

  const scrollNear = (y: number) => {
    cancelAnimationFrame(scrolling.current)
    const by = y < EDGE ? -STEP : y > innerHeight - EDGE ? STEP : 0
    if (by === 0) return
    const step = () => {
      if (!drag.current) return
      scrollBy(0, by)
      follow()
      scrolling.current = requestAnimationFrame(step)
    }
    scrolling.current = requestAnimationFrame(step)
  }

  /** The photo over whose place in the list the pointer is. */
  const at = ({ clientX, clientY }: PointerEvent): number | undefined =>
    ids.find((id) => {
      const box =
        id === drag.current?.id ? undefined : tiles.current.get(id)?.getBoundingClientRect()
      return (
        box !== undefined &&
        clientX >= box.left &&
        clientX <= box.right &&
        clientY >= box.top &&
        clientY <= box.bottom
      )
    })

  const hold = useCallback((id: number, tile: HTMLElement | null) => {
    if (tile) tiles.current.set(id, tile)
    else tiles.current.delete(id)
  }, [])
  /** A tile is dragged by its whole picture with a mouse, by the handle with a finger. */
  const grip = useCallback((id: number, by: 'picture' | 'handle', event: PointerEvent) => {
    if (event.button !== 0 || (by === 'picture' && event.pointerType !== 'mouse')) return
    const { pointerId, clientX, clientY } = event
    drag.current = { id, pointer: pointerId, x: clientX, y: clientY, isMoving: false }
  }, [])

  return {
    ids,
    dragged,
    hold,
    grip,
    /** Of the list. */
    handlers: {
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const now = drag.current
        if (now?.pointer !== event.pointerId) return
        const far = Math.hypot(event.clientX - now.x, event.clientY - now.y)
        if (!now.isMoving && far < SLACK) return
        if (!now.isMoving) event.currentTarget.setPointerCapture(event.pointerId)
        Object.assign(now, { isMoving: true, x: event.clientX, y: event.clientY })
        setDragged(now.id)
        follow()
        const over = at(event)
        if (over !== undefined) {
          setDraft(ids.filter((id) => id !== now.id).toSpliced(ids.indexOf(over), 0, now.id))
        }
        scrollNear(event.clientY)
      },
      onPointerUp(event: PointerEvent) {
        if (drag.current?.pointer === event.pointerId) end(true)
      },
      onPointerCancel: () => end(false),
      // Else the browser would drag the picture as a file.
      onDragStart: (event: { preventDefault(): void }) => event.preventDefault(),
    },
  }
}

function stop(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

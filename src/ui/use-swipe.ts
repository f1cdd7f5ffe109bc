import { type PointerEvent, useRef, useState } from 'react'

/**
 * Pixels until a finger that moves sideways swipes, until it has an effect when it leaves, and that
 * it moves at most.
 */
const START = 12
const ENOUGH = 72
const MOST = 96

type Side = 'left' | 'right'

/**
 * A finger that moves something sideways: where it is now, and what it does once the finger leaves.
 */
export function useSwipe(does: Readonly<Record<Side, () => void>>) {
  const from = useRef<{ id: number; x: number; y: number } | null>(null)
  const [by, setBy] = useState(0)
  const latest = useRef(0)
  const move = (pixels: number) => {
    latest.current = pixels
    setBy(pixels)
  }
  const side: Side | null = by > ENOUGH ? 'right' : by < -ENOUGH ? 'left' : null
  const end = () => {
    from.current = null
    move(0)
  }
  return {
    by: Math.max(-MOST, Math.min(MOST, by)),
    side,
    handlers: {
      onPointerDown({ pointerType, isPrimary, pointerId, clientX, clientY }: PointerEvent) {
        if (pointerType === 'touch' && isPrimary)
          from.current = { id: pointerId, x: clientX, y: clientY }
      },
      onPointerMove({ pointerId, clientX, clientY }: PointerEvent) {
        const start = from.current
        if (start?.id !== pointerId) return
        const moved = clientX - start.x
        const isStill =
          latest.current === 0 &&
          (Math.abs(moved) < START || Math.abs(moved) < Math.abs(clientY - start.y))
        if (!isStill) move(moved)
      },
      onPointerUp({ pointerId }: PointerEvent) {
        if (from.current?.id !== pointerId) return
        const moved = latest.current
        end()
        if (moved === 0) return
        // What follows a swipe is no click on what was swiped.
        addEventListener('click', stop, { capture: true, once: true })
        setTimeout(() => {
          removeEventListener('click', stop, { capture: true })
          if (moved > ENOUGH) does.right()
          if (moved < -ENOUGH) does.left()
        })
      },
      onPointerCancel: end,
    },
  }
}

function stop(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

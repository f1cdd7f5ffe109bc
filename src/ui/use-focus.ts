import { type RefObject, useEffect, useRef } from 'react'

/** Where the focus goes when what had it is gone: to what `ref` holds, once after `move()`. */
export function useFocus<T extends HTMLElement>(): { ref: RefObject<T | null>; move: () => void } {
  const ref = useRef<T>(null)
  const wanted = useRef(false)
  // After each render, since the one that takes the row away is not known beforehand.
  useEffect(() => {
    if (!wanted.current) return
    wanted.current = false
    ref.current?.focus()
  })
  return { ref, move: () => (wanted.current = true) }
}

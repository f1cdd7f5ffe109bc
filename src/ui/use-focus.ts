import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Where the focus goes when what had it is gone: `move` gives it to what `ref` holds, after the
 * next render.
 */
export function useFocus<T extends HTMLElement>(): [ref: RefObject<T | null>, move: () => void] {
  const ref = useRef<T>(null)
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    if (asked > 0) ref.current?.focus({ preventScroll: true })
  }, [asked])
  return [ref, () => setAsked((before) => before + 1)]
}

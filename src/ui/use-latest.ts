import { useRef } from 'react'

/** The latest value that was one: a dialog keeps what it showed while it closes, and is loaded with its first. */
export function useLatest<T>(value: T | null): T | null {
  const latest = useRef<T | null>(null)
  if (value !== null) latest.current = value
  return latest.current
}

import { useState } from 'react'

/**
 * The latest value that was one: a dialog keeps what it showed while it closes, and is loaded with
 * its first.
 */
export function useLatest<T>(value: T | null): T | null {
  const [latest, setLatest] = useState(value)
  if (value !== null && value !== latest) setLatest(value)
  return value ?? latest
}

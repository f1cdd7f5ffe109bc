import { useLayoutEffect, useState } from 'react'

/**
 * Keeps what was typed into a text area before hydration, and the caret: React writes the text that the server sent over
 * it. Inputs and empty areas it leaves alone. `id` is the area's, by `useId`.
 */
export function useEarlyText(id: string): void {
  const [early] = useState(() => {
    const area = areaOf(id)
    return area && { value: area.value, start: area.selectionStart, end: area.selectionEnd }
  })
  useLayoutEffect(() => {
    const area = areaOf(id)
    if (!early || !area || area.value === early.value) return
    area.value = early.value
    area.setSelectionRange(early.start, early.end)
  }, [])
}

/** Null on the server, and where the area comes only now. */
function areaOf(id: string): HTMLTextAreaElement | null {
  if (typeof document === 'undefined') return null
  const found = document.getElementById(id)
  return found instanceof HTMLTextAreaElement ? found : null
}

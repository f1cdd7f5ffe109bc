import { useEffect, useEffectEvent } from 'react'
import { localKept } from '#lib/browser.ts'
import { KEYS_OFF } from '../stored-user.ts'

/** What a key does, or does again while it is held; false where it means nothing just now. */
export type Keys = Readonly<Partial<Record<string, (isHeld: boolean) => boolean | void>>>

/**
 * Keys of the whole page. Where something is typed, chosen or open, a key means that; single
 * letters can be turned off. `isFirst`: before those of the layout.
 */
export function useKeys(keys: Keys, isFirst = false): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
    // A letter that is held down does its act once.
    if (isTaken(event) || (event.repeat && event.key.length === 1)) return
    // The list of keys is how somebody turns them on again; many keyboards have both signs with
    // Shift.
    if (event.shiftKey && event.key !== '?' && event.key !== '/') return
    // With Caps Lock, too.
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    if (/^[a-z\d/]$/.test(key) && localKept.getItem(KEYS_OFF) !== null) return
    const act = keys[key]
    if (act && act(event.repeat) !== false) event.preventDefault()
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', hear, { capture: isFirst })
    return () => document.removeEventListener('keydown', hear, { capture: isFirst })
  }, [isFirst])
}

/** Of a radio button, only the arrows. */
function isTaken({ target, key }: KeyboardEvent): boolean {
  const free = key.length === 1 ? '[type=checkbox], [type=radio]' : '[type=checkbox]'
  return (
    target instanceof Element &&
    target.closest(`input:not(${free}), textarea, select, [contenteditable], dialog, [popover]`) !==
      null
  )
}

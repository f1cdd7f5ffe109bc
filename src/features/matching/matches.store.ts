import { atom } from 'nanostores'
import type { Picture } from '../photos/photos.contract.ts'

/** Somebody as far as a heart or a match has to know them. */
export type Person = { id: number; username: string; picture: Picture | null }

/** The match to show now; null when there is nothing to celebrate. */
export const $match = atom<Person | null>(null)

let waiting: Person[] = []
const announced = new Set<number>()

/**
 * Shows a match, once: it comes both with the answer to one's own like and over the event stream. While one
 * is shown, the next waits.
 */
export function announceMatch(person: Person): void {
  if (announced.has(person.id)) return
  announced.add(person.id)
  if ($match.get() === null) $match.set(person)
  else waiting.push(person)
}

/** Closes the match that is shown. */
export function dismissMatch(): void {
  const [next = null, ...rest] = waiting
  waiting = rest
  $match.set(next)
}

/** After a like was taken back, a match with the same member is news again. */
export function forgetMatch(memberId: number): void {
  announced.delete(memberId)
  waiting = waiting.filter((person) => person.id !== memberId)
  if ($match.get()?.id === memberId) dismissMatch()
}

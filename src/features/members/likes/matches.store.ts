import { atom } from 'nanostores'
import type { Picture } from '#core/people/pictures/pictures.contract.ts'

export type LikedPerson = {
  id: number
  username: string
  picture: Picture | null
}

export const $match = atom<LikedPerson | null>(null)

let waiting: LikedPerson[] = []
const announced = new Set<number>()

/** Shows a match once, although both the response of a like and the event stream report it. */
export function announceMatch(person: LikedPerson): void {
  if (announced.has(person.id)) return
  announced.add(person.id)
  if ($match.get() === null) $match.set(person)
  else waiting.push(person)
}

export function dismissMatch(): void {
  const [next = null, ...rest] = waiting
  waiting = rest
  $match.set(next)
}

export function forgetMatch(memberId: number): void {
  announced.delete(memberId)
  waiting = waiting.filter((person) => person.id !== memberId)
  if ($match.get()?.id === memberId) dismissMatch()
}

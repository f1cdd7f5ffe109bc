import { atom } from 'nanostores'
import type { SourceType } from '../prices/upgrade-source.ts'

export type Shortage = {
  /** What was to be paid, as the beginning of a sentence. */
  what: string
  price: number
  /** Why, for the way back after buying. */
  source: SourceType
  other: number | null
  /** Whether something is written that is kept. */
  isWritten?: boolean
}

export const $shortage = atom<Shortage | null>(null)

export function showInsufficientCredits(shortage: Shortage): void {
  $shortage.set(shortage)
}

import { atom } from 'nanostores'

export type Recorded = { blob: Blob; seconds: number }
/** The open recorder: for whom, and what is recorded so far. */
export type Recorder = { otherId: number; recorded: Recorded | null; transcript: string }

export const $recorder = atom<Recorder | null>(null)

/** What was recorded and neither sent nor deleted, until the page is left. */
const kept = new Map<number, Recorder>()

export function keptFor(otherId: number): Recorder | undefined {
  return kept.get(otherId)
}

/** Closes the recorder; with something recorded, it opens with that again. */
export function closeRecorder(unsent: Recorder | null): void {
  const otherId = unsent?.otherId ?? $recorder.get()?.otherId
  if (unsent) kept.set(unsent.otherId, unsent)
  else if (otherId !== undefined) kept.delete(otherId)
  $recorder.set(null)
}

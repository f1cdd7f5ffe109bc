import { atom } from 'nanostores'
import { choiceFor, keepChoice } from '../writing/kept-choices.client.ts'
import { MIN_SECONDS } from './recordings.ts'

/**
 * `key`: the one under which it goes out until it is sent, as a draft’s; the release before kept
 * none.
 */
export type Recorded = { blob: Blob; seconds: number; key?: string | undefined }
/** The open recorder: for whom, and what is recorded so far. */
export type Recorder = { otherId: number; recorded: Recorded | null; transcript: string }

export const $recorder = atom<Recorder | null>(null)

let timer: ReturnType<typeof setTimeout> | undefined

/** Opens the recorder with what was recorded for somebody and neither sent nor deleted. */
export async function openRecorder(otherId: number): Promise<void> {
  $recorder.set(
    (await choiceFor<Recorder>('recording', otherId)) ?? {
      otherId,
      recorded: null,
      transcript: '',
    },
  )
}

/** Kept as it is typed, since a page may go without closing the recorder. */
export function changeRecorder(change: Partial<Pick<Recorder, 'recorded' | 'transcript'>>): void {
  const open = $recorder.get()
  if (!open) return
  const changed = { ...open, ...change }
  $recorder.set(changed)
  clearTimeout(timer)
  if (isLongEnough(changed))
    timer = setTimeout(() => void keepChoice('recording', open.otherId, changed), 300)
}

/** Closes the recorder; with something recorded, it opens with that again. */
export function closeRecorder(stopped: Recorded | null): void {
  const open = $recorder.get()
  if (!open) return
  const unsent = { ...open, recorded: stopped ?? open.recorded }
  end(open.otherId, isLongEnough(unsent) ? unsent : null)
}

/** Closes the recorder, after what was recorded is sent or deleted. */
export function forgetRecorded(): void {
  const open = $recorder.get()
  if (open) end(open.otherId, null)
}

function end(otherId: number, unsent: Recorder | null): void {
  clearTimeout(timer)
  void keepChoice('recording', otherId, unsent)
  $recorder.set(null)
}

function isLongEnough({ recorded }: Recorder): boolean {
  return recorded !== null && recorded.seconds >= MIN_SECONDS
}

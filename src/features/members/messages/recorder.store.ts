import { atom } from 'nanostores'
import { choiceFor, keepChoice } from './kept-choices.client.ts'

/** `key`: the one under which it goes out until it is sent, as a draft’s; the release before kept none. */
export type Recorded = { blob: Blob; seconds: number; key?: string | undefined }
/** The open recorder: for whom, and what is recorded so far. */
export type Recorder = { otherId: number; recorded: Recorded | null; transcript: string }

export const $recorder = atom<Recorder | null>(null)

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

export function keepRecorded(recorder: Recorder): void {
  void keepChoice('recording', recorder.otherId, recorder)
}

/** Closes the recorder; with something recorded, it opens with that again. */
export function closeRecorder(unsent: Recorder | null): void {
  const otherId = unsent?.otherId ?? $recorder.get()?.otherId
  if (otherId !== undefined) void keepChoice('recording', otherId, unsent)
  $recorder.set(null)
}

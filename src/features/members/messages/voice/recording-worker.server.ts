import { ApiError, fieldError } from '#api/errors.ts'
import { hit, tooMany, undoHit } from '#api/limits.server.ts'
import type { Services } from '#api/services.server.ts'
import { SECOND } from '#lib/clock.ts'
import { openWorker, WorkerError } from '#lib/worker-processes.server.ts'
import { MAX_SECONDS } from './recordings.ts'
import type { Transcoded } from './transcode.server.ts'

/** A minute takes half a second. */
const decoder = openWorker<Uint8Array, Transcoded>(
  new URL('transcode-worker.server.ts', import.meta.url),
  {
    mostTime: 10 * SECOND,
    mostWaiting: 20,
    memoryMb: 128,
  },
)

const refusals: Record<Extract<Transcoded, { refused: string }>['refused'], string> = {
  unreadable: 'This is no recording that we can read. Please record it once more.',
  tooLong: `Please record at most ${MAX_SECONDS} seconds.`,
  tooShort: 'This is too short to be heard. Please record it once more.',
  silent: 'Nothing is to be heard. Please check your microphone, and record it once more.',
}

export type Recording = { bytes: Uint8Array; milliseconds: number }

/** What is refused costs its sender nothing, and the decoder's time, which all share. */
const REFUSED = { most: 5, seconds: 30 * 60 }
const TOO_MANY_REFUSED =
  'Several recordings in a row could not be sent. Please check your microphone, and try again in half an hour.'

/**
 * Decodes a member's recording and encodes its sound anew. Throws `invalid` with the reason,
 * `busy`, or `tooMany` where too many of theirs were refused; those being decoded count until they
 * are done.
 */
export async function reencode(
  { db }: Pick<Services, 'db'>,
  memberId: number,
  bytes: Uint8Array,
  at: Date,
): Promise<Recording> {
  const key = `voice-refused:${memberId}`
  const { number, endsAt } = await hit(db, key, REFUSED, at)
  if (number > REFUSED.most) throw tooMany(endsAt, at, TOO_MANY_REFUSED)
  const result = await decoder.run(bytes).catch(async (error: unknown): Promise<Transcoded> => {
    if (!(error instanceof WorkerError)) throw error
    if (error.why !== 'full') return { refused: 'unreadable' }
    await undoHit(db, key)
    throw new ApiError('busy', { headers: { 'Retry-After': '3' } })
  })
  if ('refused' in result) throw fieldError('recording', refusals[result.refused])
  await undoHit(db, key)
  return result
}

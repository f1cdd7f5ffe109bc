import { createHash, randomBytes } from 'node:crypto'
import { type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import { claimOfWords, earlierAnswer, once } from '#api/idempotency.server.ts'
import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import type { Job } from '#jobs/worker.server.ts'
import { DAY } from '#lib/clock.ts'
import { photoViewer } from '#members/photos/files/addresses.server.ts'
import { sweepFiles } from '#members/photos/files/sweep.server.ts'
import { present } from '../messages.server.ts'
import { warningFor } from '../writing/questions.server.ts'
import { refuseMessage, deliver } from '../writing/sending.server.ts'
import { reencode } from './recording-worker.server.ts'
import { recordingOf, recordingsThatExist } from './recordings.sql.ts'
import { readRecordingName, recordingName } from './recordings.ts'
import { sendVoice } from './voice.contract.ts'

type Sent = { id: number; currentCredits: number | null }
type Voice = {
  id: number
  recording: Blob
  transcript: string
  isSure: boolean
  key?: string | undefined
}

const voiceHandler = handle(sendVoice, async (call) => {
  const { form, scope, services } = call
  if (!scope.brand.flags.audioMessageFS)
    throw new ApiError('forbidden', 'There are no voice messages on this site.')
  const { id, currentCredits } = await sendOnce(services, scope, form, call)
  const recording = await recordingOf(services.db, id)
  if (!recording) throw new ApiError('conflict', 'This message was sent, and is no longer there.')
  const { body, sentAt } = recording
  return {
    message: present(
      {
        id,
        senderId: scope.member.id,
        kind: 'voice',
        body,
        recording,
        viewOnce: null,
        warning: null,
        sentAt,
      },
      photoViewer(services, scope),
      false,
    ),
    currentCredits,
  }
})

/** Decoding comes first and is expensive: what would be refused anyway is refused before. */
async function sendOnce(
  services: Services,
  scope: Scope,
  { id: to, recording, transcript: body, isSure, key: draft }: Voice,
  call: Parameters<typeof claimOfWords>[0],
): Promise<Sent> {
  const bytes = new Uint8Array(await recording.arrayBuffer())
  const sound = createHash('sha256').update(bytes).digest('hex')
  const claim = claimOfWords(
    { request: call.request, at: call.at, body: { to, sound, body } },
    'POST /message/voice',
    scope.member.id,
    {
      key: draft,
      to,
      sound,
      body,
    },
  )
  const earlier = await earlierAnswer<Sent>(services.db, claim)
  if (earlier) return earlier
  const warning = await warningFor(services.db, scope, { to, kind: 'voice', body, isSure })
  const message = { to, kind: 'voice', body, warning } as const
  await refuseMessage(services.db, scope, message)
  const made = await reencode(services, scope.member.id, bytes, call.at)
  const key = randomBytes(16).toString('hex')
  const name = recordingName(key)
  await services.photoFiles.write(new Map([[name, made.bytes]]))
  try {
    return await once(services.db, claim, (trx) =>
      deliver(trx, scope, { ...message, recording: { key, milliseconds: made.milliseconds } }),
    )
  } finally {
    // Also where the same message was faster, and where only the answer of the commit was lost.
    await forgetUnusedRecordings(services, [name])
  }
}

/** Deletes files that certainly belong to no message, and that no report holds. */
export async function forgetUnusedRecordings(
  { db, log, photoFiles }: Services,
  names: readonly string[],
): Promise<void> {
  try {
    const known = await recordingsThatExist(
      db,
      names.map(readRecordingName).filter((key) => key !== null),
    )
    await photoFiles.remove(names.filter((name) => !known.has(readRecordingName(name) ?? '')))
  } catch (error) {
    log.error({ error }, 'files of recordings not removed; the sweep will')
  }
}

/** Removes files that a crash left without a message, and those of erased messages. */
export const recordingSweepJob: Job = {
  name: 'recordingSweep',
  period: DAY,
  start: (services) => ({
    run: (stopping) =>
      sweepFiles(services, stopping, {
        isSwept: (name) => readRecordingName(name) !== null,
        remove: forgetUnusedRecordings,
      }),
  }),
}

export const voiceHandlers: Handler[] = [voiceHandler]

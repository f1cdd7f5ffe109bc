import { expect } from 'vitest'
import { addHashes, changeHashTable } from '#members/photos/hashes/hash-table.sql.ts'
import { hashesOfFile } from '#members/photos/hashes/picture-hashes.server.ts'
import type { PhotoVerdict } from '#staff/decisions/statements/refusal-reasons.ts'
import { getPreserved } from '#staff/hash-lists/preserved.contract.ts'
import { preservedJob } from '#staff/hash-lists/preserved.server.ts'
import { readPreservedName } from '#staff/hash-lists/preserved.ts'
import { judgeNewPhoto } from '#staff/queue/console.contract.ts'
import type { CastMember } from '#tests/support/cast.ts'
import { drawnPhoto, storedFiles, upload } from '#tests/support/photos.ts'
import { queueOf, takesTask } from '#tests/support/verdicts.ts'
import { Ann, app, Eve, inTransaction, next, ran, takesEffect } from '../decisions/decision-cast.ts'

/** A picture that a list knows, as members add it and leads judge it. */

export type Picture = { bytes: Uint8Array; pdq: string; sha256: string }
type Task = { id: number; key: string }

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** Puts a new picture into the hash table as a list has it. */
export async function listed(
  list = 'file',
  kinds: ReadonlyArray<'sha256' | 'pdq'> = ['pdq'],
): Promise<Picture> {
  const bytes = await drawnPhoto(next())
  const hashes = (await hashesOfFile(bytes)) ?? expect.fail('the picture cannot be read')
  await inTransaction(async (trx) => {
    await changeHashTable(trx)
    const added = kinds.map((kind) => ({ kind, hash: hashes[kind] }))
    await addHashes(trx, added, {
      list,
      action: 'hold',
      why: 'On the list.',
      by: null,
      at: app.clock.now(),
    })
  })
  return { bytes, pdq: hex(hashes.pdq), sha256: hex(hashes.sha256) }
}

export async function takes(
  queue: 'matches' | 'viewOnceMatches' = 'matches',
  who: CastMember = Eve,
): Promise<Task> {
  await takesTask(who, queue)
  const { held } = await queueOf(who, queue)
  return { id: held?.id ?? expect.fail('no match waits'), key: held?.photo?.key ?? '' }
}

/** Ann adds a picture of a list, which Eve then holds. */
export async function matches(
  picture: Picture,
  who: CastMember = Eve,
): Promise<Task & { photoId: number }> {
  const photo = await upload(Ann, picture.bytes)
  return { ...(await takes('matches', who)), photoId: photo.id }
}

export const judges = ({ id, key }: Task, verdict: PhotoVerdict, who: CastMember = Eve) =>
  who.calls(judgeNewPhoto, { body: { id, key, verdict } })

/** Ann adds a picture that a list knows, and Eve confirms it. */
export async function confirmed(picture?: Picture): Promise<{ photoId: number; copy: number }> {
  const match = await matches(picture ?? (await listed()))
  await judges(match, 'young')
  await takesEffect()
  return {
    photoId: match.photoId,
    copy: (await preserved()).copies[0]?.id ?? expect.fail('no copy is kept'),
  }
}

export const preserved = (who: CastMember = Eve, query: { before?: number } = {}) =>
  who.calls(getPreserved, { query })
export const copyFiles = async () =>
  (await storedFiles(app)).filter((name) => readPreservedName(name) !== null)
export const runsJob = () => ran(preservedJob)

import type { Services } from '#api/services.server.ts'
import { contactOf } from '#core/accounts/standing/account-status.sql.ts'
import type { Job } from '#jobs/worker.server.ts'
import { later, MINUTE } from '#lib/clock.ts'
import { brandById } from '#sites/registry.ts'
import { copyOf, namedOnce } from './copy.server.ts'
import { EXPORT_JOB, EXPORT_KEPT } from './export-file.ts'
import {
  addPart,
  claimExport,
  type Export,
  markFailed,
  markReady,
  noteProgress,
  releaseExport,
} from './exports.sql.ts'
import { exportReadyMail } from './mails.ts'

const MAX_TRIES = 3
/** Bytes in a row of the file: what a download and the job hold in memory. */
const PART = 512 * 1024

/** Makes the copies of data that members have asked for, one at a time. */
export const exportJob: Job = {
  name: EXPORT_JOB,
  period: MINUTE,
  start: (services) => ({
    async run(stopping) {
      while (!stopping.aborted) {
        const next = await claimExport(services.db, services.clock.now())
        if (!next) return
        await makeCopy(services, next, stopping).catch(async (error: unknown) => {
          services.log.error({ export: next.id, error }, 'a copy of data could not be made')
          if (next.tries >= MAX_TRIES) await markFailed(services.db, next.id, services.clock.now())
        })
      }
    },
  }),
}

async function makeCopy(
  services: Services,
  { id, accountId, brand: brandId }: Export,
  stopping: AbortSignal,
): Promise<void> {
  const { db, clock } = services
  // Loaded on use: only a few copies a day are made.
  const { makeZip } = await import('client-zip')
  const zip = makeZip(
    namedOnce(
      copyOf(services, accountId, (done, total) =>
        noteProgress(db, id, { done, total, at: clock.now() }),
      ),
    ),
  )
  const bytes = await storeParts(services, id, zip, stopping)
  if (bytes === null) return releaseExport(db, id)
  const at = clock.now()
  const brand = brandById(brandId)
  await db.transaction().execute(async (trx) => {
    if (!(await markReady(trx, id, bytes, at))) return
    const contact = await contactOf(trx, accountId)
    if (brand && contact)
      await services.queueMail(
        trx,
        exportReadyMail(services, brand, { id: accountId, ...contact }, later(at, EXPORT_KEPT)),
      )
  })
}

/** Writes the file in parts of equal size; returns its size, or null if the process stops. */
async function storeParts(
  { db }: Services,
  id: number,
  zip: ReadableStream<Uint8Array>,
  stopping: AbortSignal,
): Promise<number | null> {
  let held: Uint8Array[] = []
  let size = 0
  let bytes = 0
  let part = 0
  const flush = async () => {
    if (size === 0) return
    await addPart(db, id, part, Buffer.concat(held))
    part += 1
    held = []
    size = 0
  }
  const reader = zip.getReader()
  for (;;) {
    if (stopping.aborted) return abandon(reader)
    const { done, value } = await reader.read()
    if (done) break
    held.push(value)
    size += value.length
    bytes += value.length
    if (size >= PART) await flush()
  }
  await flush()
  return bytes
}

/**
 * Ends the generators behind the file. The zip library rejects with the reason that it is given.
 */
async function abandon(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<null> {
  const reason = new Error('the process stops')
  await reader.cancel(reason).catch((error: unknown) => {
    if (error !== reason) throw error
  })
  return null
}

import type { Services } from '#api/services.server.ts'
import type { Job } from '#jobs/worker.server.ts'
import { DAY, HOUR, later } from '#lib/clock.ts'
import { keysThatExist } from '../photos.sql.ts'
import { keyOf, namesOf } from '../photos.ts'
import { withoutHeld } from '../report-holds.sql.ts'
import { deleteRemoved, removedBefore } from '../review.sql.ts'

/** Longer than any upload takes, so that an older file without a row will never get one. */
const GRACE_PERIOD = HOUR
const AT_ONCE = 600

type Sweep = {
  isSwept: (name: string) => boolean
  remove: (services: Services, names: readonly string[]) => Promise<void>
}

/**
 * Hands files that are old enough to `remove`, some hundred at once; it deletes those to which no
 * row belongs.
 */
export async function sweepFiles(
  services: Services,
  stopping: AbortSignal,
  { isSwept, remove }: Sweep,
): Promise<void> {
  const before = later(services.clock.now(), -GRACE_PERIOD)
  let names: string[] = []
  for await (const { name, writtenAt } of services.photoFiles.list()) {
    if (stopping.aborted) return
    if (writtenAt < before && isSwept(name)) names.push(name)
    if (names.length < AT_ONCE) continue
    await remove(services, names)
    names = []
  }
  await remove(services, names)
}

/**
 * Photos, and what interrupted writes left. What other features keep in the store, they sweep
 * themselves; what is not ours stays, since a bucket may hold more, such as backups of the
 * database.
 */
const isSwept = (name: string) =>
  keyOf(name) !== null || /^[a-z0-9-]+\.(?:avif|webp|jpg|mp3)\.part$/.test(name)

export const photoSweepJob: Job = {
  name: 'photoSweep',
  period: DAY,
  start: (services) => ({
    run: (stopping) => sweepFiles(services, stopping, { isSwept, remove: removeOrphans }),
  }),
}

const REMOVED_AT_ONCE = 20

/**
 * Deletes photos that were removed before a moment, with their files; those of a report stay with
 * it. Returns how many.
 */
export async function sweepRemovedPhotos(
  { db, photoFiles }: Pick<Services, 'db' | 'photoFiles'>,
  before: Date,
): Promise<number> {
  const rows = await removedBefore(db, before, REMOVED_AT_ONCE)
  if (rows.length === 0) return 0
  // Files first, so that a row says what is left to do.
  await photoFiles.remove(await withoutHeld(db, rows.flatMap(namesOf)))
  await deleteRemoved(
    db,
    rows.map(({ id }) => id),
    before,
  )
  return rows.length
}

async function removeOrphans(
  { db, log, photoFiles }: Services,
  names: readonly string[],
): Promise<void> {
  const known = await keysThatExist(db, [
    ...new Set(names.map(keyOf).filter((key) => key !== null)),
  ])
  const orphans = names.filter((name) => !known.has(keyOf(name) ?? ''))
  if (orphans.length === 0) return
  await photoFiles.remove(orphans)
  log.info({ files: orphans.length }, 'photo files without a photo removed')
}

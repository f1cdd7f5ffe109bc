import { ApiError } from '#api/errors.ts'
import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import type { Db } from '#db/connection.server.ts'
import { inBatches, type Job } from '#jobs/worker.server.ts'
import { HOUR, later, MINUTE, SECOND } from '#lib/clock.ts'
import { addSeen, seenWith, type Sketch, sketchOf, sweepSeen } from './seen.sql.ts'
import { FREE_PEOPLE, MAX_PEOPLE, shareUntilAllowed } from './seen.ts'

/**
 * Lists, search, widgets and profiles count together; people seen within the hour count once.
 * Throws `tooMany`.
 */
export async function countSeen(
  { db, log }: Pick<Services, 'db' | 'log'>,
  { member, at }: Scope,
  ids: readonly number[],
): Promise<void> {
  const others = ids.filter((id) => id !== member.id)
  if (others.length === 0) return
  const sketch = sketchOf(member.id, others)
  const known = seenCacheOf(db)
  if (known.has(member.id, sketch, at)) return
  const since = await addSeen(db, member.id, sketch, at)
  if (since) return known.note(member.id, sketch, later(since, HOUR))
  const seen = await seenWith(db, member.id, sketch, at)
  if (seen.isKnown) return known.note(member.id, sketch, later(seen.startedAt, HOUR))
  const wait = Math.max(10, Math.ceil((shareUntilAllowed(seen) - seen.share) * (HOUR / SECOND)))
  const isOver = seen.now + seen.before > MAX_PEOPLE
  log.info({ accountId: member.id, people: Math.round(seen.now), wait }, 'many people seen')
  throw new ApiError('tooMany', {
    detail: isOver
      ? `You have seen ${MAX_PEOPLE} people within an hour, which is as many as we show. There are more in ${inMinutes(wait)}.`
      : `You have seen ${FREE_PEOPLE} people in a short time. We show more of them in ${inMinutes(wait)}.`,
    headers: { 'Retry-After': String(wait) },
  })
}

/**
 * Cache of the people that accounts have seen in the current hour, to skip the database if all are
 * known.
 */
type SeenCache = {
  has(accountId: number, sketch: Sketch, at: Date): boolean
  note(accountId: number, sketch: Sketch, until: Date): void
}

/** Cache size in accounts; one entry takes a kilobyte. */
const MAX_KNOWN = 10_000
const seenCaches = new WeakMap<Db, SeenCache>()

function seenCacheOf(db: Db): SeenCache {
  const known = seenCaches.get(db) ?? createSeenCache()
  seenCaches.set(db, known)
  return known
}

function createSeenCache(): SeenCache {
  const hours = new Map<number, { seen: Sketch; until: Date }>()
  return {
    has(accountId, sketch, at) {
      const hour = hours.get(accountId)
      return (
        hour !== undefined &&
        at < hour.until &&
        sketch.every((bits, index) => ((hour.seen[index] as number) & bits) === bits)
      )
    },
    note(accountId, sketch, until) {
      const hour = hours.get(accountId)
      hours.delete(accountId)
      const seen =
        hour?.until.getTime() === until.getTime() ? hour.seen : Buffer.alloc(sketch.length)
      sketch.forEach((bits, index) => (seen[index] = (seen[index] as number) | bits))
      hours.set(accountId, { seen, until })
      // Evicts the oldest entry; the next request of that account reads the database.
      if (hours.size > MAX_KNOWN) hours.delete(hours.keys().next().value as number)
    },
  }
}

function inMinutes(seconds: number): string {
  const minutes = Math.ceil((seconds * SECOND) / MINUTE)
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}

/** Two hours, because the previous hour counts as well. */
const KEPT = 2 * HOUR

export const seenSweepJob: Job = {
  name: 'seenSweep',
  period: HOUR,
  start: ({ db, clock }) => ({
    run(stopping) {
      const before = later(clock.now(), -KEPT)
      return inBatches(stopping, (most) => sweepSeen(db, before, most))
    },
  }),
}

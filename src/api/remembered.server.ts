import { announce } from '../db/announcements.server.ts'
import type { Db, OpenDatabase, Trx } from '../db/connection.server.ts'
import { MINUTE } from '../lib/clock.ts'
import { HEARTBEAT_VALIDITY } from './session-cache.server.ts'

/** About 1 kB each, and 4 kB for those whose lists are the longest. */
const MAX_MEMBERS = 20_000
/**
 * Six to ten polls of the counters: what was read together after a start is not read again
 * together. All that changes an answer is announced; this bounds what a mistake in that would cost,
 * and a clock that was set back.
 */
const MIN_AGE = 3 * MINUTE
const MAX_AGE = 5 * MINUTE
const CHANNEL = 'visibility_changed'

/** Whose is what is the same for everybody; accounts are numbered from 1. */
export const EVERYBODY = 0

/** Every process reads anew what is the same for everybody, after the commit. */
export async function forgetForEverybody(trx: Db | Trx): Promise<void> {
  const payload = String(EVERYBODY)
  await announce(trx, { channel: CHANNEL, here: payload, elsewhere: payload })
}

type Read<T> = { value: T; /** When it changes by itself. */ until: Date | null }
type Entry = Read<unknown> & { readAt: number; /** By performance.now(). */ keptUntil: number }

/**
 * What a member's polls and pages ask again and again, as it was read last. It is forgotten when an
 * event comes for the member, when the member does something here, and when people begin or cease
 * to be seen (db/schema/people.sql); while the bus may have missed something it is read anew.
 */
export type Remembered = {
  of<T>(memberId: number, name: string, at: Date, read: () => Promise<Read<T>>): Promise<T>
  forget(memberId: number): void
  size(): number
  close(): Promise<void>
}

function age(): number {
  return MIN_AGE + Math.random() * (MAX_AGE - MIN_AGE)
}

export async function openRemembered(
  database: Pick<OpenDatabase, 'listen' | 'heardUntil'>,
  events: { hadEventSince(memberId: number, time: number): boolean },
): Promise<Remembered> {
  /** Least recently used first. */
  const members = new Map<number, Map<string, Entry>>()
  let changes = 0
  const hears = (): boolean => performance.now() - database.heardUntil() < HEARTBEAT_VALIDITY

  function forgetAll(): void {
    changes += 1
    members.clear()
  }
  function forget(memberId: number): void {
    changes += 1
    members.delete(memberId)
  }
  function entriesOf(memberId: number): Map<string, Entry> {
    const entries = members.get(memberId) ?? new Map<string, Entry>()
    members.delete(memberId)
    members.set(memberId, entries)
    const [oldest] = members.size > MAX_MEMBERS ? members.keys() : []
    if (oldest !== undefined) members.delete(oldest)
    return entries
  }

  const close = await database.listen(
    CHANNEL,
    (payload) => (payload === 'all' ? forgetAll() : forget(Number(payload))),
    forgetAll,
  )
  return {
    async of<T>(
      memberId: number,
      name: string,
      at: Date,
      read: () => Promise<Read<T>>,
    ): Promise<T> {
      const time = at.getTime()
      const known = members.get(memberId)?.get(name)
      const isCurrent =
        known !== undefined &&
        hears() &&
        known.readAt <= time &&
        (known.until === null || time < known.until.getTime()) &&
        performance.now() < known.keptUntil &&
        !events.hadEventSince(memberId, known.readAt)
      if (isCurrent) {
        entriesOf(memberId)
        return known.value as T
      }
      const before = changes
      const fresh = await read()
      if (changes === before && hears())
        entriesOf(memberId).set(name, {
          ...fresh,
          readAt: time,
          keptUntil: performance.now() + age(),
        })
      return fresh.value
    },
    forget,
    size: () => members.size,
    close,
  }
}

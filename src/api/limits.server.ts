import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db, Trx } from '../db/connection.server.ts'
import { deleteSome } from '../db/delete-some.server.ts'
import { later, SECOND } from '../lib/clock.ts'
import { counter } from '../lib/metrics.server.ts'
import type { Limit } from './contract.ts'
import { ApiError } from './errors.ts'
import { saySeldom } from './log.server.ts'

/** An IPv6 /48, one customer's network, may make this many times the calls of one /64. */
const NETWORK_FACTOR = 8
const refusals = counter('sites_limits_refused_total', 'Calls that were one too many, by limit', [
  'limit',
])
type Window = { most: number; seconds: number }
type Counting = { db: Db; exhaustedLimits: ExhaustedLimits; counts: MemoryCounts; log: Logger }

/**
 * A window that ends later than this was begun by a clock that has gone back since, and is over: it
 * would refuse calls for as long as the clock went back. Twice the length, because the clocks of
 * processes differ.
 */
function latestEnd(at: Date, seconds: number): Date {
  return later(at, 2 * seconds * SECOND)
}

/**
 * Throws `tooMany`. Limits of reads are counted in memory; other keys that are cached as used up
 * are refused without a query, so that a flood does not load the database.
 */
export async function countCall(
  { db, exhaustedLimits, counts, log }: Counting,
  limit: Limit,
  { member, ip }: { member: { id: number } | null; ip: string },
  at: Date,
): Promise<void> {
  for (const [who, window] of limit.per === 'account' && member
    ? [[`account:${member.id}`, limit] as const]
    : addressWindows(ip, limit)) {
    const key = `${limit.name}:${who}`
    const { number, endsAt } = limit.inMemory
      ? counts.hit(key, window, at)
      : await hitUnlessExhausted({ db, exhaustedLimits }, key, window, at)
    if (number <= window.most) continue
    saySeldom(log, 'info', 'calls were refused: more than their limit', {
      words: { limit: limit.name },
    })
    throw refused(limit.name, endsAt, at)
  }
}

/** The narrower window comes first: a call that it refuses does not count for the /48. */
function addressWindows(ip: string, limit: Window): Array<readonly [who: string, window: Window]> {
  const household = addressGroup(ip)
  if (!household.endsWith('::/64')) return [[`ip:${household}`, limit]]
  return [
    [`ip:${household}`, limit],
    [`ip:${networkOf(ip, 48)}`, { ...limit, most: limit.most * NETWORK_FACTOR }],
  ]
}

/** Like `hit`; a key that is cached as used up is answered without a query. */
async function hitUnlessExhausted(
  { db, exhaustedLimits }: Pick<Counting, 'db' | 'exhaustedLimits'>,
  key: string,
  window: Window,
  at: Date,
): Promise<Counted> {
  const until = exhaustedLimits.until(key, window, at)
  if (until) return { number: window.most + 1, endsAt: until }
  const counted = await hit(db, key, window, at)
  if (counted.number > window.most) exhaustedLimits.note(key, counted.endsAt)
  return counted
}

/**
 * Counts one hit on `key`; throws `tooMany` with Retry-After if the window has more than `most`.
 */
export async function countHit(db: Db | Trx, key: string, window: Window, at: Date): Promise<void> {
  const { number, endsAt } = await hit(db, key, window, at)
  // A key is the limit's name, a colon, and whom it counts.
  if (number > window.most) throw refused(key.slice(0, key.indexOf(':')), endsAt, at)
}

function refused(limit: string, endsAt: Date, at: Date): ApiError {
  refusals.inc({ limit })
  return tooMany(endsAt, at)
}

/** Throws as the next `countHit` would, for work that comes before what is counted. */
export async function refuseExhausted(
  db: Db | Trx,
  key: string,
  { most }: Window,
  at: Date,
): Promise<void> {
  const row = await db
    .selectFrom('rate_limits')
    .select(['hits', 'window_ends_at as endsAt'])
    .where('key', '=', key)
    .where('window_ends_at', '>', at)
    .executeTakeFirst()
  if (row && row.hits >= most) throw refused(key.slice(0, key.indexOf(':')), row.endsAt, at)
}

export async function hit(
  db: Db | Trx,
  key: string,
  { seconds }: Pick<Window, 'seconds'>,
  at: Date,
): Promise<Counted> {
  return db
    .insertInto('rate_limits')
    .values({ key, hits: 1, window_ends_at: later(at, seconds * SECOND) })
    .onConflict((conflict) => {
      const isOver = sql`(rate_limits.window_ends_at <= ${at} or rate_limits.window_ends_at > ${latestEnd(at, seconds)})`
      return conflict.column('key').doUpdateSet({
        hits: sql`case when ${isOver} then excluded.hits else rate_limits.hits + excluded.hits end`,
        window_ends_at: sql`case when ${isOver} then excluded.window_ends_at else rate_limits.window_ends_at end`,
      })
    })
    .returning(['hits as number', 'window_ends_at as endsAt'])
    .executeTakeFirstOrThrow()
}

type Counted = { number: number; endsAt: Date }

export async function hitsOn(db: Db | Trx, key: string, at: Date): Promise<number> {
  const row = await db
    .selectFrom('rate_limits')
    .select('hits')
    .where('key', '=', key)
    .where('window_ends_at', '>', at)
    .executeTakeFirst()
  return row?.hits ?? 0
}

/** The `tooMany` error with Retry-After until `endsAt`; `detail` replaces the default sentence. */
export function tooMany(endsAt: Date, at: Date, detail?: string): ApiError {
  const wait = Math.max(1, Math.ceil((endsAt.getTime() - at.getTime()) / SECOND))
  return new ApiError('tooMany', {
    detail: detail ?? `That was a little too often. Please try again in ${waitInWords(wait)}.`,
    headers: { 'Retry-After': String(wait) },
  })
}

export async function undoHit(db: Db | Trx, key: string): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set((eb) => ({ hits: eb('hits', '-', 1) }))
    .where('key', '=', key)
    .where('hits', '>', 0)
    .execute()
}

export async function clearHits(db: Db | Trx, key: string): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', '=', key).execute()
}

/** The keys of the windows contain IP addresses. */
export function sweepHits(db: Db, at: Date, most: number): Promise<number> {
  return deleteSome(db, 'rate_limits', sql.ref('window_ends_at'), at, most)
}

export type ExhaustedLimits = {
  until(key: string, window: Pick<Window, 'seconds'>, at: Date): Date | undefined
  note(key: string, until: Date): void
}

export function createExhaustedLimits(most = 20_000): ExhaustedLimits {
  const ends = new Map<string, Date>()
  return {
    until(key, { seconds }, at) {
      const end = ends.get(key)
      if (end !== undefined && end > at && end <= latestEnd(at, seconds)) return end
      ends.delete(key)
      return undefined
    },
    note(key, until) {
      if (ends.size >= most) ends.delete(ends.keys().next().value as string)
      ends.set(key, until)
    },
  }
}

/**
 * Counts of the limits that one process keeps in memory: starts again with the process, and is per
 * process.
 */
export type MemoryCounts = { hit(key: string, window: Pick<Window, 'seconds'>, at: Date): Counted }

export function createMemoryCounts(most = 50_000): MemoryCounts {
  const windows = new Map<string, Counted>()
  return {
    hit(key, { seconds }, at) {
      const known = windows.get(key)
      if (known && known.endsAt > at && known.endsAt <= latestEnd(at, seconds)) {
        known.number += 1
        return known
      }
      const counted = { number: 1, endsAt: later(at, seconds * SECOND) }
      // Deleted first, so that the map stays in the order in which windows began.
      windows.delete(key)
      windows.set(key, counted)
      if (windows.size > most) windows.delete(windows.keys().next().value as string)
      return counted
    },
  }
}

/**
 * The part of an IP address that identifies one household: a whole IPv4 address, or an IPv6 /64.
 */
export function addressGroup(ip: string): string {
  const [, mapped] = /^::ffff:([\d.]+)$/i.exec(ip) ?? []
  if (mapped !== undefined) return mapped
  return isIPv6(ip) ? networkOf(ip, 64) : ip
}

function networkOf(ip: string, bits: 48 | 64): string {
  // The URL parser normalises an IPv6 address, but rejects zone ids.
  const [address = ''] = ip.split('%')
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
  return `${groups.slice(0, bits / 16).join(':')}::/${bits}`
}

function waitInWords(seconds: number): string {
  if (seconds < 90) return `${seconds} second${seconds === 1 ? '' : 's'}`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}

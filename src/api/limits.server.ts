import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import type { Db, Trx } from '../db/connection.server.ts'
import { later, SECOND } from '../lib/clock.ts'
import { ApiError } from './errors.ts'

/** Counts one hit on `key`; throws `tooMany` with Retry-After once `most` are used up in the window. */
export async function countHit(
  db: Db | Trx,
  key: string,
  limit: { most: number; seconds: number },
  at: Date,
): Promise<void> {
  const { hits, endsAt } = await db
    .insertInto('rate_limits')
    .values({ key, hits: 1, window_ends_at: later(at, limit.seconds * SECOND) })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        hits: sql`case when rate_limits.window_ends_at <= ${at} then 1 else rate_limits.hits + 1 end`,
        window_ends_at: sql`case when rate_limits.window_ends_at <= ${at} then excluded.window_ends_at else rate_limits.window_ends_at end`,
      }),
    )
    .returning(['hits', 'window_ends_at as endsAt'])
    .executeTakeFirstOrThrow()
  if (hits <= limit.most) return
  const wait = Math.max(1, Math.ceil((endsAt.getTime() - at.getTime()) / SECOND))
  throw new ApiError('tooMany', {
    detail: `That was a little too often. Please try again in ${waitInWords(wait)}.`,
    headers: { 'Retry-After': String(wait) },
  })
}

/** Forgets what was counted on `key`. */
export async function forgetHits(db: Db | Trx, key: string): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', '=', key).execute()
}

/** Forgets what was counted in windows that are over: the keys say which address came, and when. */
export async function sweepHits(db: Db, at: Date): Promise<void> {
  await db.deleteFrom('rate_limits').where('window_ends_at', '<=', at).execute()
}

/** The part of an address that one household has: IPv6 by /64. */
export function addressGroup(ip: string): string {
  const [, mapped] = /^::ffff:([\d.]+)$/i.exec(ip) ?? []
  if (mapped !== undefined) return mapped
  if (!isIPv6(ip)) return ip
  // The URL parser writes an address in its one short form, and knows no zones.
  const [head = '', tail] = new URL(`http://[${ip.replace(/%.*$/, '')}]`).hostname.slice(1, -1).split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
  return `${groups.slice(0, 4).join(':')}::/64`
}

function waitInWords(seconds: number): string {
  if (seconds < 90) return `${seconds} second${seconds === 1 ? '' : 's'}`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}

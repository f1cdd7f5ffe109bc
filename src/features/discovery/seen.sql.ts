import { CompiledQuery, sql } from 'kysely'
import type { Db } from '../../db/connection.server.ts'
import { deleteSome } from '../../db/delete-some.server.ts'
import { FREE_PEOPLE, MOST_PEOPLE, type Seen } from './seen.ts'

const BITS = 8192
export type Sketch = Buffer

/** The bits of these people in an account's sketch. */
export function sketchOf(accountId: number, ids: readonly number[]): Sketch {
  const sketch = Buffer.alloc(BITS / 8)
  for (const id of ids) {
    const bit = mixed(id, accountId) % BITS
    sketch[bit >> 3] = (sketch[bit >> 3] as number) | (0x80 >> (bit & 7))
  }
  return sketch
}

/** Murmur's last step: neighbouring ids fall far apart, and elsewhere for each account. */
function mixed(id: number, accountId: number): number {
  let hash = Math.imul(id % 0x7fffffff, 0x9e3779b1) ^ Math.imul(accountId % 0x7fffffff, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** How many different people a sketch stands for: more than it has bits, since some fell on the same one. */
const peopleIn = (sketch: string) => `(-${BITS} * ln(greatest(1, ${BITS} - bit_count(${sketch})) / ${BITS}::float8))`

const nobody = `b'0'::bit(${BITS})`
const given = `$3::bit(${BITS})`

/** The row as it is by now: once an hour is over, the running one is the one before. `$2` is the time. */
const hours = `(extract(epoch from $2::timestamptz - known.started_at) / 3600)::float8`
const byAge = (first: string, second: string, later: string) => `(case when ${hours} < 1 then ${first} when ${hours} < 2 then ${second} else ${later} end)`
const startedAt = byAge('known.started_at', `known.started_at + interval '1 hour'`, '$2::timestamptz')
const seen = byAge('known.seen', nobody, nobody)
const before = byAge('known.before', 'known.seen', nobody)
const share = `greatest(0, ${byAge(hours, `${hours} - 1`, '0')})`
const now = peopleIn(`${seen} | ${given}`)
const both = peopleIn(`${seen} | ${given} | ${before}`)

// Written once: it is asked for with every page of people.
const ADD = `
  insert into people_seen as known (account_id, started_at, seen, before) values ($1, $2, ${given}, ${nobody})
  on conflict (account_id) do update set started_at = ${startedAt}, seen = ${seen} | ${given}, before = ${before}
  where (${seen} & ${given}) <> ${given}
    and ${now} + (${both} - ${now}) * (1 - ${share}) <= ${FREE_PEOPLE} + ${MOST_PEOPLE - FREE_PEOPLE} * ${share}
  returning started_at as "startedAt"`
const LOOK = `
  select (${seen} & ${given}) = ${given} as "isKnown", ${startedAt} as "startedAt", ${now} as now, ${both} - ${now} as before, ${share} as share
  from people_seen as known where account_id = $1`

/**
 * Adds people to what an account has seen, and says since when its hour runs; null where nothing was written,
 * because they were all among them or because they are too many. One statement decides, whichever processes ask
 * at the same moment.
 */
export async function addSeen(db: Db, accountId: number, sketch: Sketch, at: Date): Promise<Date | null> {
  const { rows } = await db.executeQuery<{ startedAt: Date }>(CompiledQuery.raw(ADD, [accountId, at, bits(sketch)]))
  return rows[0]?.startedAt ?? null
}

/** What an account would have seen with these people, and whether it has seen them all already. */
export async function seenWith(db: Db, accountId: number, sketch: Sketch, at: Date): Promise<Seen & { isKnown: boolean; startedAt: Date }> {
  type Row = Seen & { isKnown: boolean; startedAt: Date }
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(LOOK, [accountId, at, bits(sketch)]))
  return rows[0] ?? { isKnown: false, startedAt: at, now: 0, before: 0, share: 0 }
}

/** As PostgreSQL reads hexadecimal digits into bits. */
function bits(sketch: Sketch): string {
  return `X${sketch.toString('hex')}`
}

/** Forgets a batch of what is too long ago to count; returns how many rows that were. */
export function sweepSeen(db: Db, before: Date, most: number): Promise<number> {
  return deleteSome(db, 'people_seen', sql.ref('started_at'), before, most)
}

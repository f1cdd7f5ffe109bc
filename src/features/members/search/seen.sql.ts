import { CompiledQuery, sql } from 'kysely'
import type { Db } from '#db/connection.server.ts'
import { deleteSome } from '#db/delete-some.server.ts'
import { FREE_PEOPLE, MAX_PEOPLE, type Seen } from './seen.ts'

const SKETCH_BITS = 8192
export type Sketch = Buffer

export function sketchOf(accountId: number, ids: readonly number[]): Sketch {
  const sketch = Buffer.alloc(SKETCH_BITS / 8)
  for (const id of ids) {
    const bit = mixed(id, accountId) % SKETCH_BITS
    sketch[bit >> 3] = (sketch[bit >> 3] as number) | (0x80 >> (bit & 7))
  }
  return sketch
}

/** The finalizer of MurmurHash: spreads neighbouring ids, differently for each account. */
function mixed(id: number, accountId: number): number {
  let hash = Math.imul(id % 0x7fffffff, 0x9e3779b1) ^ Math.imul(accountId % 0x7fffffff, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/**
 * Estimates the distinct people of a sketch by linear counting, which corrects for hash collisions.
 */
const peopleIn = (sketch: string) =>
  `(-${SKETCH_BITS} * ln(greatest(1, ${SKETCH_BITS} - bit_count(${sketch})) / ${SKETCH_BITS}::float8))`

const emptySketch = `b'0'::bit(${SKETCH_BITS})`
const given = `$3::bit(${SKETCH_BITS})`

/**
 * Hours since the row's current hour began; used to move the current hour to the previous one. `$2`
 * is the time.
 */
const hours = `(extract(epoch from $2::timestamptz - known.started_at) / 3600)::float8`
const byAge = (first: string, second: string, later: string) =>
  `(case when ${hours} < 1 then ${first} when ${hours} < 2 then ${second} else ${later} end)`
const startedAt = byAge(
  'known.started_at',
  `known.started_at + interval '1 hour'`,
  '$2::timestamptz',
)
const seen = byAge('known.seen', emptySketch, emptySketch)
const before = byAge('known.before', 'known.seen', emptySketch)
const share = `greatest(0, ${byAge(hours, `${hours} - 1`, '0')})`
const now = peopleIn(`${seen} | ${given}`)
const both = peopleIn(`${seen} | ${given} | ${before}`)

// Built once, because every page of people runs it.
const ADD = `
  insert into people_seen as known (account_id, started_at, seen, before) values ($1, $2, ${given}, ${emptySketch})
  on conflict (account_id) do update set started_at = ${startedAt}, seen = ${seen} | ${given}, before = ${before}
  where (${seen} & ${given}) <> ${given}
    and ${now} + (${both} - ${now}) * (1 - ${share}) <= ${FREE_PEOPLE} + ${MAX_PEOPLE - FREE_PEOPLE} * ${share}
  returning started_at as "startedAt"`
const LOOK = `
  select (${seen} & ${given}) = ${given} as "isKnown", ${startedAt} as "startedAt", ${now} as now, ${both} - ${now} as before, ${share} as share
  from people_seen as known where account_id = $1`

/**
 * Null if nothing was written: all were known, or the limit is exceeded. One statement, so that
 * concurrent calls add up.
 */
export async function addSeen(
  db: Db,
  accountId: number,
  sketch: Sketch,
  at: Date,
): Promise<Date | null> {
  const { rows } = await db.executeQuery<{ startedAt: Date }>(
    CompiledQuery.raw(ADD, [accountId, at, bits(sketch)]),
  )
  return rows[0]?.startedAt ?? null
}

export async function seenWith(
  db: Db,
  accountId: number,
  sketch: Sketch,
  at: Date,
): Promise<Seen & { isKnown: boolean; startedAt: Date }> {
  type Row = Seen & { isKnown: boolean; startedAt: Date }
  const { rows } = await db.executeQuery<Row>(
    CompiledQuery.raw(LOOK, [accountId, at, bits(sketch)]),
  )
  return rows[0] ?? { isKnown: false, startedAt: at, now: 0, before: 0, share: 0 }
}

function bits(sketch: Sketch): string {
  return `X${sketch.toString('hex')}`
}

export function sweepSeen(db: Db, before: Date, most: number): Promise<number> {
  return deleteSome(db, 'people_seen', sql.ref('started_at'), before, most)
}

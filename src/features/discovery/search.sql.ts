import { sql } from 'kysely'
import type { Scope } from '../../api/session.server.ts'
import type { Db } from '../../db/connection.server.ts'
import { PLANNED_ANEW } from '../../db/prepared.server.ts'
import { later } from '../../lib/clock.ts'
import type { Slice } from '../../lib/slice.ts'
import type { Gender } from '../../sites/genders.ts'
import { ONLINE_FOR } from '../people/presence.ts'
import { visibleTo } from '../people/visible.sql.ts'
import { type Circle, isInCircle, tilesAround } from './circle.sql.ts'
import { crowdIn } from './crowding.sql.ts'

export type Wanted = {
  gender: readonly Gender[]
  bornBetween: readonly [first: string, last: string] | null
  country: string | null
  circle: Circle | null
  online: boolean
  withPhoto: boolean
}

export async function findMembers(db: Db, scope: Scope, wanted: Wanted, slice: Slice): Promise<number[]> {
  const { circle, country } = wanted
  if (!circle && country !== null) return inCountry(db, scope, wanted, 'last_seen_at', slice)
  const tiles = circle ? tilesAround(circle) : null
  if (tiles && tiles.length <= FEW_TILES) return inFewTiles(db, scope, wanted, tiles, slice)
  const fitting = ofGenders(matching(db, scope, wanted), wanted)
  const query = circle && tiles && (await isThin(db, wanted, circle, slice, scope.at)) ? materialised(db, fitting, tiles) : fitting
  const rows = await inOrder(query, 'last_seen_at', slice.limit).offset(sql.lit(slice.offset)).execute()
  return rows.map((row) => row.account_id)
}

export async function newestMembers(db: Db, scope: Scope, slice: Slice): Promise<number[]> {
  const { lookingFor: gender, country } = scope.member
  const wanted = { gender, country, bornBetween: null, circle: null, online: false, withPhoto: false }
  return inCountry(db, scope, wanted, 'created_at', slice)
}

type Order = 'last_seen_at' | 'created_at'

/** Scans the index of each gender in the country for enough rows in order, then merges them. */
async function inCountry(db: Db, scope: Scope, wanted: Wanted, order: Order, { limit, offset }: Slice): Promise<number[]> {
  const ofOneGender = matching(db, scope, wanted).where('gender', '=', sql<Gender>`genders.gender`)
  const rows = await db
    .selectFrom(sql<{ gender: Gender }>`unnest(${wanted.gender}::text[])`.as<'genders'>(sql`genders(gender)`))
    .innerJoinLateral(inOrder(ofOneGender, order, limit + offset).as('found'), (join) => join.onTrue())
    .select('found.account_id as id')
    .orderBy(`found.${order}`, 'desc')
    .orderBy('found.account_id', 'desc')
    .limit(sql.lit(limit))
    .offset(sql.lit(offset))
    .execute()
  return rows.map((row) => row.id)
}

/** Above this number of tiles, one subquery per tile costs too much. */
const FEW_TILES = 6

/** Scans the index of each tile in its own subquery, because the number of members differs greatly between tiles. */
async function inFewTiles(db: Db, scope: Scope, wanted: Wanted, tiles: readonly number[], { limit, offset }: Slice): Promise<number[]> {
  const parts = tiles.map((tile) => inOrder(ofGenders(matching(db, scope, wanted), wanted).where('tile', '=', tile), 'last_seen_at', limit + offset))
  const { rows } = await sql<{ id: number }>`
    select account_id as id from (${sql.join(parts, sql` union all `)}) as found
    order by last_seen_at desc, account_id desc limit ${sql.lit(limit)} offset ${sql.lit(offset)}`.execute(db)
  return rows.map((row) => row.id)
}

/** Selects all rows of these tiles before sorting; the offset keeps the planner from merging the two queries. */
function materialised(db: Db, fitting: ReturnType<typeof matching>, tiles: readonly number[]): ReturnType<typeof matching> {
  const all = fitting
    .where(sql<boolean>`tile = any(${tiles})`)
    .selectAll()
    .offset(sql.lit(0))
  return db.selectFrom(all.as('people'))
}

function inOrder(query: ReturnType<typeof matching>, order: Order, limit: number) {
  return (
    query
      .select(['account_id', order])
      .orderBy(order, 'desc')
      .orderBy('account_id', 'desc')
      // A literal: for a parameter the planner assumes a tenth of all rows.
      .limit(sql.lit(limit))
  )
}

function ofGenders(query: ReturnType<typeof matching>, { gender }: Wanted): ReturnType<typeof matching> {
  return query.where(sql<boolean>`gender = any(${gender})`)
}

const shares: Record<Gender, number> = { woman: 0.42, man: 0.44, couple: 0.09, nonbinary: 0.05 }
const GENERATIONS = 40
/** Cost of fetching and sorting one row, in rows of the ordered scan; measured by tests/bench/search.bench.ts. */
const GATHERING = 3

/**
 * With few residents it fetches and sorts them by tile; with many it scans everybody in order until the page is full.
 */
async function isThin(db: Db, wanted: Wanted, circle: Circle, { limit, offset }: Slice, at: Date): Promise<boolean> {
  // Online members come first in the order, so that the ordered scan is short.
  if (wanted.online) return false
  const { within, total } = await crowdIn(db, circle, at)
  const [first, last] = wanted.bornBetween?.map((date) => Number(date.slice(0, 4))) ?? []
  const ages = first === undefined || last === undefined ? 1 : Math.min(1, (last - first + 1) / GENERATIONS)
  const fitting = ages * wanted.gender.reduce((sum, gender) => sum + shares[gender], 0)
  return within * GATHERING < ((limit + offset) / fitting) * (total / Math.max(1, within))
}

function matching(db: Db, scope: Scope, { bornBetween, country, circle, online, withPhoto }: Wanted) {
  let query = visibleTo(db, scope)
  if (bornBetween) query = query.where('birthday', '>=', bornBetween[0]).where('birthday', '<=', bornBetween[1])
  // A circle may cross borders, so that it replaces the country filter.
  if (circle) query = query.where(isInCircle(circle))
  else if (country !== null) query = query.where('country', '=', country)
  if (online) query = query.where('last_seen_at', '>', later(scope.at, -ONLINE_FOR))
  if (withPhoto) query = query.where('has_photo', '=', true)
  // With a generic plan, PostgreSQL underestimates the rows for ages and tiles, and sorts all of London.
  return bornBetween || circle ? query.modifyFront(sql.raw(PLANNED_ANEW)) : query
}

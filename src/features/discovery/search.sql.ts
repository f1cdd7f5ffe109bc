import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../api/session.server.ts'
import type { Db } from '../../db/connection.server.ts'
import type { IdQuery } from '../../db/ids.ts'
import { rowsOf } from '../../db/rows-of.ts'
import { later } from '../../lib/clock.ts'
import type { Slice } from '../../lib/slice.ts'
import type { Gender } from '../../sites/genders.ts'
import { ONLINE_FOR } from '../people/presence.ts'
import { visibleTo } from '../people/visible.sql.ts'
import { type Circle, isInCircle, tilesAround } from './circle.sql.ts'
import { estimateMembersIn } from './member-density.sql.ts'

export type SearchCriteria = {
  gender: readonly Gender[]
  bornBetween: readonly [first: string, last: string] | null
  country: string | null
  circle: Circle | null
  online: boolean
  withPhoto: boolean
}

export async function membersFor(db: Db, scope: Scope, wanted: SearchCriteria, slice: Slice): Promise<IdQuery> {
  const { circle, country } = wanted
  if (!circle && country !== null) return inCountry(db, scope, wanted, 'last_seen_at', slice)
  const tiles = circle ? tilesAround(circle) : null
  if (tiles && circle && (tiles.length <= FEW_TILES || (await isSparse(db, wanted, circle, slice, scope.at)))) {
    return inTiles(db, scope, wanted, tiles, slice)
  }
  const fitting = ofGenders(matching(db, scope, wanted), wanted)
  return inOrder(fitting, 'last_seen_at', slice.limit).offset(sql.lit(slice.offset))
}

export function newestMembers(db: Db, scope: Scope, wanted: SearchCriteria, slice: Slice): IdQuery {
  return inCountry(db, scope, wanted, 'created_at', slice)
}

type Order = 'last_seen_at' | 'created_at'

/** Scans the index of each gender in the country for enough rows in order, then merges them. */
function inCountry(db: Db, scope: Scope, wanted: SearchCriteria, order: Order, slice: Slice): IdQuery {
  const ofOneGender = matching(db, scope, wanted).where('gender', '=', sql<Gender>`part.value`)
  return merged(db, wanted.gender, ofOneGender, order, slice)
}

/** A search in so many tiles needs no estimate of the residents. */
const FEW_TILES = 6

/** Scans the index of each tile for enough rows in order, because the number of members differs greatly between tiles. */
function inTiles(db: Db, scope: Scope, wanted: SearchCriteria, tiles: readonly number[], slice: Slice): IdQuery {
  const inOneTile = ofGenders(matching(db, scope, wanted), wanted).where('tile', '=', sql<number>`part.value::int`)
  return merged(db, tiles, inOneTile, 'last_seen_at', slice)
}

/** Merges the first rows of `ofOne` for each part, whose value is `part.value`. */
function merged(db: Db, parts: readonly (string | number)[], ofOne: ReturnType<typeof matching>, order: Order, { limit, offset }: Slice): IdQuery {
  return db
    .selectFrom(rowsOf(parts).as('part'))
    .innerJoinLateral(inOrder(ofOne, order, limit + offset).as('found'), (join) => join.onTrue())
    .select('found.id')
    .orderBy(`found.${order}`, 'desc')
    .orderBy('found.id', 'desc')
    .limit(sql.lit(limit))
    .offset(sql.lit(offset))
}

function inOrder(query: ReturnType<typeof matching>, order: Order, limit: number) {
  return (
    query
      .select(['account_id as id', order])
      .orderBy(order, 'desc')
      .orderBy('account_id', 'desc')
      // A literal: for a parameter the planner assumes a tenth of all rows.
      .limit(sql.lit(limit))
  )
}

function ofGenders(query: ReturnType<typeof matching>, { gender }: SearchCriteria): ReturnType<typeof matching> {
  return query.where(halfOf(sql`gender = any(${gender})`))
}

const genderShares: Record<Gender, number> = { woman: 0.42, man: 0.44, couple: 0.09, nonbinary: 0.05 }
const BIRTH_YEARS = 40
/** Cost of reading one row by tile, in rows of the ordered scan; measured by tests/bench/search.bench.ts. */
const FETCH_COST = 3

/**
 * With few residents it reads them by tile; with many it scans everybody in order until the page is full.
 */
async function isSparse(db: Db, wanted: SearchCriteria, circle: Circle, { limit, offset }: Slice, at: Date): Promise<boolean> {
  // Online members come first in the order, so that the ordered scan is short.
  if (wanted.online) return false
  const { within, total } = await estimateMembersIn(db, circle, at)
  const [first, last] = wanted.bornBetween?.map((date) => Number(date.slice(0, 4))) ?? []
  const ages = first === undefined || last === undefined ? 1 : Math.min(1, (last - first + 1) / BIRTH_YEARS)
  const fitting = ages * wanted.gender.reduce((sum, gender) => sum + genderShares[gender], 0)
  return within * FETCH_COST < ((limit + offset) / fitting) * (total / Math.max(1, within))
}

function matching(db: Db, scope: Scope, { bornBetween, country, circle, online, withPhoto }: SearchCriteria) {
  let query = visibleTo(db, scope)
  if (bornBetween) query = query.where(halfOf(sql`birthday between ${bornBetween[0]}::date and ${bornBetween[1]}::date`))
  // A circle may cross borders, so that it replaces the country filter.
  if (circle) query = query.where(isInCircle(circle))
  else if (country !== null) query = query.where('country', '=', country)
  if (online) query = query.where('last_seen_at', '>', later(scope.at, -ONLINE_FOR))
  if (withPhoto) query = query.where('has_photo', '=', sql.lit(true))
  return query
}

/**
 * A `case`, for which the planner assumes half of the rows. What it assumes for a value that it does not know depends
 * on the operator: of a range of dates next to none, so that it would sort a whole country instead of reading its
 * index in order.
 */
function halfOf(condition: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`case when ${condition} then true else false end`
}

import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../api/session.server.ts'
import type { Db } from '../../db/connection.server.ts'
import type { IdQuery } from '../../db/ids.ts'
import { rowsOf } from '../../db/rows-of.ts'
import { later } from '../../lib/clock.ts'
import type { Slice } from '../../lib/slice.ts'
import type { Gender } from '../../sites/genders.ts'
import { ONLINE_FOR } from '../people/presence.ts'
import { listedTo } from '../people/visible.sql.ts'
import { type Circle, isInCircle, tilesAround } from './circle.sql.ts'
import { estimateMembersIn } from './member-density.sql.ts'

export type SearchCriteria = {
  gender: readonly Gender[]
  bornBetween: readonly [first: string, last: string] | null
  /** A circle may cross borders: whoever searches by distance leaves out the country. */
  country: string | null
  /** The bound of a search without a country. */
  countries: readonly string[]
  circle: Circle | null
  /** Leaves out who is in this circle. */
  beyond?: Circle | null
  online: boolean
  withPhoto: boolean
}

type Order = 'last_seen_at' | 'created_at'

/** Members in order, in every order those with a photo first. */
export async function membersFor(db: Db, scope: Scope, wanted: SearchCriteria, slice: Slice, order: Order = 'last_seen_at'): Promise<IdQuery> {
  if (wanted.online && order === 'created_at') return newestOnline(db, scope, wanted, slice)
  return (await foundFor(db, scope, wanted, slice, order)).select('found.id')
}

export function newestMembers(db: Db, scope: Scope, wanted: SearchCriteria, slice: Slice): IdQuery {
  return inCountry(db, scope, wanted, 'created_at', slice).select('found.id')
}

/** So many of the members who are online are sorted by their day of joining: no index has both. */
const MOST_ONLINE = 1000

async function newestOnline(db: Db, scope: Scope, wanted: SearchCriteria, { limit, offset }: Slice): Promise<IdQuery> {
  const online = await foundFor(db, scope, wanted, { limit: MOST_ONLINE, offset: 0 }, 'last_seen_at')
  return db
    .selectFrom(online.select(['found.id', 'found.has_photo', 'found.created_at']).as('online'))
    .select('online.id')
    .orderBy('online.has_photo', 'desc')
    .orderBy('online.created_at', 'desc')
    .orderBy('online.id', 'desc')
    .limit(sql.lit(limit))
    .offset(sql.lit(offset))
}

/**
 * How many fit, counted up to `most`. Without an order, it stops reading as soon as there are so many. Who is online
 * is read in order: of an unknown time the planner assumes that a third of all have been seen since.
 */
export async function countMembers(db: Db, scope: Scope, wanted: SearchCriteria, most: number): Promise<number> {
  const { circle, country, gender } = wanted
  const fitting = matching(db, scope, wanted)
  const [parts, ofOne] = circle
    ? [tilesAround(circle), ofGenders(fitting, wanted).where('tile', '=', sql<number>`part.value::int`)]
    : country === null
      ? [['everywhere'], ofGenders(fitting, wanted)]
      : [gender, fitting.where('gender', '=', sql<Gender>`part.value`)]
  const ofOneKind = wanted.online
    ? inOrder(ofKind(ofOne, wanted), 'last_seen_at', most)
    : ofOne.select(['account_id as id', 'has_photo', 'last_seen_at', 'created_at']).limit(sql.lit(most))
  const found = db
    .selectFrom(rowsOf(parts).as('part'))
    .innerJoin(rowsOf(kindsOf(wanted)).as('kind'), (join) => join.onTrue())
    .innerJoinLateral(ofOneKind.as('found'), (join) => join.onTrue())
    .select('found.id')
    .limit(sql.lit(most))
  const { count } = await db
    .selectFrom(found.as('counted'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

async function foundFor(db: Db, scope: Scope, wanted: SearchCriteria, slice: Slice, order: Order) {
  const { circle, country } = wanted
  const tiles = circle ? tilesAround(circle) : null
  if (tiles && circle && (tiles.length <= FEW_TILES || (await isSparse(db, wanted, circle, slice, scope.at)))) {
    return inTiles(db, scope, wanted, tiles, order, slice)
  }
  if (country !== null) return inCountry(db, scope, wanted, order, slice)
  return merged(db, ['everywhere'], ofGenders(matching(db, scope, wanted), wanted), wanted, order, slice)
}

/** Scans the index of each gender in the country for enough rows in order, then merges them. */
function inCountry(db: Db, scope: Scope, wanted: SearchCriteria, order: Order, slice: Slice) {
  const ofOneGender = matching(db, scope, wanted).where('gender', '=', sql<Gender>`part.value`)
  return merged(db, wanted.gender, ofOneGender, wanted, order, slice)
}

/** A search in so many tiles needs no estimate of the residents. */
const FEW_TILES = 6

/** Scans the index of each tile for enough rows in order, because the number of members differs greatly between tiles. */
function inTiles(db: Db, scope: Scope, wanted: SearchCriteria, tiles: readonly number[], order: Order, slice: Slice) {
  const inOneTile = ofGenders(matching(db, scope, wanted), wanted).where('tile', '=', sql<number>`part.value::int`)
  return merged(db, tiles, inOneTile, wanted, order, slice)
}

/**
 * Who is online is read with and without a photo apart: the indexes have the photo before the time, so that one scan
 * would pass everybody who has one.
 */
const kindsOf = ({ online }: SearchCriteria) => (online ? ['true', 'false'] : ['both'])

function ofKind(query: ReturnType<typeof matching>, { online }: SearchCriteria): ReturnType<typeof matching> {
  return online ? query.where('has_photo', '=', sql<boolean>`kind.value::boolean`) : query
}

/** Merges the first rows of `ofOne` for each part, whose value is `part.value`. */
function merged(
  db: Db,
  parts: readonly (string | number)[],
  ofOne: ReturnType<typeof matching>,
  wanted: SearchCriteria,
  order: Order,
  { limit, offset }: Slice,
) {
  return db
    .selectFrom(rowsOf(parts).as('part'))
    .innerJoin(rowsOf(kindsOf(wanted)).as('kind'), (join) => join.onTrue())
    .innerJoinLateral(inOrder(ofKind(ofOne, wanted), order, limit + offset).as('found'), (join) => join.onTrue())
    .orderBy('found.has_photo', 'desc')
    .orderBy(`found.${order}`, 'desc')
    .orderBy('found.id', 'desc')
    .limit(sql.lit(limit))
    .offset(sql.lit(offset))
}

function inOrder(query: ReturnType<typeof matching>, order: Order, limit: number) {
  return (
    query
      .select(['account_id as id', 'has_photo', 'last_seen_at', 'created_at'])
      .orderBy('has_photo', 'desc')
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

function matching(db: Db, scope: Scope, { bornBetween, country, countries, circle, beyond, online, withPhoto }: SearchCriteria) {
  let query = listedTo(db, scope)
  if (bornBetween) query = query.where(halfOf(sql`birthday between ${bornBetween[0]}::date and ${bornBetween[1]}::date`))
  if (circle) query = query.where(isInCircle(circle))
  if (beyond) query = query.where(isInCircle(beyond), '=', sql.lit(false))
  query = country === null ? query.where(halfOf(sql`country = any(${countries})`)) : query.where('country', '=', country)
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

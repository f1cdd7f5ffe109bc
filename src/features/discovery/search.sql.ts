import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../api/session.server.ts'
import type { Db } from '../../db/connection.server.ts'
import type { IdQuery } from '../../db/ids.ts'
import { rowsOf } from '../../db/rows-of.ts'
import { later } from '../../lib/clock.ts'
import type { Slice } from '../../lib/slice.ts'
import type { Gender } from '../../sites/genders.ts'
import { partnersShown } from '../matching/partners.sql.ts'
import { ONLINE_FOR } from '../people/presence.ts'
import { listedTo } from '../people/visible.sql.ts'
import { staysOn } from '../people/visiting.sql.ts'
import { dayOf } from '../people/visiting.ts'
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
  /** Whose main photo staff have checked. */
  verified: boolean
  /** Who is linked with a partner whom the viewer finds as well. */
  linked: boolean
}

type Order = 'last_seen_at' | 'created_at'

/** Members in order, in every order those with a photo first. */
export async function membersFor(db: Db, scope: Scope, wanted: SearchCriteria, slice: Slice, order: Order = 'last_seen_at'): Promise<IdQuery> {
  if (wanted.online && order === 'created_at') return newestOnline(db, scope, wanted, slice)
  return (await foundFor(db, scope, wanted, slice, order)).select('found.id')
}

export function newestMembers(db: Db, scope: Scope, wanted: SearchCriteria, slice: Slice): IdQuery {
  return merged(db, scope, wanted, null, 'created_at', slice).select('found.id')
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
 * How many fit, counted up to `most`. Who is in a circle or online is read in the order of an index, which stops as soon
 * as there are so many: without an order the planner would first look up everybody in a tile. Its limit is a
 * parameter, for which it assumes a tenth of all rows, and so that to read in order is worth it.
 */
export async function countMembers(db: Db, scope: Scope, wanted: SearchCriteria, most: number): Promise<number> {
  const parts = partsOf(wanted, wanted.circle && tilesAround(wanted.circle))
  const ofOne = ofOnePart(db, scope, wanted, parts)
  const found = joined(db, parts)
    .innerJoinLateral(
      (wanted.circle || wanted.online
        ? inOrder(ofOne, 'last_seen_at', sql<number>`${most}::int`)
        : ofOne.select(['account_id as id', 'has_photo', 'last_seen_at', 'created_at']).limit(sql.lit(most))
      ).as('found'),
      (join) => join.onTrue(),
    )
    .select('found.id')
  const { circle } = wanted
  const all = circle ? found.unionAll(visitorsIn(db, scope, wanted, circle).select('found.id')) : found
  const { count } = await db
    .selectFrom(db.selectFrom(all.as('each')).select('each.id').limit(sql.lit(most)).as('counted'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

async function foundFor(db: Db, scope: Scope, wanted: SearchCriteria, slice: Slice, order: Order) {
  const { circle } = wanted
  const tiles = circle ? tilesAround(circle) : null
  const isByTile = tiles && circle && (await isCheaperByTile(db, wanted, circle, tiles.length, slice, scope.at))
  return merged(db, scope, wanted, isByTile ? tiles : null, order, slice)
}

/**
 * What is read apart, each in the order of an index, and then merged: by tile, since their residents differ greatly in
 * number, or in the country, and there by gender; else everybody. Who is online is read with and without a photo
 * apart: the indexes have the photo before the time, so that one scan would pass everybody who has one.
 */
type Parts = { tiles: readonly number[] | null; genders: readonly Gender[] | null; photos: ReadonlyArray<'true' | 'false'> | null }

function partsOf({ country, gender, online }: SearchCriteria, tiles: readonly number[] | null): Parts {
  return { tiles, genders: tiles || country !== null ? gender : null, photos: online ? ['true', 'false'] : null }
}

const ALL = ['all']

function joined(db: Db, { tiles, genders, photos }: Parts) {
  return db
    .selectFrom(rowsOf(tiles ?? ALL).as('tiled'))
    .innerJoin(rowsOf(genders ?? ALL).as('sex'), (join) => join.onTrue())
    .innerJoin(rowsOf(photos ?? ALL).as('kind'), (join) => join.onTrue())
}

function merged(db: Db, scope: Scope, wanted: SearchCriteria, tiles: readonly number[] | null, order: Order, { limit, offset }: Slice) {
  const parts = partsOf(wanted, tiles)
  const columns = ['found.id', 'found.has_photo', 'found.last_seen_at', 'found.created_at'] as const
  const residents = joined(db, parts)
    // A literal limit: for a parameter the planner assumes a tenth of all rows.
    .innerJoinLateral(inOrder(ofOnePart(db, scope, wanted, parts), order, sql.lit(limit + offset)).as('found'), (join) => join.onTrue())
    .select(columns)
  const { circle } = wanted
  return db
    .selectFrom((circle ? residents.unionAll(visitorsIn(db, scope, wanted, circle).select(columns)) : residents).as('found'))
    .orderBy('found.has_photo', 'desc')
    .orderBy(`found.${order}`, 'desc')
    .orderBy('found.id', 'desc')
    .limit(sql.lit(limit))
    .offset(sql.lit(offset))
}

/**
 * Who visits the circle today, found by their stay's tile, and does not live in it: nobody is found twice. They are few,
 * so that each is looked up.
 */
function visitorsIn(db: Db, scope: Scope, wanted: SearchCriteria, circle: Circle) {
  const { gender, bornBetween, countries, beyond, online, withPhoto, verified, linked } = wanted
  let stays = staysOn(db, dayOf(scope.at))
    .select('account_id')
    .where('tile', '=', sql<number>`any(${tilesAround(circle)}::int[])`)
    .where('country', '=', sql<string>`any(${countries})`)
    .where(isInCircle(circle))
  if (beyond) stays = stays.where(isInCircle(beyond), '=', sql.lit(false))
  let person = listedTo(db, scope)
    .select(['account_id as id', 'has_photo', 'last_seen_at', 'created_at'])
    .where('account_id', '=', sql.ref<number>('stay.account_id'))
    .where('gender', '=', sql<Gender>`any(${gender})`)
    .where(isInCircle(circle), '=', sql.lit(false))
  if (bornBetween) person = person.where(sql<boolean>`birthday between ${bornBetween[0]}::date and ${bornBetween[1]}::date`)
  if (online) person = person.where('last_seen_at', '>', later(scope.at, -ONLINE_FOR))
  if (withPhoto) person = person.where('has_photo', '=', sql.lit(true))
  if (verified) person = person.where('verified_at', 'is not', null)
  if (linked) person = person.where(isLinked(db, scope))
  return db.selectFrom(stays.as('stay')).innerJoinLateral(person.limit(sql.lit(1)).as('found'), (join) => join.onTrue())
}

function inOrder(query: ReturnType<typeof ofOnePart>, order: Order, limit: RawBuilder<number>) {
  return query
    .select(['account_id as id', 'has_photo', 'last_seen_at', 'created_at'])
    .orderBy('has_photo', 'desc')
    .orderBy(order, 'desc')
    .orderBy('account_id', 'desc')
    .limit(limit)
}

const genderShares: Record<Gender, number> = { woman: 0.42, man: 0.44, couple: 0.09, nonbinary: 0.05 }
const BIRTH_YEARS = 40
/** In rows of the scan in order: one row by tile, and the start in each part; fitted to the times of both ways in 52 circles, each with nine wishes. */
const TILE_ROW = 1.5
const TILE_START = 2
/** Online members come first in the order of everybody, so that reading them all is short; a few tiles are shorter. */
const FEW_TILES = 6

/**
 * By tile, each part is read in order until it has filled the page by itself, or to its end. Otherwise everybody is
 * scanned in order until the page is full, of whom only some live in the circle.
 */
async function isCheaperByTile(db: Db, wanted: SearchCriteria, circle: Circle, tiles: number, { limit, offset }: Slice, at: Date): Promise<boolean> {
  if (wanted.online) return tiles <= FEW_TILES
  const { within, total } = await estimateMembersIn(db, circle, at)
  const [first, last] = wanted.bornBetween?.map((date) => Number(date.slice(0, 4))) ?? []
  const ages = first === undefined || last === undefined ? 1 : Math.min(1, (last - first + 1) / BIRTH_YEARS)
  const genders = wanted.gender.reduce((sum, gender) => sum + genderShares[gender], 0)
  const parts = tiles * wanted.gender.length
  const byTile = Math.min(within * genders, (parts * (limit + offset)) / ages)
  const inTime = ((limit + offset) / (ages * genders)) * (total / Math.max(1, within))
  return TILE_START * parts + TILE_ROW * byTile < inTime
}

/** The members of one part who fit. What the part's index does not have is one condition for the planner. */
function ofOnePart(db: Db, scope: Scope, wanted: SearchCriteria, { tiles, genders, photos }: Parts) {
  const { gender, bornBetween, country, countries, circle, beyond, online, withPhoto, verified, linked } = wanted
  const conditions = [
    ...(genders ? [] : [sql`gender = any(${gender})`]),
    ...(bornBetween ? [sql`birthday between ${bornBetween[0]}::date and ${bornBetween[1]}::date`] : []),
    ...(country === null ? [sql`country = any(${countries})`] : tiles ? [sql`country = ${country}`] : []),
  ]
  let query = listedTo(db, scope)
  if (conditions.length > 0) query = query.where(halfOf(sql.join(conditions, sql` and `)))
  if (tiles) query = query.where('tile', '=', sql<number>`tiled.value::int`)
  if (!tiles && country !== null) query = query.where('country', '=', country)
  if (genders) query = query.where('gender', '=', sql<Gender>`sex.value`)
  if (photos) query = query.where('has_photo', '=', sql<boolean>`kind.value::boolean`)
  // Apart: of a ring the planner should expect few, and look its members up before it sorts them.
  if (circle) query = query.where(isInCircle(circle))
  if (beyond) {
    query = query.where(isInCircle(beyond), '=', sql.lit(false))
    // Whoever visits a nearer ring was found there.
    const nearer = staysOn(db, dayOf(scope.at)).select('account_id').where(isInCircle(beyond))
    query = query.where('account_id', 'not in', nearer.where('tile', '=', sql<number>`any(${tilesAround(beyond)}::int[])`))
  }
  if (online) query = query.where('last_seen_at', '>', later(scope.at, -ONLINE_FOR))
  if (withPhoto) query = query.where('has_photo', '=', sql.lit(true))
  // As the indexes of the few are declared, so that they serve this.
  if (verified) query = query.where('verified_at', 'is not', null)
  if (linked) query = query.where('linked_at', 'is not', null).where(isLinked(db, scope))
  return query
}

/** A link is told only where both are found: a search must not tell more than the profile. */
function isLinked(db: Db, scope: Scope): RawBuilder<boolean> {
  return sql<boolean>`exists (${partnersShown(db, scope, sql.ref<number>('people.account_id'))})`
}

/**
 * A `case`, for which the planner assumes half of the rows. What it assumes for a value that it does not know depends
 * on the operator: of a range of dates next to none, so that it would sort a whole country instead of reading its
 * index in order.
 */
function halfOf(condition: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`case when ${condition} then true else false end`
}

import { sql } from 'kysely'
import type { Scope } from '../../api/session.server.ts'
import type { Db } from '../../db/connection.server.ts'
import { PLANNED_ANEW } from '../../db/prepared.server.ts'
import { later } from '../../lib/clock.ts'
import type { Slice } from '../../lib/slice.ts'
import { visibleTo } from '../people/visible.sql.ts'
import type { Gender } from '../../sites/genders.ts'
import { ONLINE_FOR } from '../people/presence.ts'
import { type Circle, isInCircle, tilesAround } from './circle.sql.ts'
import { crowdIn } from './crowding.sql.ts'

/** What search filters by in the database; what is null or false does not matter. */
export type Wanted = {
  gender: readonly Gender[]
  /** First and last birthday, both included; null: any age. */
  bornBetween: readonly [first: string, last: string] | null
  country: string | null
  circle: Circle | null
  online: boolean
  withPhoto: boolean
}

/** Ids of the members wanted, those seen last first, with the id as the last word, so that the order holds. */
export async function findMembers(db: Db, scope: Scope, wanted: Wanted, slice: Slice): Promise<number[]> {
  const { circle, country } = wanted
  if (!circle && country !== null) return inCountry(db, scope, wanted, 'last_seen_at', slice)
  const tiles = circle ? tilesAround(circle) : null
  if (tiles && tiles.length <= FEW_TILES) return inFewTiles(db, scope, wanted, tiles, slice)
  const fitting = ofGenders(matching(db, scope, wanted), wanted)
  const query =
    circle && tiles && (await isThin(db, wanted, circle, slice, scope.at)) ? gathered(db, fitting, tiles) : fitting
  const rows = await inOrder(query, 'last_seen_at', slice.limit).offset(sql.lit(slice.offset)).execute()
  return rows.map((row) => row.account_id)
}

/** The members who joined last, of the viewer's country and whom they look for. */
export async function newestMembers(db: Db, scope: Scope, slice: Slice): Promise<number[]> {
  const { lookingFor: gender, country } = scope.member
  const wanted = { gender, country, bornBetween: null, circle: null, online: false, withPhoto: false }
  return inCountry(db, scope, wanted, 'created_at', slice)
}

type Order = 'last_seen_at' | 'created_at'

/** Through the index of each gender in the country: of each as many as could be needed, in order. */
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

/** More tiles than this are not worth a part of the query each. */
const FEW_TILES = 6

/** Through the index of each tile; a part of the query for each, because tiles are as different as London and the sea. */
async function inFewTiles(db: Db, scope: Scope, wanted: Wanted, tiles: readonly number[], { limit, offset }: Slice): Promise<number[]> {
  const parts = tiles.map((tile) =>
    inOrder(ofGenders(matching(db, scope, wanted), wanted).where('tile', '=', tile), 'last_seen_at', limit + offset),
  )
  const { rows } = await sql<{ id: number }>`
    select account_id as id from (${sql.join(parts, sql` union all `)}) as found
    order by last_seen_at desc, account_id desc limit ${sql.lit(limit)} offset ${sql.lit(offset)}`.execute(db)
  return rows.map((row) => row.id)
}

/** All of these tiles, found before they are sorted: an offset is what the planner does not look behind. */
function gathered(db: Db, fitting: ReturnType<typeof matching>, tiles: readonly number[]): ReturnType<typeof matching> {
  const all = fitting.where(sql<boolean>`tile = any(${tiles})`).selectAll().offset(sql.lit(0))
  return db.selectFrom(all.as('people'))
}

function inOrder(query: ReturnType<typeof matching>, order: Order, limit: number) {
  return query
    .select(['account_id', order])
    .orderBy(order, 'desc')
    .orderBy('account_id', 'desc')
    // Written out: of a number that it does not see, the planner assumes a tenth of all rows.
    .limit(sql.lit(limit))
}

function ofGenders(query: ReturnType<typeof matching>, { gender }: Wanted): ReturnType<typeof matching> {
  return query.where(sql<boolean>`gender = any(${gender})`)
}

/** Roughly how many of all members each gender is. */
const shares: Record<Gender, number> = { woman: 0.42, man: 0.44, couple: 0.09, nonbinary: 0.05 }
/** Years within which most members were born. */
const GENERATIONS = 40
/** Gathering one member and sorting costs as much as going past so many, measured by tests/bench/search.bench.ts. */
const GATHERING = 3

/**
 * Two ways lead to a wide circle, and which is short depends on how many live in it. Where few do, they are
 * gathered by tile and then sorted: as many steps as people live there. Where many do, everybody is gone
 * past in the order wanted until the page is full: as many steps as it takes to meet those wanted.
 */
async function isThin(db: Db, wanted: Wanted, circle: Circle, { limit, offset }: Slice, at: Date): Promise<boolean> {
  // Whoever is online is met first.
  if (wanted.online) return false
  const { within, total } = await crowdIn(db, circle, at)
  const [first, last] = wanted.bornBetween?.map((date) => Number(date.slice(0, 4))) ?? []
  const ages = first === undefined || last === undefined ? 1 : Math.min(1, (last - first + 1) / GENERATIONS)
  const fitting = ages * wanted.gender.reduce((sum, gender) => sum + shares[gender], 0)
  return within * GATHERING < ((limit + offset) / fitting) * (total / Math.max(1, within))
}

/** All filters but gender. */
function matching(db: Db, scope: Scope, { bornBetween, country, circle, online, withPhoto }: Wanted) {
  let query = visibleTo(db, scope)
  if (bornBetween) query = query.where('birthday', '>=', bornBetween[0]).where('birthday', '<=', bornBetween[1])
  // A circle reaches over borders.
  if (circle) query = query.where(isInCircle(circle))
  else if (country !== null) query = query.where('country', '=', country)
  if (online) query = query.where('last_seen_at', '>', later(scope.at, -ONLINE_FOR))
  if (withPhoto) query = query.where('has_photo', '=', true)
  // Of ages and tiles that it does not see, the planner assumes so few people that it sorts all of London.
  return bornBetween || circle ? query.modifyFront(sql.raw(PLANNED_ANEW)) : query
}

import { type Compilable, type RawBuilder, sql } from 'kysely'
import type { Scope } from '#api/member.server.ts'
import type { ClassifierName, Facts } from '#core/people/classifiers.ts'
import { chosenIn, rareTermsIn, saysOneOf, whoSays } from '#core/people/facts.sql.ts'
import { ONLINE_FOR } from '#core/people/shown-to/presence.ts'
import { offeredTo } from '#core/people/shown-to/visible.sql.ts'
import { staysOn } from '#core/people/shown-to/visiting.sql.ts'
import { dayOf } from '#core/people/shown-to/visiting.ts'
import { compiledOnce } from '#db/compiled-once.ts'
import type { Db } from '#db/connection.server.ts'
import { anyOf, type IdQuery } from '#db/ids.ts'
import { mostOf } from '#db/rows-of.ts'
import { later } from '#lib/clock.ts'
import type { Slice } from '#lib/slice.ts'
import type { Gender } from '#sites/genders.ts'
import { partnersShown } from '../likes/partners.sql.ts'
import {
  type Bounds,
  boundsOf,
  boxesAround,
  type Circle,
  isInCircle,
  tilesAround,
} from './distance/circle.sql.ts'
import { estimateMembersIn, type MembersIn } from './distance/member-density.sql.ts'

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
  /** By classifier, of whose values a profile says at least one. */
  facts?: Facts
}

type Order = 'last_seen_at' | 'created_at'

/** What a statement is given. */
type Values = Pick<SearchCriteria, 'gender' | 'country' | 'countries'> & {
  viewerId: number
  brandId: string
  today: string
  onlineSince: Date
  born: { first: string; last: string } | null
  circle: Bounds | null
  beyond: Bounds | null
  facts: Facts
  rare: readonly string[]
}
/** What the text of a statement depends on. Circles: their number of boxes. */
type Conditions = Pick<SearchCriteria, 'online' | 'withPhoto' | 'verified' | 'linked'> & {
  born: boolean
  country: boolean
  circle: number
  beyond: number
  tiles: boolean
  genders: boolean
  photos: boolean
  facts: readonly ClassifierName[]
  rare: boolean
}

/**
 * A search that is ready to be made, alone or within another statement; its parts as JSON, in the
 * shape about how many.
 */
export type Search = {
  given: Values & { first: string; left: string }
  shape: Conditions & {
    first: number
    left: number
    isOnePart: boolean
    order: Order
    slice: Slice
    newest: Slice | null
  }
}

const idsOfSearch = compiledOnce((db, given: Search['given'], shape: Search['shape']) =>
  idsBy(db as Db, { given, shape }),
)

/** Members in order, in every order those with a photo first. */
export async function membersFor(
  db: Db,
  scope: Scope,
  wanted: SearchCriteria,
  slice: Slice,
  order: Order = 'last_seen_at',
): Promise<number[]> {
  return idsFound(db, await searchFor(db, scope, wanted, slice, order))
}

export async function idsFound(db: Db, { given, shape }: Search): Promise<number[]> {
  return (await idsOfSearch(db, given, shape)).map(({ id }) => id)
}

/** So many of the members who are online are sorted by their day of joining: no index has both. */
const MOST_ONLINE = 1000

export async function searchFor(
  db: Db,
  scope: Scope,
  wanted: SearchCriteria,
  slice: Slice,
  order: Order = 'last_seen_at',
): Promise<Search> {
  if (!wanted.online || order === 'last_seen_at') return searchOf(db, scope, wanted, slice, order)
  const online = await searchOf(
    db,
    scope,
    wanted,
    { limit: MOST_ONLINE, offset: 0 },
    'last_seen_at',
  )
  return { ...online, shape: { ...online.shape, newest: slice } }
}

export function newestMembers(scope: Scope, wanted: SearchCriteria, slice: Slice): Search {
  return ready(scope, wanted, splitOf(wanted, null), 'created_at', slice)
}

export function idsBy(db: Db, search: Search): IdQuery & Compilable<{ id: number }> {
  const { newest } = search.shape
  const members = merged(db, search)
  if (newest === null) return members.select('found.id')
  return db
    .selectFrom(members.select(['found.id', 'found.has_photo', 'found.created_at']).as('online'))
    .select('online.id')
    .orderBy('online.has_photo', 'desc')
    .orderBy('online.created_at', 'desc')
    .orderBy('online.id', 'desc')
    .limit(sql.lit(newest.limit))
    .offset(sql.lit(newest.offset))
}

function ready(
  scope: Scope,
  wanted: SearchCriteria,
  split: Split,
  order: Order,
  slice: Slice,
  members?: ReadonlyMap<number, number>,
): Search {
  const parts = partsOf(split, slice.limit + slice.offset, members)
  const first = parts.filter((part) => part.most > 0)
  const left = parts.filter((part) => part.most === 0)
  return {
    given: {
      ...valuesOf(scope, wanted, split),
      first: JSON.stringify(first),
      left: JSON.stringify(left),
    },
    shape: {
      ...conditionsOf(wanted, split),
      first: mostOf(first),
      left: mostOf(left),
      isOnePart: parts.length === 1,
      order,
      slice,
      newest: null,
    },
  }
}

function valuesOf(
  { member, brand, at }: Scope,
  { gender, bornBetween, country, countries, circle, beyond, facts = {} }: SearchCriteria,
  { rare }: Split,
): Values {
  return {
    viewerId: member.id,
    brandId: brand.id,
    today: dayOf(at),
    onlineSince: later(at, -ONLINE_FOR),
    gender,
    born: bornBetween && { first: bornBetween[0], last: bornBetween[1] },
    country,
    countries,
    circle: circle && boundsOf(circle),
    beyond: beyond ? boundsOf(beyond) : null,
    facts,
    rare: rare ?? [],
  }
}

function conditionsOf(wanted: SearchCriteria, split: Split): Conditions {
  const { bornBetween, country, circle, beyond, facts = {} } = wanted
  const { online, withPhoto, verified, linked } = wanted
  return {
    born: bornBetween !== null,
    country: country !== null,
    circle: circle ? boxesAround(circle).length : 0,
    beyond: beyond ? boxesAround(beyond).length : 0,
    tiles: split.tiles !== null,
    genders: split.genders !== null,
    photos: split.photos !== null,
    facts: chosenIn(facts),
    rare: split.rare !== null,
    online,
    withPhoto,
    verified,
    linked,
  }
}

/** The queries need no more of their scope. */
function scopeOf({ viewerId, brandId }: Values): Scope {
  return { member: { id: viewerId }, brand: { id: brandId } } as Scope
}

/**
 * How many fit, counted up to `most`. Who is in a circle, online or in any country is read in the
 * order of an index, which stops as soon as there are so many: without an order the planner would
 * first look up everybody in a tile, or read the table. Its limit is a parameter, for which it
 * assumes a tenth of all rows, and so that to read in order is worth it.
 */
export async function countMembers(
  db: Db,
  scope: Scope,
  wanted: SearchCriteria,
  most: number,
): Promise<number> {
  const { circle } = wanted
  const rare = await rareTermsIn(db, wanted.facts ?? {}, most)
  const split = rare ? apart(rare) : splitOf(wanted, circle && tilesAround(circle))
  // Those with the most come first: a corner of the circle may have nobody, and all of its tile
  // would be read.
  const parts = partsOf(
    split,
    most,
    circle ? (await estimateMembersIn(db, circle, scope.at)).byTile : undefined,
  )
  const values = valuesOf(scope, wanted, split)
  const conditions = conditionsOf(wanted, split)
  const ofOne = ofOnePart(db, values, conditions)
  const isInOrder = circle !== null || wanted.online || (wanted.country === null && !rare)
  const residents = db
    .selectFrom(rowsOfParts(JSON.stringify(parts), mostOf(parts)).as('part'))
    .innerJoinLateral(
      (isInOrder
        ? inOrder(ofOne, 'last_seen_at', sql<number>`${most}::int`)
        : ofOne
            .select(['account_id as id', 'has_photo', 'last_seen_at', 'created_at'])
            .limit(sql.lit(most))
      ).as('found'),
      (join) => join.onTrue(),
    )
    .select('found.id')
  const all = values.circle
    ? residents.unionAll(visitorsIn(db, values, conditions, values.circle).select('found.id'))
    : residents
  const { count } = await db
    .selectFrom(db.selectFrom(all.as('each')).select('each.id').limit(sql.lit(most)).as('counted'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

async function searchOf(
  db: Db,
  scope: Scope,
  wanted: SearchCriteria,
  slice: Slice,
  order: Order,
): Promise<Search> {
  const { circle } = wanted
  const rare = await rareTermsIn(db, wanted.facts ?? {}, slice.limit + slice.offset)
  if (rare) return ready(scope, wanted, apart(rare), order, slice)
  if (!circle) return ready(scope, wanted, splitOf(wanted, null), order, slice)
  const members = await estimateMembersIn(db, circle, scope.at)
  const byTile = splitOf(wanted, tilesAround(circle))
  const isByTile = isCheaperByTile(wanted, byTile, members, slice)
  return ready(
    scope,
    wanted,
    isByTile ? byTile : splitOf(wanted, null),
    order,
    slice,
    members.byTile,
  )
}

/**
 * What is read apart, each in the order of an index, and then merged: by tile, since their
 * residents differ greatly in number, or in the country, and there by gender; else everybody. Who
 * is online is read with and without a photo apart: the indexes have the photo before the time, so
 * that one scan would pass everybody who has one. Who says what few say is looked up first
 * (`rare`), and nothing is read in order.
 */
type Split = {
  tiles: readonly number[] | null
  genders: readonly Gender[] | null
  photos: readonly boolean[] | null
  rare: readonly string[] | null
}

function apart(rare: readonly string[]): Split {
  return { tiles: null, genders: null, photos: null, rare }
}

function splitOf(
  { country, gender, online }: SearchCriteria,
  tiles: readonly number[] | null,
): Split {
  return {
    tiles,
    genders: tiles || country !== null ? gender : null,
    photos: online ? [true, false] : null,
    rare: null,
  }
}

/** `most`: so many are read of it at first. */
type Part = { tile: number | null; gender: Gender | null; photo: boolean | null; most: number }

const genderShares: Record<Gender, number> = {
  woman: 0.42,
  man: 0.44,
  couple: 0.09,
  nonbinary: 0.05,
}
/** The parts with so many of the members who fit are read at first. */
const READ_FIRST = 0.85

/**
 * The parts, and how many each probably has of the first `needed`, with the deviation of such a
 * number. Parts with few who fit are left until the rest has shown how far they have to be read: a
 * corner of a circle may have nobody, and all of its tile would be read. So are those without a
 * photo, who come last.
 */
function partsOf(
  { tiles, genders, photos }: Split,
  needed: number,
  members: ReadonlyMap<number, number> = new Map(),
): Part[] {
  const ofTile = (tile: number | null) => (tile === null ? 1 : (members.get(tile) ?? 0))
  const ofGender = (gender: Gender | null) => (gender === null ? 1 : genderShares[gender])
  const each = (tiles ?? [null])
    .flatMap((tile) =>
      (genders ?? [null]).map((gender) => ({
        tile,
        gender,
        weight: ofTile(tile) * ofGender(gender),
      })),
    )
    .toSorted((a, b) => b.weight - a.weight)
  const total = each.reduce((sum, { weight }) => sum + weight, 0)
  let before = 0
  return each.flatMap(({ tile, gender, weight }) => {
    const share = total === 0 || each.length === 1 ? needed : (needed * weight) / total / READ_FIRST
    const isFirst = before <= total * READ_FIRST
    before += weight
    const most = isFirst ? Math.min(needed, Math.ceil(share + Math.sqrt(share))) : 0
    return (photos ?? [null]).map((photo) => ({
      tile,
      gender,
      photo,
      most: photo === false ? 0 : most,
    }))
  })
}

function rowsOfParts(parts: string, most: number): RawBuilder<Part> {
  return sql`(
    select tile, gender, photo, most from json_to_recordset(${parts}::json) as part (tile int, gender text, photo boolean, most int)
    limit ${sql.lit(most)})`
}

type Found = { id: number; has_photo: boolean; last_seen_at: Date; created_at: Date }
const columns = ['found.id', 'found.has_photo', 'found.last_seen_at', 'found.created_at'] as const

const firstRead = sql<Part & Found & { at: Date; place: number }>`first_read`
type Key = { has_photo: boolean; at: Date; id: number }
const bound = sql<Key>`bound`
/**
 * With a photo and without one apart: for a range that spans both the planner takes an index of
 * another order.
 */
const kinds = sql<{ photo: boolean }>`(values (true), (false))`.as<'kind'>(sql`kind (photo)`)
const isBefore = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) =>
  sql<boolean>`${one} > ${other}`
const keyOf = (table: string, time: string, id: string) =>
  sql`(${sql.ref(`${table}.has_photo`)}, ${sql.ref(`${table}.${time}`)}, ${sql.ref(`${table}.${id}`)})`

/**
 * Of each part so many are read as it probably has of the slice. Then all are read on, but only
 * before the last whom the slice needs of those that are found until then: none is read further
 * than the slice, however unlike the parts are. Visitors have the same bound.
 */
function merged(db: Db, { given, shape }: Search) {
  const { order, slice } = shape
  const needed = slice.limit + slice.offset
  // A literal limit: for a parameter the planner assumes a tenth of all rows.
  const most = sql.lit(needed)
  const ofOne = ofOnePart(db, given, shape)
  const time = sql.ref(`people.${order}`)
  const edge = keyOf('bound', 'at', 'id')

  const first = db
    .selectFrom(rowsOfParts(given.first, shape.first).as('part'))
    .innerJoinLateral(
      db
        .selectFrom(inOrder(ofOne, order, most).as('found'))
        .select([
          ...columns,
          sql.ref<Date>(`found.${order}`).as('at'),
          sql<number>`row_number() over ()`.as('place'),
        ])
        .limit(sql.ref<number>('part.most'))
        .as('found'),
      (join) => join.onTrue(),
    )
    .select([
      'part.tile',
      'part.gender',
      'part.photo',
      'part.most',
      'found.place',
      'found.at',
      ...columns,
    ])
  const lastNeeded = db
    .selectFrom(firstRead.as('found'))
    .select(['found.has_photo', 'found.at', 'found.id'])
    .orderBy('found.has_photo', 'desc')
    .orderBy('found.at', 'desc')
    .orderBy('found.id', 'desc')
    .limit(sql.lit(1))
    .offset(sql.lit(needed - 1))
  const oneBound = db
    .selectFrom(lastNeeded.as('last'))
    .select([
      sql<boolean>`coalesce(bool_or(has_photo), false)`.as('has_photo'),
      sql<Date>`coalesce(max(at), '-infinity')`.as('at'),
      sql<number>`coalesce(max(id), 0)`.as('id'),
    ])
  const left = db
    .selectFrom(firstRead.as('part'))
    .where('part.place', '=', sql.ref<number>('part.most'))
    .select(['part.tile', 'part.gender', 'part.photo', 'part.has_photo', 'part.at', 'part.id'])
    .unionAll(
      db
        .selectFrom(rowsOfParts(given.left, shape.left).as('part'))
        .select(['part.tile', 'part.gender', 'part.photo'])
        .select([
          sql<boolean>`true`.as('has_photo'),
          sql<Date>`'infinity'::timestamptz`.as('at'),
          sql<number>`0::bigint`.as('id'),
        ]),
    )
  const open = db
    .selectFrom(left.as('part'))
    .innerJoin(bound.as('bound'), (join) => join.onTrue())
    .innerJoin(kinds, (join) => join.onTrue())
    .where(isBefore(keyOf('part', 'at', 'id'), edge))
    .where(
      sql<boolean>`kind.photo between bound.has_photo and part.has_photo and kind.photo = coalesce(part.photo, kind.photo)`,
    )
    .select(['part.tile', 'part.gender', 'kind.photo'])
    .select(
      sql<Date>`case when kind.photo = part.has_photo then part.at else 'infinity' end`.as(
        'before',
      ),
    )
    .select(
      sql<Date>`case when kind.photo = bound.has_photo then bound.at else '-infinity' end`.as(
        'after',
      ),
    )
    .select(['part.id as before_id', 'bound.id as after_id'])
  const ofNext = ofOne
    .where('people.has_photo', '=', sql.ref<boolean>('part.photo'))
    .where(sql<boolean>`(${time}, people.account_id) < (part.before, part.before_id)`)
    .where(sql<boolean>`(${time}, people.account_id) > (part.after, part.after_id)`)
  const next = db
    .selectFrom(open.as('part'))
    .innerJoinLateral(inOrder(ofNext, order, most).as('found'), (join) => join.onTrue())
    .select(columns)
  const residents = db.selectFrom(firstRead.as('found')).select(columns)
  const all = shape.isOnePart ? residents : residents.unionAll(next)
  const isAfterBound = sql<boolean>`people.has_photo = kind.photo
    and (${time}, people.account_id) > (case when kind.photo = bound.has_photo then bound.at else '-infinity' end, bound.id)`
  const visitors = (within: Bounds) =>
    db
      .selectFrom(bound.as('bound'))
      .innerJoin(kinds, (join) => join.on(sql<boolean>`kind.photo >= bound.has_photo`))
      .innerJoinLateral(
        visitorsIn(db, given, shape, within, isAfterBound).select(columns).as('found'),
        (join) => join.onTrue(),
      )
      .select(columns)
  return db
    .with('first_read', () => first)
    .with('bound', () => oneBound)
    .selectFrom(
      (shape.circle > 0 && given.circle ? all.unionAll(visitors(given.circle)) : all).as('found'),
    )
    .orderBy('found.has_photo', 'desc')
    .orderBy(`found.${order}`, 'desc')
    .orderBy('found.id', 'desc')
    .limit(sql.lit(slice.limit))
    .offset(sql.lit(slice.offset))
}

/**
 * Who visits the circle today and does not live in it: nobody is found twice. Read by the tile of
 * their stay, whose days and place are looked up; all of a tile, or those before a bound, who are
 * few.
 */
function visitorsIn(
  db: Db,
  given: Values,
  shape: Conditions,
  circle: Bounds,
  isWanted?: RawBuilder<boolean>,
) {
  const { gender, born, countries, beyond } = given
  let person = offeredTo(db, scopeOf(given))
    .select(['account_id as id', 'has_photo', 'last_seen_at', 'created_at'])
    .where('visits_tile', '=', sql<number>`any(${circle.tiles}::int[])`)
    .where('gender', '=', sql<Gender>`any(${gender})`)
    .where(isInCircle(circle), '=', sql.lit(false))
  if (isWanted) person = person.where(isWanted)
  if (shape.born && born) person = person.where(isBornBetween(born))
  if (shape.online) person = person.where('last_seen_at', '>', given.onlineSince)
  if (shape.withPhoto) person = person.where('has_photo', '=', sql.lit(true))
  if (shape.verified) person = person.where('verified_at', 'is not', null)
  if (shape.linked) person = person.where(isLinked(db, scopeOf(given)))
  for (const says of factsSaid(given, shape)) person = person.where(halfOf(says))
  let stay = staysOn(db, given.today)
    .select('account_id')
    .where('account_id', '=', sql.ref<number>('found.id'))
    .where('country', '=', sql<string>`any(${countries})`)
    .where(isInCircle(circle))
  if (shape.beyond > 0 && beyond) stay = stay.where(isInCircle(beyond), '=', sql.lit(false))
  // The limit forces one look-up per visitor.
  return db
    .selectFrom(person.as('found'))
    .innerJoinLateral(stay.limit(sql.lit(1)).as('stay'), (join) => join.onTrue())
}

function inOrder(query: ReturnType<typeof ofOnePart>, order: Order, limit: RawBuilder<number>) {
  return query
    .select(['account_id as id', 'has_photo', 'last_seen_at', 'created_at'])
    .orderBy('has_photo', 'desc')
    .orderBy(order, 'desc')
    .orderBy('account_id', 'desc')
    .limit(limit)
}

const BIRTH_YEARS = 40
/**
 * In rows of the scan in order: one row by tile, and the start in each part; fitted to the times of
 * both ways in 52 circles, each with nine wishes.
 */
const TILE_ROW = 1.5
const TILE_START = 2
/**
 * Online members come first in the order of everybody, so that reading them all is short; a few
 * tiles are shorter.
 */
const FEW_TILES = 6

/**
 * Both ways pass everybody who was seen since the last on the page: by tile those of the tiles,
 * else those of all places.
 */
function isCheaperByTile(
  { online, bornBetween, gender }: SearchCriteria,
  { tiles }: Split,
  members: MembersIn,
  { limit, offset }: Slice,
): boolean {
  if (online) return (tiles ?? []).length <= FEW_TILES
  const [first, last] = bornBetween?.map((date) => Number(date.slice(0, 4))) ?? []
  const ages =
    first === undefined || last === undefined ? 1 : Math.min(1, (last - first + 1) / BIRTH_YEARS)
  const genders = gender.reduce((sum, one) => sum + genderShares[one], 0)
  const share = Math.min(1, (limit + offset) / (ages * genders * Math.max(1, members.within)))
  return (
    TILE_START * (tiles ?? []).length * gender.length +
      TILE_ROW * share * genders * members.inTiles <
    share * members.total
  )
}

/**
 * The members of one part who fit. What the part's index does not have is one condition for the
 * planner.
 */
function ofOnePart(db: Db, given: Values, shape: Conditions) {
  const { gender, born, country, countries, circle, beyond } = given
  const { tiles, genders, verified, linked } = shape
  // The indexes of the few end with their order, and would lose to these.
  const isInIndex = (tiles || shape.country) && !verified && !linked
  const conditions = [
    ...(genders ? [] : [sql`gender = any(${gender})`]),
    ...(shape.born && born && !isInIndex
      ? [sql`birthday between ${born.first}::date and ${born.last}::date`]
      : []),
    ...(shape.country
      ? tiles
        ? [sql`country = ${country}`]
        : []
      : [sql`country = any(${countries})`]),
    ...factsSaid(given, shape),
  ]
  let query = offeredTo(db, scopeOf(given))
  if (conditions.length > 0) query = query.where(halfOf(sql.join(conditions, sql` and `)))
  if (shape.rare) query = query.where('account_id', '=', anyOf(whoSays(db, given.rare)))
  if (tiles) query = query.where('tile', '=', sql<number>`part.tile`)
  if (shape.country && !tiles) query = query.where('country', '=', country as string)
  if (genders) query = query.where('gender', '=', sql<Gender>`part.gender`)
  if (shape.born && born && isInIndex) query = query.where(isBornBetween(born))
  if (shape.photos) query = query.where('has_photo', '=', sql<boolean>`part.photo`)
  if (shape.circle > 0 && circle && tiles && isInIndex) query = query.where(isInBox(circle))
  // Apart: of a ring the planner should expect few, and look its members up before it sorts them.
  if (shape.circle > 0 && circle) query = query.where(isInCircle(circle))
  if (shape.beyond > 0 && beyond) {
    query = query.where(isInCircle(beyond), '=', sql.lit(false))
    // Whoever visits a nearer ring was found there.
    const nearer = staysOn(db, given.today).select('account_id').where(isInCircle(beyond))
    query = query.where(
      'account_id',
      'not in',
      nearer.where('tile', '=', sql<number>`any(${beyond.tiles}::int[])`),
    )
  }
  if (shape.online) query = query.where('last_seen_at', '>', given.onlineSince)
  if (shape.withPhoto) query = query.where('has_photo', '=', sql.lit(true))
  // As the indexes of the few are declared, so that they serve this.
  if (verified) query = query.where('verified_at', 'is not', null)
  if (linked) query = query.where('linked_at', 'is not', null).where(isLinked(db, scopeOf(given)))
  return query
}

function factsSaid({ facts }: Values, shape: Conditions): RawBuilder<boolean>[] {
  return shape.facts.map((name) => saysOneOf(name, facts[name] ?? []))
}

/** A link is told only where both are found: a search must not tell more than the profile. */
function isLinked(db: Db, scope: Scope): RawBuilder<boolean> {
  return sql<boolean>`exists (${partnersShown(db, scope, sql.ref<number>('people.account_id'))})`
}

/**
 * A `case`, for which the planner assumes half of the rows. What it assumes for a value that it
 * does not know depends on the operator: of a range of dates next to none, so that it would sort a
 * whole country instead of reading its index in order.
 */
function halfOf(condition: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`case when ${condition} then true else false end`
}

const LAST_ID = '9223372036854775807'

/**
 * From the first to the last, for what an index has after its order: it passes the others without a
 * look at the profile. One bound is that of a row, with an id that nobody is beyond: of the two
 * bounds of a range the planner assumes that next to none is between them.
 */
function isBetween(
  column: RawBuilder<unknown>,
  first: RawBuilder<unknown>,
  last: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`(${column} >= ${first} and (${column}, people.account_id) <= (${last}, ${sql.lit(LAST_ID)}::bigint))`
}

function isBornBetween({ first, last }: NonNullable<Values['born']>): RawBuilder<boolean> {
  return isBetween(sql`birthday`, sql`${first}::date`, sql`${last}::date`)
}

/** Of a circle across the date line by latitude alone. */
function isInBox({ boxes }: Bounds): RawBuilder<boolean> {
  const conditions = boxes.flatMap(({ south, north, west, east }, index) => [
    ...(index === 0
      ? [isBetween(sql`latitude`, sql`${south}::float8`, sql`${north}::float8`)]
      : []),
    ...(boxes.length === 1
      ? [isBetween(sql`longitude`, sql`${west}::float8`, sql`${east}::float8`)]
      : []),
  ])
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

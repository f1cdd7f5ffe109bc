import { sql } from 'kysely'
import type { Scope } from '../../api/session.server.ts'
import type { Db } from '../../db/connection.server.ts'
import { later } from '../../lib/clock.ts'
import type { Slice } from '../../lib/slice.ts'
import { visibleTo } from '../moderation/visible.sql.ts'
import type { Gender } from '../profiles/genders.ts'
import { ONLINE_FOR } from '../profiles/presence.ts'
import { type Circle, isInCircle, isNear } from './circle.sql.ts'

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
  const { circle } = wanted
  if (circle === null) {
    const rows = await inOrder(matching(db, scope, wanted), slice).execute()
    return rows.map((row) => row.id)
  }
  // Two ways lead to a circle, and which is short depends on how many live in it. Where few do, they are
  // gathered by position and then sorted; where many do, people are gone through in the order wanted until
  // the page is full. PostgreSQL cannot know, so it counts, but no further than where the ways are equal.
  const within = matching(db, scope, { ...wanted, country: null }).where(isInCircle(circle))
  const gathered = inOrder(within.where(isNear(circle)).where(sql<boolean>`not (select is_crowded from crowd)`), slice)
  const passed = inOrder(within.where(sql<boolean>`(select is_crowded from crowd)`), slice)
  const { rows } = await sql<{ id: number }>`
    with crowd as materialized (
      select count(*) = ${CROWD} as is_crowded
      from (select from profiles where hidden_at is null and ${isNear(circle)} limit ${sql.lit(CROWD)}) as counted
    )
    ${gathered} union all ${passed}`.execute(db)
  return rows.map((row) => row.id)
}

/** Measured at 50,000 members (tests/bench/search.bench.ts): from here on gathering and sorting costs more. */
const CROWD = 2000

/** Members of the viewer's country whom they look for, those who joined last first. */
export async function newestMembers(db: Db, scope: Scope, { limit, offset }: Slice): Promise<number[]> {
  const rows = await visibleTo(db, scope)
    .select('account_id as id')
    .where(sql<boolean>`gender = any(${scope.member.lookingFor})`)
    .where('country', '=', scope.member.country)
    .orderBy('created_at', 'desc')
    .orderBy('account_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map((row) => row.id)
}

function matching(db: Db, scope: Scope, wanted: Wanted) {
  let query = visibleTo(db, scope).where(sql<boolean>`gender = any(${wanted.gender})`)
  if (wanted.bornBetween) {
    const [first, last] = wanted.bornBetween
    query = query.where('birthday', '>=', first).where('birthday', '<=', last)
  }
  if (wanted.country !== null) query = query.where('country', '=', wanted.country)
  if (wanted.online) query = query.where('last_seen_at', '>', later(scope.at, -ONLINE_FOR))
  if (wanted.withPhoto) query = query.where('has_photo', '=', true)
  return query
}

function inOrder(query: ReturnType<typeof matching>, { limit, offset }: Slice) {
  const ordered = query
    .select('account_id as id')
    .orderBy('last_seen_at', 'desc')
    .orderBy('account_id', 'desc')
    .limit(sql.lit(limit))
  return offset === 0 ? ordered : ordered.offset(sql.lit(offset))
}

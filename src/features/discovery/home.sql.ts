import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../api/session.server.ts'
import { compiledOnce } from '../../db/compiled-once.ts'
import type { Db } from '../../db/connection.server.ts'
import { columnsOfIds, type IdQuery } from '../../db/ids.ts'
import { later, MINUTE } from '../../lib/clock.ts'
import { isLikedBy, likedBy, likesYou, matchesOf } from '../matching/likes.sql.ts'
import { hasConversation, unreadSenders } from '../messaging/inbox.sql.ts'
import { hasWords, hasWishes } from '../people/own-profile.sql.ts'
import { newPhotoRequests } from '../photos/news.sql.ts'
import { hasAnyPhoto } from '../photos/photos.sql.ts'
import { firstSteps, type FirstStep, type NewsKind } from './home.ts'
import { newViews } from './news.sql.ts'
import { isViewedBy } from './views.sql.ts'

/** A visit ends after this long without a request. */
const ABSENCE = 30 * MINUTE

const markVisit = compiledOnce((db, given: { accountId: number; at: Date; visitStartedAt: Date; before: Date }) =>
  db
    .insertInto('home_visits')
    .values({ account_id: given.accountId, seen_at: given.at, since: null })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({
        since: sql`case when home_visits.seen_at < ${given.visitStartedAt}::timestamptz and home_visits.seen_at < ${given.before}::timestamptz
          then home_visits.seen_at else home_visits.since end`,
        seen_at: sql`greatest(home_visits.seen_at, excluded.seen_at)`,
      }),
    )
    .returning('since'),
)

/**
 * Notes a look at home; returns when the member last looked at it in the visit before, or null in the first visit. A
 * reload, another tab and signing in again within half an hour belong to the same visit.
 */
export async function recordHomeVisit(db: Db, { member, at }: Scope): Promise<Date | null> {
  const [row] = await markVisit(db, { accountId: member.id, at, visitStartedAt: member.visitStartedAt, before: later(at, -ABSENCE) })
  return row?.since ?? null
}

/** Of so many of the newest, the ones that are still open count. */
const CONSIDERED = 100

type NewsSince = { memberId: number; brandId: string; since: Date }
/** Counting stops after this many. */
export const MOST_COUNTED = 20

const newsIds = compiledOnce((db, { memberId, brandId, since }: NewsSince) => {
  // The queries need no more of their scope.
  const scope = { member: { id: memberId }, brand: { id: brandId } } as Scope
  return db.selectNoFrom(columnsOfIds(newsQueries(db as Db, scope, since, MOST_COUNTED + 1)))
})

/** The people of each kind of news, newest first, and one more of each than is counted. */
export async function findNews(db: Db, { member, brand }: Scope, since: Date | null): Promise<Record<NewsKind, number[]>> {
  const [news] = await newsIds(db, { memberId: member.id, brandId: brand.id, since: since ?? new Date(0) })
  return news as Record<NewsKind, number[]>
}

function newsQueries(db: Db, scope: Scope, since: Date, most: number): Record<NewsKind, IdQuery> {
  const slice = { limit: CONSIDERED, offset: 0 }
  const always = sql<Date>`'-infinity'::timestamptz`
  return {
    unread: unreadSenders(db, scope, most),
    requests: latest(db, newPhotoRequests(db, scope, always), most),
    matches: kept(db, matchesOf(db, scope, slice), (id) => sql<boolean>`not ${hasConversation(scope, id)}`, most),
    likes: kept(db, likesYou(db, scope, slice), (id) => sql<boolean>`not ${isLikedBy(scope, id)}`, most),
    visitors: latest(db, newViews(db, scope, sql<Date>`${since}::timestamptz`), most),
  }
}

/** Those of a list whom the member neither likes nor writes with; whom they have looked at come last. */
export function notMet(db: Db, scope: Scope, people: IdQuery, most: number): IdQuery {
  const isOpen = (id: Expression<number>) => sql<boolean>`not ${isLikedBy(scope, id)} and not ${hasConversation(scope, id)}`
  return kept(db, people, isOpen, most, (id) => isViewedBy(scope, id))
}

type Test = (id: Expression<number>) => RawBuilder<boolean>

/** The rows of a query for which a test holds, in the query's order. */
function kept(db: Db, people: IdQuery, test: Test, most: number, isLater?: Test): IdQuery {
  const id = sql.ref<number>('listed.id')
  const listed = db.selectFrom(sql<{ id: number; position: number }>`(select id, row_number() over () as position from (${people}) as people)`.as('listed'))
  const rows = listed.select('listed.id').where(test(id)).limit(sql.lit(most))
  return (isLater ? rows.orderBy(isLater(id)) : rows).orderBy('listed.position')
}

function latest(db: Db, news: Expression<{ userId: number; at: Date }>, most: number): IdQuery {
  return db
    .selectFrom(sql<{ userId: number; at: Date }>`${news}`.as('news'))
    .select('news.userId as id')
    .orderBy('news.at', 'desc')
    .orderBy('news.userId', 'desc')
    .limit(sql.lit(most))
}

/** What a newcomer has not done yet. A photo that waits for its approval is there. */
export async function openFirstSteps(db: Db, accountId: number): Promise<FirstStep[]> {
  const id = sql<number>`${accountId}::bigint`
  const row = await db
    .selectNoFrom([
      hasAnyPhoto(id).as('photo'),
      hasWords(id).as('words'),
      hasWishes(id).as('wishes'),
      sql<boolean>`exists (${likedBy(db, accountId).limit(sql.lit(1))})`.as('like'),
    ])
    .executeTakeFirstOrThrow()
  return firstSteps.filter((step) => !row[step])
}

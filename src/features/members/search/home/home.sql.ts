import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Scope } from '#api/member.server.ts'
import { hasWords, hasWishes } from '#core/people/edit/own-profile.sql.ts'
import { compiledOnce } from '#db/compiled-once.ts'
import type { Db } from '#db/connection.server.ts'
import { columnsOfIds, type IdQuery } from '#db/ids.ts'
import { later, MINUTE } from '#lib/clock.ts'
import { isLikedBy, likedBy, likesYou, matchesOf } from '#members/likes/likes.sql.ts'
import { newPartnerInvitations } from '#members/likes/partners.sql.ts'
import { hasConversation, unreadSenders } from '#members/messages/inbox/inbox.sql.ts'
import { newPhotoRequests } from '#members/photos/news.sql.ts'
import { hasAnyPhoto } from '#members/photos/own/own-photos.sql.ts'
import { isViewedBy } from '../lists/views.sql.ts'
import { idsBy, type Search } from '../search.sql.ts'
import { firstSteps, type FirstStep, type NewsKind } from './home.ts'
import { newViews } from './news.sql.ts'
import { missingColumn } from './profile-hint.sql.ts'
import type { ProfilePart } from './profile-hint.ts'

/** A visit ends after this long without a request. */
const ABSENCE = 30 * MINUTE

/** Of so many of the newest, the ones that are still open count. */
const CONSIDERED = 100

/** Counting stops after this many. */
export const MOST_COUNTED = 20

type Visit = { memberId: number; brandId: string; at: Date; visitStartedAt: Date; before: Date }

const visitAndNews = compiledOnce(
  (db, { memberId, brandId, at, visitStartedAt, before }: Visit) => {
    // The queries need no more of their scope.
    const scope = { member: { id: memberId }, brand: { id: brandId } } as Scope
    const since = sql<Date | null>`(select visit.since from visit)`
    return db
      .with('visit', (cte) =>
        cte
          .insertInto('home_visits')
          .values({ account_id: memberId, seen_at: at, since: null })
          .onConflict((conflict) =>
            conflict.column('account_id').doUpdateSet({
              since: sql`case when home_visits.seen_at < ${visitStartedAt}::timestamptz and home_visits.seen_at < ${before}::timestamptz
              then home_visits.seen_at else home_visits.since end`,
              seen_at: sql`greatest(home_visits.seen_at, excluded.seen_at)`,
            }),
          )
          .returning('since'),
      )
      .selectNoFrom([
        since.as('since'),
        missingColumn(memberId).as('missing'),
        ...columnsOfIds(newsQueries(db as Db, scope, since, MOST_COUNTED + 1)),
      ])
  },
)

type News = { since: Date | null; missing: ProfilePart[]; found: Record<NewsKind, number[]> }

/**
 * Notes a look at home, and finds the people of each kind of news, newest first, one more of each
 * than is counted. `since` is when the member last looked in the visit before, or null in the first
 * visit. A reload, another tab and signing in again within half an hour belong to the same visit.
 * `missing` is what the member's profile does not say.
 */
export async function visitHome(db: Db, { member, brand, at }: Scope): Promise<News> {
  const visit = {
    memberId: member.id,
    brandId: brand.id,
    at,
    visitStartedAt: member.visitStartedAt,
    before: later(at, -ABSENCE),
  }
  const [row] = await visitAndNews(db, visit)
  if (!row) throw new Error('a visit without a row')
  const { since, missing, ...found } = row
  return { since, missing, found: found as Record<NewsKind, number[]> }
}

function newsQueries(
  db: Db,
  scope: Scope,
  since: RawBuilder<Date | null>,
  most: number,
): Record<NewsKind, IdQuery> {
  const slice = { limit: CONSIDERED, offset: 0 }
  const always = sql<Date>`'-infinity'::timestamptz`
  return {
    unread: unreadSenders(db, scope, most),
    requests: latest(db, newPhotoRequests(db, scope, always), most),
    invitations: latest(db, newPartnerInvitations(db, scope, always), most),
    matches: kept(
      db,
      matchesOf(db, scope, slice),
      (id) => sql<boolean>`not ${hasConversation(scope, id)}`,
      most,
    ),
    likes: kept(
      db,
      likesYou(db, scope, slice),
      (id) => sql<boolean>`not ${isLikedBy(scope, id)}`,
      most,
    ),
    visitors: latest(db, newViews(db, scope, sql<Date>`coalesce(${since}, '-infinity')`), most),
  }
}

type Asked = { memberId: number; brandId: string; givens: ReadonlyArray<Search['given']> }

const strangers = compiledOnce(
  (
    db,
    { memberId, brandId, givens }: Asked,
    { shapes, most }: { shapes: ReadonlyArray<Search['shape']>; most: number },
  ) => {
    // The queries need no more of their scope.
    const scope = { member: { id: memberId }, brand: { id: brandId } } as Scope
    const lists = givens.flatMap((given, index) => {
      const shape = shapes[index]
      return shape ? [notMet(db, scope, idsBy(db, { given, shape }), most)] : []
    })
    return db.selectNoFrom(columnsOfIds(Object.fromEntries(lists.entries())))
  },
)

/** Whom of these searches the member has not met: up to `most` of each, the first one's first. */
export async function strangersAmong(
  db: Db,
  { member, brand }: Scope,
  searches: readonly Search[],
  most: number,
): Promise<number[]> {
  const asked = {
    memberId: member.id,
    brandId: brand.id,
    givens: searches.map(({ given }) => given),
  }
  const [found] = await strangers(db, asked, { shapes: searches.map(({ shape }) => shape), most })
  return [...new Set(Object.values(found ?? {}).flat())]
}

/**
 * Those of a list whom the member neither likes nor writes with; whom they have looked at come
 * last.
 */
function notMet(db: Db, scope: Scope, people: IdQuery, most: number): IdQuery {
  const isOpen = (id: Expression<number>) =>
    sql<boolean>`not ${isLikedBy(scope, id)} and not ${hasConversation(scope, id)}`
  return kept(db, people, isOpen, most, (id) => isViewedBy(scope, id))
}

type Test = (id: Expression<number>) => RawBuilder<boolean>

/** The rows of a query for which a test holds, in the query's order. */
function kept(db: Db, people: IdQuery, test: Test, most: number, isLater?: Test): IdQuery {
  const id = sql.ref<number>('listed.id')
  const listed = db.selectFrom(
    sql<{
      id: number
      position: number
    }>`(select id, row_number() over () as position from (${people}) as people)`.as('listed'),
  )
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

const stepsDone = compiledOnce((db, { accountId }: { accountId: number }) => {
  const id = sql<number>`${accountId}::bigint`
  return db.selectNoFrom([
    hasAnyPhoto(id).as('photo'),
    hasWords(id).as('words'),
    hasWishes(id).as('wishes'),
    sql<boolean>`exists (${likedBy(db, accountId).limit(sql.lit(1))})`.as('like'),
  ])
})

/** What a newcomer has not done yet. A photo that waits for its approval is there. */
export async function openFirstSteps(db: Db, accountId: number): Promise<FirstStep[]> {
  const [done] = await stepsDone(db, { accountId })
  return firstSteps.filter((step) => !done?.[step])
}

import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Scope } from '#api/member.server.ts'
import { announceEvent } from '#core/live/event-hub.server.ts'
import { eventTo } from '#core/live/member-events.sql.ts'
import { MAX_COUNTED, type Ticker, type Tickers, tickers } from '#core/live/tickers.ts'
import { compiledOnce } from '#db/compiled-once.ts'
import type { Db } from '#db/connection.server.ts'
import { newLikes, newMatches } from '../likes/news.sql.ts'
import { newPartnerInvitations } from '../likes/partners.sql.ts'
import { newMessages } from '../messages/inbox/inbox.sql.ts'
import { newPhotoRequests } from '../photos/news.sql.ts'
import { newViews } from '../search/home/news.sql.ts'

/** The query of each counter; each includes only people whom the member may see. */
const news = {
  newMessages,
  newLikes,
  newMatches,
  newViews,
  newPhotoRequests,
  newPartnerInvitations,
} as const

function since(scope: Scope, ticker: Ticker): RawBuilder<Date> {
  return sql<Date>`coalesce((select seen_at from tickers_seen where account_id = ${scope.member.id} and ticker = ${ticker}), '-infinity'::timestamptz)`
}

const newsCounts = compiledOnce(
  (db, { memberId, brandId }: { memberId: number; brandId: string }) => {
    // The counters' queries need no more of their scope.
    const scope = { member: { id: memberId }, brand: { id: brandId } } as Scope
    const count = (ticker: Ticker) => {
      const rows: Expression<News> = news[ticker](db, scope, since(scope, ticker))
      // Selects a column: queries with `*` are not kept as prepared statements (db/prepared), and
      // planning costs five times the counting.
      return sql<number>`(select count("userId")::int from (select "userId" from ${rows} as news limit ${sql.lit(MAX_COUNTED)}) as counted)`.as(
        ticker,
      )
    }
    return db.selectNoFrom([
      count('newMessages'),
      count('newLikes'),
      count('newMatches'),
      count('newViews'),
      count('newPhotoRequests'),
      count('newPartnerInvitations'),
    ])
  },
)

/**
 * All counters of a member in one round trip. Each stops at MAX_COUNTED, so that popular members
 * cost no more.
 */
export async function countNews(db: Db, { member, brand }: Scope): Promise<Tickers> {
  const [counts] = await newsCounts(db, { memberId: member.id, brandId: brand.id })
  if (!counts) throw new Error('counters without a row')
  return counts
}

type News = { userId: number; username: string; at: Date }
export type NewsRow = News & { ticker: Ticker }

export async function latestNews(db: Db, scope: Scope, most: number): Promise<NewsRow[]> {
  const latest = await Promise.all(
    tickers.map(async (ticker) => {
      const rows: Expression<News> = news[ticker](db, scope, since(scope, ticker))
      const found =
        await sql<News>`select "userId", username, at from ${rows} as news order by at desc, "userId" desc limit ${most}`.execute(
          db,
        )
      return found.rows.map((row) => ({ ...row, ticker }))
    }),
  )
  return latest
    .flat()
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, most)
}

/**
 * Marks counters as seen: items up to `at` no longer count, in the member's other windows as well.
 */
export async function noteSeen(
  db: Db,
  accountId: number,
  seen: readonly Ticker[],
  at: Date,
): Promise<void> {
  const told = await db
    .with('seen', (cte) =>
      cte
        .insertInto('tickers_seen')
        .values(seen.map((ticker) => ({ account_id: accountId, ticker, seen_at: at })))
        .onConflict((conflict) =>
          conflict
            .columns(['account_id', 'ticker'])
            .doUpdateSet({ seen_at: sql`excluded.seen_at` })
            .whereRef('tickers_seen.seen_at', '<', 'excluded.seen_at'),
        )
        .returning('account_id as id'),
    )
    .with('member', (cte) => cte.selectFrom('seen').select('id').limit(1))
    .with('told', () => eventTo('member', { type: 'tickers' }))
    .selectFrom('told')
    .select('id')
    .execute()
  if (told.length > 0) await announceEvent(db, accountId)
}

export async function recordNamedEvent(
  db: Db,
  accountId: number,
  name: string,
  at: Date,
): Promise<void> {
  await db.insertInto('events').values({ account_id: accountId, name, at }).execute()
}

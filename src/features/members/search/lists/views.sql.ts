import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Scope } from '#api/member.server.ts'
import { announceEvent } from '#core/live/event-hub.server.ts'
import { eventTo } from '#core/live/member-events.sql.ts'
import { queuePush } from '#core/notifications/push.sql.ts'
import { newestFirst, offeredTo } from '#core/people/shown-to/visible.sql.ts'
import { compiledOnce } from '#db/compiled-once.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import type { IdQuery } from '#db/ids.ts'
import { later, MINUTE } from '#lib/clock.ts'
import type { Slice } from '#lib/slice.ts'

/** Repeated views within this time count as one, so that a reload is not a new visit. */
const VIEW_INTERVAL = 5 * MINUTE

const viewed = compiledOnce(
  (
    db,
    {
      viewerId,
      memberId,
      at,
      before,
    }: { viewerId: number; memberId: number; at: Date; before: Date },
  ) =>
    db
      .with('viewed', (cte) =>
        cte
          .insertInto('views')
          .values({ viewer_id: viewerId, viewed_id: memberId, viewed_at: at })
          .onConflict((conflict) =>
            conflict
              .columns(['viewer_id', 'viewed_id'])
              .doUpdateSet({ viewed_at: at })
              .where('views.viewed_at', '<=', before),
          )
          .returning('viewed_id as id'),
      )
      .with('told', () => eventTo('viewed', { type: 'tickers' }))
      .selectFrom('told')
      .select('id'),
)

/** Notes that the member was looked at, and notifies them unless there was a view just before. */
export async function recordView(
  db: Db | Trx,
  { member, at }: Scope,
  memberId: number,
): Promise<void> {
  const told = await viewed(db, {
    viewerId: member.id,
    memberId,
    at,
    before: later(at, -VIEW_INTERVAL),
  })
  if (told.length === 0) return
  await announceEvent(db, memberId)
  await queuePush(db, memberId, member.id, 'visit', at)
}

export function isViewedBy({ member }: Scope, id: Expression<number>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from views where viewer_id = ${member.id} and viewed_id = ${id})`
}

export function viewedYou(db: Db, scope: Scope, slice: Slice): IdQuery {
  return offeredTo(db, scope)
    .innerJoin('views', 'views.viewer_id', 'people.account_id')
    .select('people.account_id as id')
    .where('views.viewed_id', '=', scope.member.id)
    .$call(newestFirst('views.viewed_at', slice))
}

export function youViewed(db: Db, scope: Scope, slice: Slice): IdQuery {
  return offeredTo(db, scope)
    .innerJoin('views', 'views.viewed_id', 'people.account_id')
    .select('people.account_id as id')
    .where('views.viewer_id', '=', scope.member.id)
    .$call(newestFirst('views.viewed_at', slice))
}

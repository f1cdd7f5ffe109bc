import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import { compiledOnce } from '../../../db/compiled-once.ts'
import type { Db } from '../../../db/connection.server.ts'
import type { MemberEvent } from './member-events.ts'

/**
 * Which transactions somebody has seen, as PostgreSQL writes it: the earliest in progress, the
 * next, and all in progress.
 */
export type Snapshot = string

export const insertEvent = compiledOnce(
  (db, { memberId, event }: { memberId: number; event: string }) =>
    db.insertInto('member_events').values({ member_id: memberId, event }),
)

/** An event for each row of another part of the statement, whose `id` is a member. */
export function eventTo(members: string, event: MemberEvent): RawBuilder<{ id: number }> {
  return sql`(insert into member_events (member_id, event) select id, ${sql.lit(JSON.stringify(event))}::json from ${sql.table(members)} returning member_id as id)`
}

export async function presentSnapshot(db: Db): Promise<Snapshot> {
  const { rows } = await sql<{
    snapshot: Snapshot
  }>`select pg_current_snapshot()::text as snapshot`.execute(db)
  return rows[0]?.snapshot ?? ''
}

/**
 * Which events are seen in one snapshot, and were not in another before it: each once, in whatever
 * order they were committed.
 */
function isBetween(seen: Expression<Snapshot>, present: Expression<Snapshot>): RawBuilder<SqlBool> {
  return sql`xid >= pg_snapshot_xmin(${seen}::pg_snapshot) and not pg_visible_in_snapshot(xid, ${seen}::pg_snapshot)
    and pg_visible_in_snapshot(xid, ${present}::pg_snapshot)`
}

type Between = { seen: Snapshot; present: Snapshot }

export const eventsBetween = compiledOnce((db, { seen, present }: Between, most: number) =>
  db
    .selectFrom('member_events')
    .select(['member_id as memberId', 'event'])
    .where(isBetween(sql.val(seen), sql.val(present)))
    .orderBy('xid')
    .orderBy('id')
    .limit(sql.lit(most)),
)

export const eventsOfMember = compiledOnce(
  (db, { memberId, seen, present }: Between & { memberId: number }, most: number) =>
    db
      .selectFrom('member_events')
      .select('event')
      .where('member_id', '=', memberId)
      .where(isBetween(sql.val(seen), sql.val(present)))
      .orderBy('xid')
      .orderBy('id')
      .limit(sql.lit(most)),
)

/** The oldest rows come first, so that no run reads more than it deletes and one batch. */
export async function sweepEvents(db: Db, before: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from member_events where ctid = any(array(
      select place from (select ctid as place, at from member_events order by xid, id limit ${sql.lit(most)}) oldest
      where at < ${before}::timestamptz
    ))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Rows of a dump that was restored elsewhere have numbers which are still to come here. */
export async function sweepForeignEvents(db: Db): Promise<void> {
  await sql`delete from member_events where xid >= pg_snapshot_xmax(pg_current_snapshot())`.execute(
    db,
  )
}

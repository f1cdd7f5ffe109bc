import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { compiledOnce } from '#db/compiled-once.ts'
import type { Db, Trx } from '#db/connection.server.ts'
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

type Between = { seen: Snapshot; present: Snapshot }

/**
 * The events of one snapshot that were not in another before it, each once, in whatever order they
 * were committed: those of transactions that were in progress then, and of later ones. A single
 * range from the earliest in progress would be read again and again while that one lasts.
 */
function newEvents(
  db: Db | Trx,
  { seen, present }: Between,
  most: number,
  memberId: number | null,
) {
  const then = sql`${sql.val(seen)}::pg_snapshot`
  const visible = db
    .selectFrom('member_events')
    .where(sql<SqlBool>`pg_visible_in_snapshot(xid, ${sql.val(present)}::pg_snapshot)`)
    .$if(memberId !== null, (events) => events.where('member_id', '=', memberId ?? 0))
    .select(['member_id as memberId', 'event', 'xid', 'id'])
    .orderBy('xid')
    .orderBy('id')
    .limit(sql.lit(most))
  const late = visible.where(sql<SqlBool>`xid = any(array(select pg_snapshot_xip(${then})))`)
  const later = visible.where(sql<SqlBool>`xid >= pg_snapshot_xmax(${then})`)
  const all = db
    .selectFrom(late.as('late'))
    .selectAll()
    .unionAll(db.selectFrom(later.as('later')).selectAll())
  return db
    .selectFrom(all.as('event'))
    .select(['event.memberId', 'event.event'])
    .orderBy('event.xid')
    .orderBy('event.id')
    .limit(sql.lit(most))
}

export const eventsBetween = compiledOnce((db, between: Between, most: number) =>
  newEvents(db, between, most, null),
)

export const eventsOfMember = compiledOnce(
  (db, between: Between & { memberId: number }, most: number) =>
    newEvents(db, between, most, between.memberId),
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

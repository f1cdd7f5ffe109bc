import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#api/member.server.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { mostOf } from '#db/rows-of.ts'
import { DAY, HOUR, later } from '#lib/clock.ts'
import { LATER_DAYS, type Accessed, ACCESSES_SHOWN_DAYS } from './accesses.ts'

/** `why`: the task, ticket or check that it was for, or the reason that was given. */
export type PrivateAccess = {
  subjectId: number
  what: Accessed
  why: Record<string, number | string>
}

/**
 * Records that somebody of staff sees what is private, before it is shown. The same for the same
 * reason is one row an hour; one's own data is no access.
 */
export async function recordAccesses(
  db: Db | Trx,
  { brand, member, at }: Scope,
  seen: readonly PrivateAccess[],
): Promise<void> {
  const others = seen.filter(({ subjectId }) => subjectId !== member.id)
  if (others.length === 0) return
  const rows = others.map(({ subjectId, what, why }) => ({
    subject: subjectId,
    details: { what, ...why },
  }))
  await sql`
    insert into audit_log (at, actor_id, action, subject_id, brand, details)
    select ${at}::timestamptz, ${member.id}::bigint, 'staff.look', given.subject, ${brand.id}, given.details
    from (select subject, details from json_to_recordset(${JSON.stringify(rows)}::json) as row (subject bigint, details jsonb) limit ${sql.lit(mostOf(rows))}) given
    where (
      select before.id from audit_log before
      where before.subject_id = given.subject and before.at > ${later(at, -HOUR)} and before.actor_id = ${member.id}
        and before.action = 'staff.look' and before.details = given.details
      limit 1
    ) is null`.execute(db)
}

/** The queues whose tasks show a picture. */
const pictureNames = sql.raw(
  `'photos', 'matches', 'viewOnce', 'viewOnceMatches', 'chatPhotos', 'chatPhotoMatches', 'poses'`,
)

/**
 * The support desk's view of an account and a task about somebody are accesses, too; of these two,
 * what is looked at is a row of its own.
 */
const isAccess = sql<boolean>`action in ('staff.look', 'support.view', 'staff.takeTask') and coalesce(details ->> 'queue', '') not in ('appeals', 'removals')`
const what = sql<Accessed>`coalesce(details ->> 'what', case when details ->> 'queue' = 'poses' then 'photoCheck' when details ->> 'queue' in (${pictureNames}) then 'photos' else 'account' end)`

/** What a report, a removal or a suspicion caused is shown later: at once it would tell of it. */
const isShown = (at: RawBuilder<Date>) =>
  sql<boolean>`((action <> 'staff.takeTask' or details ->> 'queue' in (${pictureNames})) and coalesce(details ->> 'hit', details ->> 'report', details ->> 'removal') is null or at <= ${at} - ${sql.lit(LATER_DAYS)} * interval '1 day')`

const MOST = 200

/** On which days (of UTC) what was accessed, the latest first, without who it was. */
export async function accessesOf(
  db: Db,
  accountId: number,
  at: Date,
): Promise<Array<{ day: string; what: Accessed }>> {
  const day = sql<string>`(at at time zone 'UTC')::date`
  return db
    .selectFrom('audit_log')
    .select([day.as('day'), what.as('what')])
    .where('subject_id', '=', accountId)
    .where('at', '>', later(at, -ACCESSES_SHOWN_DAYS * DAY))
    .where(isAccess)
    .where(isShown(sql`${at}::timestamptz`))
    .groupBy([day, what])
    .orderBy('day', 'desc')
    .orderBy('what')
    .limit(sql.lit(MOST))
    .execute()
}

/** As `accessesOf`, for the copy of one's data: with the time, and all that are kept. */
export async function accessesAfter(
  db: Db,
  accountId: number,
  at: Date,
  { after, most }: { after: number; most: number },
) {
  return db
    .selectFrom('audit_log')
    .select(['id as key', 'at', what.as('what'), 'brand as site'])
    .where('subject_id', '=', accountId)
    .where(isAccess)
    .where(isShown(sql`${at}::timestamptz`))
    .where('id', '>', after)
    .orderBy('id')
    .limit(sql.lit(most))
    .execute()
}

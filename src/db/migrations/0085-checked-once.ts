import { type Kysely, sql } from 'kysely'

/**
 * Photos for one view get a queue of staff work, and are compared again when they are opened. A withheld message says by
 * which decision, so that an objection that is right can pass it on.
 */
const statements = [
  `alter table decisions drop constraint decisions_about_kind_check`,
  `alter table decisions add constraint decisions_about_kind_check check (about_kind in ('photo', 'text', 'account', 'viewOnce')) not valid`,
  `alter table view_once_photos
    add column findings jsonb not null default '[]',
    add column sha256 bytea,
    add column pdq bytea,
    add column quality smallint`,
  `update view_once_photos set findings = jsonb_build_array(jsonb_build_object(
      'kind', 'hold', 'hashId', null, 'otherPhotoId', null, 'list', null, 'why', found, 'at', ends_at - interval '7 days'))
    where found is not null and file_until is not null`,
  `insert into staff_jobs (queue, brand, account_id, subject_id, priority, due_at, opened_at)
    select 'viewOnce', accounts.brand, account_id, message_id, case when found is null then 0 else 90 end, now() + interval '12 hours', now()
    from view_once_photos join accounts on accounts.id = account_id
    where file_until is not null and approved_at is null and refused_at is null and withdrawn_at is null`,
  `alter table held_letters add column decision_id bigint`,
  `create index held_letters_decision on held_letters (decision_id) where decision_id is not null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

import { type Kysely, sql } from 'kysely'

const statements = [
  `alter table decisions add column about_key text, add column removal_id bigint`,
  // What waited for its ten seconds is decided again.
  `update staff_jobs set closed_at = null, closed_by = null, outcome = null
    from photo_verdicts where photo_verdicts.job_id = staff_jobs.id and not exists (
      select from staff_jobs other where other.queue = staff_jobs.queue and other.subject_id = staff_jobs.subject_id and other.closed_at is null)`,
  `drop table photo_verdicts`,
]

/** What staff decide about a new photo is a decision as any other. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

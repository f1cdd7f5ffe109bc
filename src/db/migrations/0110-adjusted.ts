import { type Kysely, sql } from 'kysely'

/** What an objection put in the place of a decision names it from now on; so do those of before, of which there are as many as objections that were right in part. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update decisions set reverses = appeals.decision_id
    from appeals
    where appeals.outcome = 'adjust' and decisions.account_id = appeals.account_id and decisions.decided_at = appeals.decided_at
      and decisions.decided_by = appeals.decided_by and decisions.id > appeals.decision_id and decisions.job_id is null and decisions.reverses is null`.execute(
    db,
  )
}

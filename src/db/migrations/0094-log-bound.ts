import { type Kysely, sql } from 'kysely'

/**
 * Up to when the present audit log is the first of the months: at least a month from now, so that an upgrade which stops
 * between this and 0096 refuses nobody's act meanwhile, and after its last row.
 */
const statements = [
  `do $$
  declare
    latest timestamptz := greatest(now() + interval '32 days', (select max(at) from audit_log));
    bound timestamptz := (date_trunc('month', latest at time zone 'UTC') + interval '1 month') at time zone 'UTC';
  begin
    execute format('alter table audit_log add constraint audit_log_bound check (at < %L) not valid', bound);
  end $$`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

import { sql } from 'kysely'
import type { Trx } from '../db/connection.server.ts'

/** maintenance_work_mem for index builds; PostgreSQL's default is 64 MB. */
const MEMORY = '256MB'

type Named = { on: string; name: string; definition: string }

/**
 * Rebuilding halves the work for a million members; other connections never see a table without
 * indexes.
 */
export async function withoutIndexes<T>(
  trx: Trx,
  tables: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const foreign = await constraintsOf(trx, tables, ['f'])
  const own = await constraintsOf(trx, tables, ['p', 'u'])
  const indexes = await indexesOf(trx, tables)
  for (const { on, name } of [...foreign, ...own])
    await sql`alter table ${sql.raw(on)} drop constraint ${sql.id(name)}`.execute(trx)
  for (const { name } of indexes) await sql`drop index ${sql.id(name)}`.execute(trx)
  // Their look-ups would read whole tables. No demo member is deleted; links and stays are looked
  // up once, below.
  const triggers = {
    profiles: 'keep_gone_at',
    partner_links: 'partner_links_accepted',
    stays: 'keep_visits_tile',
  }
  const turn = async (way: 'disable' | 'enable'): Promise<void> => {
    for (const [table, trigger] of Object.entries(triggers))
      await sql`alter table ${sql.id(table)} ${sql.raw(way)} trigger ${sql.id(trigger)}`.execute(
        trx,
      )
  }
  await turn('disable')
  const result = await work()
  await turn('enable')
  await sql`
    update profiles set linked_at = link.since
    from (
      select id, min(accepted_at) as since
      from partner_links cross join lateral (values (inviter_id), (invitee_id)) as side (id)
      where accepted_at is not null
      group by id
    ) as link
    where link.id = profiles.account_id`.execute(trx)
  await sql`update profiles set visits_tile = stays.tile from stays where stays.account_id = profiles.account_id`.execute(
    trx,
  )
  await sql`set local maintenance_work_mem = ${sql.lit(MEMORY)}`.execute(trx)
  const addAgain = ({ on, name, definition }: Named) =>
    sql`alter table ${sql.raw(on)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(
      trx,
    )
  for (const constraint of own) await addAgain(constraint)
  for (const { definition } of indexes) await sql.raw(definition).execute(trx)
  for (const table of tables) await sql`analyze ${sql.table(table)}`.execute(trx)
  for (const constraint of foreign) await addAgain(constraint)
  return result
}

async function constraintsOf(
  trx: Trx,
  tables: readonly string[],
  kinds: readonly string[],
): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select conrelid::regclass::text as on, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype::text = any(${kinds}) and array[conrelid, confrelid] && ${oids(tables)}
    order by conrelid::regclass::text, conname`.execute(trx)
  return rows
}

async function indexesOf(trx: Trx, tables: readonly string[]): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select indrelid::regclass::text as on, relname as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indexrelid
    where array[indrelid] && ${oids(tables)} and not exists (select from pg_constraint where conindid = indexrelid)
    order by indrelid::regclass::text, relname`.execute(trx)
  return rows
}

function oids(tables: readonly string[]) {
  return sql`array(select to_regclass(name)::oid from unnest(${tables}::text[]) as name)`
}

import { type RawBuilder, sql } from 'kysely'
import { isAccountOpen } from '#core/accounts/standing/account-status.sql.ts'
import type { NewTerms } from '#db/columns.ts'
import type { Db, Trx } from '#db/connection.server.ts'

export type Acceptance = { accountId: number; brand: string; version: string; at: Date }

/**
 * Notes that somebody accepted this version of a brand's terms and privacy policy; once, however
 * often they say so.
 */
export async function acceptTerms(
  db: Db | Trx,
  { accountId, brand, version, at }: Acceptance,
): Promise<void> {
  await db
    .insertInto('terms_acceptances')
    .values({ account_id: accountId, brand, version, accepted_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Whom `countAsked` counts, in order of their ids after one of them, with the brands on which they
 * are asked.
 */
export async function membersAsked(
  trx: Trx,
  terms: readonly NewTerms[],
  after: number,
  most: number,
): Promise<Array<{ accountId: number; brands: string[] }>> {
  if (terms.length === 0) return []
  const { rows } = await sql<{ accountId: number; brands: string[] }>`
    select account_id as "accountId", array_agg(brand order by brand) as brands
    ${asked(terms, after)} group by 1 order by 1 limit ${sql.lit(most)}`.execute(trx)
  return rows
}

/** How many members have accepted no version of these brands as new as these, at most so many. */
export async function countAsked(
  db: Db,
  terms: readonly NewTerms[],
  most: number,
): Promise<number> {
  if (terms.length === 0) return 0
  const { rows } = await sql<{ members: number }>`
    select count(*)::int as members from (
      select account_id ${asked(terms, 0)} group by 1 order by 1 limit ${sql.lit(most)}
    ) counted`.execute(db)
  return rows[0]?.members ?? 0
}

/**
 * To be read in the order of the key, up to a limit that is a literal: for a parameter the planner
 * assumes a tenth of all rows, and would read all acceptances.
 */
function asked(terms: readonly NewTerms[], after: number): RawBuilder<unknown> {
  const brands = terms.map(({ brand }) => brand)
  const rows = terms.map(({ brand, version }) => sql`(${brand}::text, ${version}::text)`)
  return sql`
    from (
      select account_id, brand, max(version) as version from terms_acceptances
      where account_id > ${after} and brand = any(${brands}::text[]) group by 1, 2
    ) as accepted
    join (values ${sql.join(rows)}) as asked (brand, version) using (brand)
    where accepted.version < asked.version and ${isAccountOpen(sql.ref('accepted.account_id'))}`
}

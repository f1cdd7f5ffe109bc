import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../../db/connection.server.ts'
import { MINUTE } from '../../../lib/clock.ts'
import { type ClassifierName, classifiers, type Facts } from './classifiers.ts'

/** The classifiers of which something is chosen, in their order. */
export function chosenIn(facts: Facts): ClassifierName[] {
  return classifiers.flatMap(({ name }) => (facts[name]?.length ? [name] : []))
}

/** Whether a profile says at least one of the values; `facts` is a column of the statement. */
export function saysOneOf(name: ClassifierName, values: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`facts -> ${sql.lit(name)} ?| ${values}::text[]`
}

/** The ids of who says at least one of the terms. */
export function whoSays(db: Db | Trx, terms: readonly string[]) {
  return db
    .selectFrom('profile_facts')
    .select('account_id')
    .where('term', '=', sql<string>`any(${terms}::text[])`)
}

type Counts = { members: number; byTerm: ReadonlyMap<string, number>; at: Date }

/** The counts may be stale: they choose the query plan, never the result. */
const CACHED_FOR = 10 * MINUTE
const known = new WeakMap<Db, Counts>()

/**
 * The terms of the filter that the fewest meet, if looking these up one by one is less than reading members in order
 * until `needed` are found. Null for an unlikely gain, and before the database has statistics.
 */
export async function rareTermsIn(
  db: Db,
  facts: Facts,
  needed: number,
  at: Date,
): Promise<string[] | null> {
  const names = chosenIn(facts)
  if (names.length === 0) return null
  const { members, byTerm } = await countsOf(db, at)
  const [rarest] = names
    .map((name) => {
      const terms = (facts[name] ?? []).map((value) => `${name}:${value}`)
      return { terms, count: terms.reduce((sum, term) => sum + (byTerm.get(term) ?? 0), 0) }
    })
    .toSorted((a, b) => a.count - b.count)
  // In order, members / count are passed for each that is found.
  return rarest && rarest.count ** 2 < needed * members ? rarest.terms : null
}

async function countsOf(db: Db, at: Date): Promise<Counts> {
  const last = known.get(db)
  if (last && at.getTime() - last.at.getTime() < CACHED_FOR) return last
  const { rows } = await sql<{ members: number; rows: number; terms: string[]; shares: number[] }>`
    select
      (select reltuples from pg_class where oid = 'profiles'::regclass) as members,
      (select reltuples from pg_class where oid = 'profile_facts'::regclass) as rows,
      most_common_vals::text::text[] as terms, most_common_freqs as shares
    from pg_stats
    where schemaname = current_schema() and tablename = 'profile_facts' and attname = 'term'
  `.execute(db)
  const [found] = rows
  const shares = (found?.terms ?? []).map(
    (term, index) => [term, (found?.shares[index] ?? 0) * (found?.rows ?? 0)] as const,
  )
  const counts = { members: found?.members ?? 0, byTerm: new Map(shares), at }
  known.set(db, counts)
  return counts
}

import { type RawBuilder, sql } from 'kysely'
import { compiledOnce } from '#db/compiled-once.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { type ClassifierName, classifiers, type Facts } from './classifiers.ts'

/** The classifiers of which something is chosen, in their order. */
export function chosenIn(facts: Facts): ClassifierName[] {
  return classifiers.flatMap(({ name }) => (facts[name]?.length ? [name] : []))
}

export const factsOfMembers = compiledOnce((db, { ids }: { ids: readonly number[] }) =>
  db
    .selectFrom('profiles')
    .select(['account_id as id', 'facts'])
    .where('account_id', '=', sql<number>`any(${ids}::bigint[])`),
)

/** Whether a profile says at least one of the values; `facts` is a column of the statement. */
export function saysOneOf(name: ClassifierName, values: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`facts -> ${sql.lit(name)} ?| ${values}::text[]`
}

/**
 * The ids of who says at least one of the terms, which are looked up one by one: for any of a list
 * that it does not know, the planner expects a large part of all rows, and would read them all.
 * Without its offset of 0 the inner query would become a join of the two, which it may do likewise.
 */
export function whoSays(db: Db | Trx, terms: readonly string[]) {
  return db
    .selectFrom(sql<{ term: string }>`unnest(${terms}::text[])`.as<'each'>(sql`each (term)`))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('profile_facts')
          .select('profile_facts.account_id')
          .whereRef('profile_facts.term', '=', 'each.term')
          .offset(sql.lit(0))
          .as('said'),
      (join) => join.onTrue(),
    )
    .select('said.account_id as id')
}

/** Where the database has no statistics yet. */
const FEW_MEMBERS = 10_000

/**
 * The terms of the filter that the fewest meet, if looking these up one by one is less than reading
 * members in order until `needed` are found, which passes `members / count` for each.
 */
export async function rareTermsIn(db: Db, facts: Facts, needed: number): Promise<string[] | null> {
  const filters = chosenIn(facts).map((name) =>
    (facts[name] ?? []).map((value) => `${name}:${value}`),
  )
  if (filters.length === 0) return null
  const most = Math.ceil(Math.sqrt(needed * (await estimateMembers(db))))
  const counted = await Promise.all(
    filters.map(async (terms) => ({ terms, count: await countSaying(db, terms, most) })),
  )
  const [rarest] = counted.toSorted((one, other) => one.count - other.count)
  return rarest && rarest.count < most ? rarest.terms : null
}

async function estimateMembers(db: Db): Promise<number> {
  const { rows } = await sql<{ members: number }>`
    select reltuples as members from pg_class where oid = 'profiles'::regclass`.execute(db)
  return Math.max(FEW_MEMBERS, rows[0]?.members ?? 0)
}

/** Up to `most`. */
async function countSaying(db: Db, terms: readonly string[], most: number): Promise<number> {
  const { count } = await db
    .selectFrom(whoSays(db, terms).limit(sql.lit(most)).as('said'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

import { sql } from 'kysely'
import type { Db, Trx } from '../../db/connection.server.ts'
import { rowsOf } from '../../db/rows-of.ts'
import { DAY, later } from '../../lib/clock.ts'
import { outcomeAbout } from '../staff/jobs.sql.ts'
import { type RuleId, ruleIds } from './rules.ts'

/** Rules that staff have switched; the others are as they ship. */
export async function switchedRules(db: Db | Trx): Promise<Map<string, { shadow: boolean; at: Date }>> {
  const rows = await db.selectFrom('fraud_switches').select(['rule', 'shadow', 'changed_at as at']).execute()
  return new Map(rows.map(({ rule, ...switched }) => [rule, switched]))
}

/** Waits for another switch of the same rule; `before` is what held then. */
export async function switchRule(trx: Trx, rule: RuleId, shadow: boolean, by: number, at: Date): Promise<void> {
  await trx
    .insertInto('fraud_switches')
    .values({ rule, shadow, changed_at: at, changed_by: by })
    .onConflict((conflict) => conflict.column('rule').doUpdateSet({ shadow, changed_at: at, changed_by: by }))
    .execute()
}

export type NewFiring = { rule: RuleId; accountId: number; features: Readonly<Record<string, number>>; shadow: boolean; at: Date }

/** Stores a firing, or counts it to that of the same rule, account and day. */
export async function recordFiring(trx: Trx, { rule, accountId, features, shadow, at }: NewFiring): Promise<number> {
  const { id } = await trx
    .insertInto('fraud_firings')
    .values({ rule, account_id: accountId, day: at.toISOString().slice(0, 10), features: JSON.stringify(features), shadow, at })
    .onConflict((conflict) =>
      conflict.columns(['rule', 'account_id', 'day']).doUpdateSet((eb) => ({
        hits: eb('fraud_firings.hits', '+', sql.lit(1)),
        features: sql`excluded.features`,
        shadow: sql`fraud_firings.shadow and excluded.shadow`,
        at: sql`excluded.at`,
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** What a job of staff about the account's firings is about: the first of a week. */
const WEEK = 7 * DAY

/** Notes that staff look at a firing, and returns the one that their job is about, so that there is one job a person. */
export async function queueFiring(trx: Trx, id: number, accountId: number, at: Date): Promise<number> {
  const { queuedAs } = await trx
    .updateTable('fraud_firings')
    .set({
      queued_as: sql`coalesce(queued_as, (
        select min(earlier.queued_as) from fraud_firings earlier where earlier.account_id = ${accountId} and earlier.at > ${later(at, -WEEK)}
      ), id)`,
    })
    .where('id', '=', id)
    .returning(sql<number>`queued_as`.as('queuedAs'))
    .executeTakeFirstOrThrow()
  return queuedAs
}

export type Firing = { id: number; rule: string; features: Record<string, number>; shadow: boolean; hits: number; at: Date }

/** The firings about an account, newest first. */
export async function firingsAbout(db: Db | Trx, accountId: number, most: number): Promise<Firing[]> {
  return db
    .selectFrom('fraud_firings')
    .select(['id', 'rule', 'features', 'shadow', 'hits', 'at'])
    .where('account_id', '=', accountId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(most))
    .execute()
}

export type Counts = { hits: number; accounts: number; decided: number; right: number }

/** Of a rule, the newest firings are counted. */
const MOST_COUNTED = 1000

/** By rule, since `since`, the newest thousand of each. What staff decide about a person is about all firings that led to the job. */
export async function countFirings(db: Db, since: Date): Promise<Map<string, Counts>> {
  const { rows } = await sql<Counts & { rule: string }>`
    select rules.value as rule, coalesce(sum(hits), 0)::int as hits, count(distinct account_id)::int as accounts,
      count(outcome)::int as decided, (count(outcome) filter (where outcome <> 'none'))::int as "right"
    from ${rowsOf(ruleIds)} rules
    cross join lateral (
      select hits, account_id, ${outcomeAbout('fraud', sql.ref('f.account_id'), sql.ref('f.queued_as'))} as outcome
      from fraud_firings f where f.rule = rules.value and f.at > ${since} order by f.at desc limit ${sql.lit(MOST_COUNTED)}
    ) as found
    group by rules.value`.execute(db)
  return new Map(rows.map(({ rule, ...counts }) => [rule, counts]))
}

/** The account that a firing is about. */
export async function accountOfFiring(db: Db, id: number): Promise<number | undefined> {
  return (await db.selectFrom('fraud_firings').select('account_id').where('id', '=', id).executeTakeFirst())?.account_id
}

/** Which rule each of these firings is of. */
export async function rulesOf(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('fraud_firings').select(['id', 'rule']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, rule }) => [id, rule]))
}

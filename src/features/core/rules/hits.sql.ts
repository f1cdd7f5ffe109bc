import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import { rowsOf } from '#db/rows-of.ts'
import { DAY, later } from '#lib/clock.ts'
import { outcomeAbout } from '../tasks/outcomes.sql.ts'
import { type RuleId, ruleIds } from './rules.ts'

/** Rules that staff have switched; the others are as they ship. */
export async function switchedRules(
  db: Db | Trx,
): Promise<Map<string, { shadow: boolean; at: Date }>> {
  const rows = await db
    .selectFrom('fraud_switches')
    .select(['rule', 'shadow', 'changed_at as at'])
    .execute()
  return new Map(rows.map(({ rule, ...switched }) => [rule, switched]))
}

/** Waits for another switch of the same rule; `before` is what held then. */
export async function switchRule(
  trx: Trx,
  rule: RuleId,
  shadow: boolean,
  by: number,
  at: Date,
): Promise<void> {
  await trx
    .insertInto('fraud_switches')
    .values({ rule, shadow, changed_at: at, changed_by: by })
    .onConflict((conflict) =>
      conflict.column('rule').doUpdateSet({ shadow, changed_at: at, changed_by: by }),
    )
    .execute()
}

export type NewHit = {
  rule: RuleId
  accountId: number
  features: Readonly<Record<string, number>>
  shadow: boolean
  at: Date
}

/** Stores a hit, or counts it to that of the same rule, account and day. */
export async function recordHit(
  trx: Trx,
  { rule, accountId, features, shadow, at }: NewHit,
): Promise<number> {
  const { id } = await trx
    .insertInto('rule_hits')
    .values({
      rule,
      account_id: accountId,
      day: at.toISOString().slice(0, 10),
      features: JSON.stringify(features),
      shadow,
      at,
    })
    .onConflict((conflict) =>
      conflict.columns(['rule', 'account_id', 'day']).doUpdateSet((eb) => ({
        times: eb('rule_hits.times', '+', sql.lit(1)),
        features: sql`excluded.features`,
        shadow: sql`rule_hits.shadow and excluded.shadow`,
        at: sql`excluded.at`,
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** What a task of staff about the account's hits is about: the first of a week. */
const WEEK = 7 * DAY

/**
 * Notes that staff look at a hit, and returns the one that their task is about, so that there is
 * one task a person.
 */
export async function queueHit(trx: Trx, id: number, accountId: number, at: Date): Promise<number> {
  const { queuedAs } = await trx
    .updateTable('rule_hits')
    .set({
      queued_as: sql`coalesce(queued_as, (
        select min(earlier.queued_as) from rule_hits earlier where earlier.account_id = ${accountId} and earlier.at > ${later(at, -WEEK)}
      ), id)`,
    })
    .where('id', '=', id)
    .returning(sql<number>`queued_as`.as('queuedAs'))
    .executeTakeFirstOrThrow()
  return queuedAs
}

export type Hit = {
  id: number
  rule: string
  features: Record<string, number>
  shadow: boolean
  times: number
  at: Date
}

export async function hitsAbout(db: Db | Trx, accountId: number, most: number): Promise<Hit[]> {
  return db
    .selectFrom('rule_hits')
    .select(['id', 'rule', 'features', 'shadow', 'times', 'at'])
    .where('account_id', '=', accountId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(most))
    .execute()
}

/**
 * `hits`: rows, one an account and a day; `times`: how often the rule hit in them. `judged`: those
 * that staff have marked.
 */
export type Counts = {
  hits: number
  times: number
  accounts: number
  decided: number
  right: number
  judged: number
  judgedRight: number
}

/** Of a rule, the newest hits are counted. */
const MOST_COUNTED = 1000

const outcomeOf = outcomeAbout('fraud', sql.ref('f.account_id'), sql.ref('f.queued_as'))

/** The newest thousand of each rule; a decision is about all hits that led to its task. */
export async function countHits(db: Db, since: Date): Promise<Map<string, Counts>> {
  const { rows } = await sql<Counts & { rule: string }>`
    select rules.value as rule, count(*)::int as hits, coalesce(sum(times), 0)::int as times, count(distinct account_id)::int as accounts,
      count(outcome)::int as decided, (count(outcome) filter (where outcome <> 'none'))::int as "right",
      count(marked)::int as judged, (count(marked) filter (where marked))::int as "judgedRight"
    from ${rowsOf(ruleIds)} rules
    cross join lateral (
      select times, account_id, ${outcomeOf} as outcome, (select is_right from fraud_marks where hit_id = f.id) as marked
      from rule_hits f where f.rule = rules.value and f.at > ${since} order by f.at desc limit ${sql.lit(MOST_COUNTED)}
    ) as found
    group by rules.value`.execute(db)
  return new Map(rows.map(({ rule, ...counts }) => [rule, counts]))
}

export async function hitOf(
  db: Db | Trx,
  id: number,
): Promise<{ rule: string; accountId: number; at: Date } | undefined> {
  return db
    .selectFrom('rule_hits')
    .select(['rule', 'account_id as accountId', 'at'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function rulesOf(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('rule_hits')
    .select(['id', 'rule'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, rule }) => [id, rule]))
}

export type JudgedHit = Omit<Hit, 'rule'> & {
  accountId: number
  isRight: boolean | null
  markedAt: Date | null
  markedBy: number | null
  outcome: string | null
}

/** The hits of a rule, newest first, from after one on. */
export async function hitsOf(
  db: Db,
  rule: RuleId,
  {
    since,
    after,
    most,
  }: { since: Date; after: { id: number; at: Date } | undefined; most: number },
): Promise<JudgedHit[]> {
  return db
    .selectFrom('rule_hits as f')
    .leftJoin('fraud_marks as mark', 'mark.hit_id', 'f.id')
    .select(['f.id', 'f.account_id as accountId', 'f.features', 'f.shadow', 'f.times', 'f.at'])
    .select([
      'mark.is_right as isRight',
      'mark.marked_at as markedAt',
      'mark.marked_by as markedBy',
      outcomeOf.as('outcome'),
    ])
    .where('f.rule', '=', rule)
    .where('f.at', '>', since)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(f.at, f.id) < (${after?.at}::timestamptz, ${after?.id}::bigint)`),
    )
    .orderBy('f.at', 'desc')
    .orderBy('f.id', 'desc')
    .limit(sql.lit(most))
    .execute()
}

/** Marks a hit, or changes its mark. Returns whether anything changed. */
export async function markHit(
  trx: Trx,
  id: number,
  { isRight, by, at }: { isRight: boolean; by: number; at: Date },
): Promise<boolean> {
  const mark = { is_right: isRight, marked_at: at, marked_by: by }
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('fraud_marks')
    .values({ hit_id: id, ...mark })
    .onConflict((conflict) =>
      conflict
        .column('hit_id')
        .doUpdateSet(mark)
        .where(sql<boolean>`fraud_marks.is_right <> excluded.is_right`),
    )
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** How many of these accounts a rule that is not on trial has hit. */
export async function noticedAmong(db: Db, accountIds: readonly number[]): Promise<number> {
  if (accountIds.length === 0) return 0
  const { rows } = await sql<{ noticed: number }>`
    select count(*)::int as noticed from ${rowsOf(accountIds)} as given
    where exists (
      select from rule_hits where account_id = given.value::bigint and not shadow
    )`.execute(db)
  return rows[0]?.noticed ?? 0
}

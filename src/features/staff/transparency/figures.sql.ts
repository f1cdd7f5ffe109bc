import { sql } from 'kysely'
import type { Db } from '#db/connection.server.ts'

/** From the first moment until before the last; of one brand. */
export type BrandSpan = { brand: string; from: Date; until: Date }

const count = (condition?: ReturnType<typeof sql<boolean>>) =>
  condition === undefined
    ? sql<number>`count(*)::int`
    : sql<number>`(count(*) filter (where ${condition}))::int`

/** A decision that took something, and was not taken back within the seconds of an undo. */
const acts = sql<boolean>`act not in ('none', 'restore') and undone_at is null`

export type Notices = {
  /**
   * `form`: by the public form; `trustedFlagger`: by it too, from an address that is registered as
   * that of one.
   */
  source: 'member' | 'form' | 'trustedFlagger'
  category: string
  received: number
  decided: number
  actedOn: number
  inTime: number
  medianHours: number | null
}

/**
 * Notices that were received in the span, reports of members and requests by the public form, with
 * when they were decided.
 */
const noticed = ({ brand, from, until }: BrandSpan) => sql`
  select 'member' as source, r.reason, r.created_at, coalesce(r.closed_at, task.closed_at) as closed_at, coalesce(task.acted, false) as acted
  from reports r
  left join (
    select j.subject_id, min(j.closed_at) as closed_at, bool_or(exists (select from decisions where task_id = j.id and ${acts})) as acted
    from tasks j where j.queue = 'reports' and j.opened_at >= ${from} group by j.subject_id
  ) task on task.subject_id = r.id
  where r.brand = ${brand} and r.created_at >= ${from} and r.created_at < ${until}
  union all
  select case when is_trusted then 'trustedFlagger' else 'form' end, kind, made_at, decided_at, coalesce(outcome in ('removed', 'acted'), false) from removals
  where brand = ${brand} and made_at >= ${from} and made_at < ${until}`

const medianHours = sql`(percentile_cont(0.5) within group (order by extract(epoch from closed_at - created_at) / 3600) filter (where closed_at is not null))::float8`

/**
 * By source and category. `inTime`: decided within nine days, which are never more than seven days
 * of business.
 */
export async function noticesIn(db: Db, span: BrandSpan): Promise<Notices[]> {
  const { rows } = await sql<Notices>`
    select source, reason as category, ${count()} as received, ${count(sql`closed_at is not null`)} as decided, ${count(sql`acted`)} as "actedOn",
      ${count(sql`closed_at <= created_at + interval '9 days'`)} as "inTime", ${medianHours} as "medianHours"
    from (${noticed(span)}) notices
    group by source, reason order by source desc, reason`.execute(db)
  return rows
}

/** From a notice to its decision, of all categories. */
export async function medianHoursIn(db: Db, span: BrandSpan): Promise<number | null> {
  const { rows } = await sql<{
    hours: number | null
  }>`select ${medianHours} as hours from (${noticed(span)}) notices`.execute(db)
  return rows[0]?.hours ?? null
}

/**
 * Decisions, without those that were undone at once, those that give back and those that an
 * objection put in the place of another. `reversed`: taken back, for whatever reason; `overturned`:
 * of which an objection was right, in whole or in part.
 */
const decided = (db: Db) =>
  db
    .selectFrom('decisions')
    .leftJoin('appeals', 'appeals.decision_id', 'decisions.id')
    .select([
      count().as('decisions'),
      count(sql`reversed_at is not null`).as('reversed'),
      count(sql`appeals.outcome in ('overturn', 'adjust')`).as('overturned'),
    ])
    .where('undone_at', 'is', null)
    .where('reverses', 'is', null)

export type DecisionFigures = { decisions: number; reversed: number; overturned: number }
export type DecisionCount = DecisionFigures & {
  source: 'notice' | 'own'
  policy: string
  act: string
  automated: boolean
}

/**
 * `source`: what a report or a request for removal brought to our notice, or we ourselves found.
 */
export async function decisionsIn(
  db: Db,
  { brand, from, until }: BrandSpan,
): Promise<DecisionCount[]> {
  const source = sql<
    'notice' | 'own'
  >`case decisions.source when 'report' then 'notice' else 'own' end`
  return decided(db)
    .select([source.as('source'), 'policy', 'act', 'is_automated as automated'])
    .where('decisions.brand', '=', brand)
    .where('decisions.decided_at', '>=', from)
    .where('decisions.decided_at', '<', until)
    .groupBy([source, 'policy', 'act', 'is_automated'])
    .orderBy('source')
    .orderBy('policy')
    .orderBy('act')
    .orderBy('is_automated')
    .execute()
}

export type PolicyFigures = DecisionFigures & { policy: string; byProgram: number }

/**
 * Decisions of a time until now, by the rule on which they rest. With both ends: since a time alone,
 * the planner expects a third of all, and would read them all.
 */
export async function policyFigures(
  db: Db,
  { from, until }: Pick<BrandSpan, 'from' | 'until'>,
): Promise<PolicyFigures[]> {
  return decided(db)
    .select(['decisions.policy', count(sql`is_automated`).as('byProgram')])
    .where('decisions.decided_at', '>=', from)
    .where('decisions.decided_at', '<=', until)
    .groupBy('decisions.policy')
    .orderBy('decisions', 'desc')
    .orderBy('decisions.policy')
    .execute()
}

export async function figuresOf(db: Db, staffId: number, since: Date): Promise<DecisionFigures> {
  return decided(db)
    .where('decisions.decided_by', '=', staffId)
    .where('decisions.decided_at', '>=', since)
    .executeTakeFirstOrThrow()
}

export type Complaints = {
  policy: string
  made: number
  upheld: number
  overturned: number
  adjusted: number
  medianHours: number | null
}

/** Objections that were made in the span to decisions of a brand, with what came of each. */
export async function complaintsIn(
  db: Db,
  { brand, from, until }: BrandSpan,
): Promise<Complaints[]> {
  const { rows } = await sql<Complaints>`
    select policy, ${count()} as made, ${count(sql`outcome = 'uphold'`)} as upheld, ${count(sql`outcome = 'overturn'`)} as overturned,
      ${count(sql`outcome = 'adjust'`)} as adjusted, ${medianHours} as "medianHours"
    from (
      select d.policy, a.outcome, a.made_at as created_at, a.decided_at as closed_at
      from appeals a join decisions d on d.id = a.decision_id
      where a.made_at >= ${from} and a.made_at < ${until} and d.brand = ${brand}
    ) complaints
    group by policy order by policy`.execute(db)
  return rows
}

export async function decidersIn(
  db: Db,
  { from, until }: Pick<BrandSpan, 'from' | 'until'>,
): Promise<number> {
  const { people } = await db
    .selectFrom('decisions')
    .select(sql<number>`count(distinct decided_by)::int`.as('people'))
    .where('decided_at', '>=', from)
    .where('decided_at', '<', until)
    .executeTakeFirstOrThrow()
  return people
}

export type Payments = { payments: number; chargebacks: number }

/**
 * Charges of something and those that banks took back, as card schemes count them: a free day is no
 * sale.
 */
export async function paymentsIn(db: Db, { brand, from, until }: BrandSpan): Promise<Payments> {
  const { rows } = await sql<Payments>`
    select
      (select count(*)::int from payments where brand = ${brand} and charged_at >= ${from} and charged_at < ${until} and amount > 0) as payments,
      (select count(*)::int from chargebacks c join orders o on o.id = c.order_id where o.brand = ${brand} and c.at >= ${from} and c.at < ${until}) as chargebacks`.execute(
    db,
  )
  return rows[0] ?? { payments: 0, chargebacks: 0 }
}

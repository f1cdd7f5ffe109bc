import { sql } from 'kysely'
import { compiledOnce } from '../db/compiled-once.ts'
import type { Db, OpenDatabase, Trx } from '../db/connection.server.ts'
import { mostOf, rowsIn } from '../db/rows-of.ts'
import { DAY, later, MINUTE } from '../lib/clock.ts'
import { type DomainEvent, domainEvent } from './domain-events.ts'

/** A session ends after 30 days without a visit, and at the latest 180 days after sign-in. */
export const SESSION_IDLE_TIMEOUT = 30 * DAY
export const SESSION_MAX_LIFETIME = 180 * DAY
export const VISIT_TIMEOUT = 30 * MINUTE
const MOST_AT_ONCE = 1000

/** `hiddenAt`: what others see of it where the member does not show when they are online. */
type Visit = { sessionId: number; accountId: number; at: Date; hiddenAt: Date }

/**
 * The visits that a process has not written yet, by session; null where nothing would write them.
 */
const waiting = new WeakMap<OpenDatabase, Map<number, Visit> | null>()

/** Who is there whose visit is not due: a session that has just begun. */
const there = new WeakMap<OpenDatabase, Map<number, Date>>()

export function noteThere(database: OpenDatabase, accountId: number, at: Date): void {
  there.get(database)?.set(accountId, at)
}

/** Written with those of others (jobs/visits.server.ts), or at once where no job runs. */
export async function noteVisit(
  { database, db }: { database: OpenDatabase; db: Db },
  visit: Visit,
): Promise<void> {
  const visits = waiting.get(database)
  if (visits) visits.set(visit.sessionId, visit)
  else await writeVisits(db, [visit])
}

/** Said of each member at least once in half an hour in which they are there. */
export const visited = domainEvent<ReadonlyArray<{ accountId: number; at: Date }>>('visited')
const SAID_EACH = 30 * MINUTE

/** Begins to collect; returns how to write what has come, and how to end with it. */
export function collectVisits({
  database,
  db,
  say,
}: {
  database: OpenDatabase
  db: Db
  say<What>(trx: Trx, event: DomainEvent<What>, what: What): Promise<void>
}): {
  write(): Promise<void>
  end(): Promise<void>
} {
  const visits = new Map<number, Visit>()
  const said = { since: 0, of: new Set<number>() }
  const present = new Map<number, Date>()
  waiting.set(database, visits)
  there.set(database, present)
  async function write(): Promise<void> {
    const begun = [...present].map(([accountId, at]) => ({ accountId, at }))
    present.clear()
    await tell(begun)
    while (visits.size > 0) {
      const batch = [...visits.values()].slice(0, MOST_AT_ONCE)
      for (const { sessionId } of batch) visits.delete(sessionId)
      // What fails is not tried again: who is still there visits again a minute later.
      await writeVisits(db, batch)
      await tell(batch)
    }
  }
  async function tell(batch: ReadonlyArray<Pick<Visit, 'accountId' | 'at'>>): Promise<void> {
    const news = batch.filter(({ accountId, at }) => {
      const since = Math.floor(at.getTime() / SAID_EACH)
      if (since !== said.since) {
        said.since = since
        said.of.clear()
      }
      if (said.of.has(accountId)) return false
      said.of.add(accountId)
      return true
    })
    if (news.length > 0) await db.transaction().execute((trx) => say(trx, visited, news))
  }
  return {
    write,
    async end() {
      // Requests in progress visit after this; each writes its own.
      waiting.set(database, null)
      there.delete(database)
      await write()
    },
  }
}

/**
 * A row that somebody else has locked is left as it is, so that nobody waits here: the next visit
 * is a minute later. Whether others see it is asked now: the member may have hidden it since it was
 * noted.
 */
const noted = compiledOnce((db, { json }: { json: string }, most: number) => {
  const given = sql`select (value::json ->> 0)::bigint as session_id, (value::json ->> 1)::bigint as account_id,
      (value::json ->> 2)::timestamptz as at, (value::json ->> 3)::timestamptz as hidden_at
    from ${rowsIn(json, most)} as rows`
  const seconds = (milliseconds: number) =>
    sql`${sql.lit(milliseconds / 1000)} * interval '1 second'`
  const statement = sql<Record<string, never>>`
    with given as materialized (${given}),
    own as (
      select sessions.id, given.at from given join sessions on sessions.id = given.session_id
      for no key update of sessions skip locked
    ),
    shown as (
      select profiles.account_id, case when accounts.shows_online then given.at else given.hidden_at end as seen_at
      from given join accounts on accounts.id = given.account_id join profiles on profiles.account_id = given.account_id
      for no key update of profiles skip locked
    ),
    noted as (
      update sessions set
        last_seen_at = greatest(last_seen_at, own.at),
        visit_started_at = case when last_seen_at < own.at - ${seconds(VISIT_TIMEOUT)} then own.at else coalesce(visit_started_at, created_at) end,
        expires_at = least(own.at + ${seconds(SESSION_IDLE_TIMEOUT)}, created_at + ${seconds(SESSION_MAX_LIFETIME)})
      from own where sessions.id = own.id
    )
    update profiles set last_seen_at = shown.seen_at from shown where profiles.account_id = shown.account_id`
  return { compile: () => statement.compile(db) }
})

async function writeVisits(db: Db, visits: readonly Visit[]): Promise<void> {
  const json = JSON.stringify(
    visits.map(({ sessionId, accountId, at, hiddenAt }) =>
      JSON.stringify([sessionId, accountId, at, hiddenAt]),
    ),
  )
  await noted(db, { json }, mostOf(visits))
}

type Known = { lastSeenAt: Date; visitStartedAt: Date; signedInAt: Date }

/** What a visit makes of the session, as the statement above. */
export function afterVisit(
  { lastSeenAt, visitStartedAt, signedInAt }: Known,
  at: Date,
): { lastSeenAt: Date; visitStartedAt: Date; expiresAt: Date } {
  const most = later(signedInAt, SESSION_MAX_LIFETIME)
  const idle = later(at, SESSION_IDLE_TIMEOUT)
  return {
    lastSeenAt: at,
    visitStartedAt: lastSeenAt < later(at, -VISIT_TIMEOUT) ? at : visitStartedAt,
    expiresAt: idle < most ? idle : most,
  }
}

/**
 * The last visit that others see. For a member who does not show when they are online it is the
 * noon before their day: no list, order or counter tells more than that.
 */
export function seenAt(at: Date, showsOnline: boolean): Date {
  return showsOnline ? at : new Date(Math.floor(at.getTime() / DAY) * DAY - DAY / 2)
}

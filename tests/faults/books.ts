import { sql } from 'kysely'
import { verifyChain } from '#core/audit/verify.server.ts'
import type { OpenDatabase } from '#db/connection.server.ts'
import { ledgerFaults } from '#money/books/ledger-check.sql.ts'
import { PRODUCTION } from '../support/processes.ts'
import { PRICE } from './writers.ts'

type Books = {
  /** How often each message is stored. */
  messages: Map<string, number>
  /** Who has blocked whom: `<blocker>:<blocked>`. */
  blocks: Set<string>
  /** Acts of blocking and letting back in, by member. */
  acts: Map<number, number>
  /**
   * What is there in part: messages that were not paid for once, blocks whose last act says
   * otherwise; what the checks of ledger and audit log find.
   */
  halves: string[]
}

/** Reads everything that messages and blocks have written. */
export async function readBooks({ db }: OpenDatabase): Promise<Books> {
  const messages = await sql<{
    body: string
    count: number
  }>`select body, count(*)::int as count from messages group by body`.execute(db)
  const blocks = await sql<{
    pair: string
  }>`select blocker_id || ':' || blocked_id as pair from blocks`.execute(db)
  const acts = await sql<{ actor: number; count: number }>`
    select actor_id as actor, count(*)::int as count from audit_log where action in ('block', 'unblock') group by actor_id`.execute(
    db,
  )
  const unpaid = await sql<{ id: number; written: number; paid: number }>`
    select id, written, paid from (
      select accounts.id, (select count(*)::int from messages where sender_id = accounts.id) as written,
        (select coalesce(-sum(amount), 0)::int from credit_entries where account_id = accounts.id and reason = 'message') as paid
      from accounts) counted
    where paid <> written * ${PRICE}`.execute(db)
  const unsaid = await sql<{ pair: string }>`
    select last.actor_id || ':' || last.subject_id as pair from (
      select distinct on (actor_id, subject_id) actor_id, subject_id, action from audit_log where action in ('block', 'unblock')
      order by actor_id, subject_id, id desc) last
    left join blocks on blocker_id = actor_id and blocked_id = subject_id
    where (action = 'block') <> (blocker_id is not null)`.execute(db)
  const chain = await verifyChain(db, null, PRODUCTION.SESSION_SECRET)
  return {
    messages: new Map(messages.rows.map(({ body, count }) => [body, count])),
    blocks: new Set(blocks.rows.map(({ pair }) => pair)),
    acts: new Map(acts.rows.map(({ actor, count }) => [actor, count])),
    halves: [
      ...unpaid.rows.map(({ id, written, paid }) => `${id} wrote ${written} and paid ${paid}`),
      ...unsaid.rows.map(({ pair }) => `block ${pair} is not what its last act says`),
      ...(await ledgerFaults(db, new Date(), 100)).map(({ subject, text }) => `${subject} ${text}`),
      ...chain.findings.map(({ fault, from, to }) => `audit ${from} to ${to}: ${fault}`),
    ],
  }
}

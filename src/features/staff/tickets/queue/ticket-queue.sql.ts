import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { isStaffNow } from '#core/accounts/standing/account-status.sql.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import type { Database } from '#db/schema.ts'
import { answerDue } from '../priorities.ts'
import { rankOf } from './ticket-list.ts'
import { MAX_PAGES, type TicketQueuePart, TICKETS_A_PAGE } from './ticket-list.ts'

/** Nobody, where whoever took it is banned or staff no more. */
const holder = sql<
  number | null
>`case when ${isStaffNow(sql.ref('tickets.leased_by'))} then tickets.leased_by end`

const assignee = sql<
  number | null
>`case when ${isStaffNow(sql.ref('tickets.assigned_to'))} then tickets.assigned_to end`

/** `me`: whose own tickets are asked for. */
type Where = Omit<TicketQueuePart, 'page'> & { me: number; at: Date }

const shownColumns = [
  'id',
  'account_id as accountId',
  'brand',
  'email',
  'subject',
  'body',
  'question_id as questionId',
  'created_at as createdAt',
  'closed_at as closedAt',
  'closed_by as closedBy',
  holder.as('leasedBy'),
  'leased_until as leasedUntil',
  assignee.as('assignedTo'),
  'snoozed_until as snoozedUntil',
  'first_answered_at as firstAnsweredAt',
  'merged_into as mergedInto',
  'follows_id as followsId',
  'category',
  'priority as rank',
  'due_at as dueAt',
  sql<boolean>`closed_at is not null and answer is not null`.as('isAnswered'),
] as const

export type TicketRow = NonNullable<Awaited<ReturnType<typeof ticketById>>>

export function ticketById(db: Db, id: number) {
  return db.selectFrom('tickets').select(shownColumns).where('id', '=', id).executeTakeFirst()
}

export async function ticketsIn(db: Db, { page, ...where }: Where & { page: number }) {
  const rows = partOfQueue(db, where).select(shownColumns)
  const ordered =
    where.show === 'closed' ? rows.orderBy('closed_at', 'desc').orderBy('id') : inOrder(rows)
  return ordered
    .limit(TICKETS_A_PAGE)
    .offset((page - 1) * TICKETS_A_PAGE)
    .execute()
}

/** What is due first comes first, so that nothing waits for ever behind what is urgent. */
const inOrder = <O>(rows: SelectQueryBuilder<Database, 'tickets', O>) =>
  rows.orderBy('due_at').orderBy('priority', 'desc').orderBy('created_at').orderBy('id')

/** Counts tickets up to what the pages can show. */
export async function countTickets(db: Db, part: Where): Promise<number> {
  const shown = partOfQueue(db, part)
    .select('id')
    .orderBy(part.show === 'closed' ? 'closed_at' : 'created_at')
    .limit(sql.lit(MAX_PAGES * TICKETS_A_PAGE))
  const { count } = await db
    .selectFrom(shown.as('shown'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function partOfQueue(db: Db, { show, brand, who, find, me, at }: Where) {
  let rows = db.selectFrom('tickets').where('closed_at', show === 'closed' ? 'is not' : 'is', null)
  if (show !== 'closed') rows = rows.where(isSnoozed(at), '=', sql.lit(show === 'snoozed'))
  if (brand !== '') rows = rows.where('brand', '=', brand)
  if (who === 'mine') rows = rows.where('assigned_to', '=', me)
  if (who === 'nobody') rows = rows.where(assignee, 'is', null)
  return find === '' ? rows : rows.where(isFound(find))
}

/**
 * By words of subject and question, each from its beginning, or by number; nothing where there is
 * no word in it.
 */
function isFound(find: string): RawBuilder<boolean> {
  const terms = (find.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `${word}:*`)
  const number = /^\d{1,15}$/.test(find) ? Number(find) : null
  if (terms.length === 0) return sql<boolean>`false`
  const hasWords = sql<boolean>`to_tsvector('simple', subject || ' ' || body) @@ to_tsquery('simple', ${terms.join(' & ')})`
  return number === null ? hasWords : sql<boolean>`(id = ${number} or ${hasWords})`
}

function isSnoozed(at: Date): RawBuilder<boolean> {
  return sql<boolean>`(snoozed_until is not null and snoozed_until > ${at}::timestamptz)`
}

export type OpenTickets = {
  brand: string
  count: number
  held: number
  urgent: number
  snoozed: number
  oldest: Date | null
  nextDue: Date | null
}

/**
 * By brand: how many are open now, in somebody's hands or urgent among them, and how many come back
 * later. `nextDue`: of all.
 */
export async function countOpen(db: Db, at: Date): Promise<OpenTickets[]> {
  return db
    .selectFrom('tickets')
    .select(['brand', sql<number>`count(*) filter (where not ${isSnoozed(at)})::int`.as('count')])
    .select(
      sql<number>`count(*) filter (where leased_until > ${at} and not ${isSnoozed(at)})::int`.as(
        'held',
      ),
    )
    .select(
      sql<number>`count(*) filter (where priority >= ${sql.lit(rankOf('urgent'))} and not ${isSnoozed(at)})::int`.as(
        'urgent',
      ),
    )
    .select(sql<number>`count(*) filter (where ${isSnoozed(at)})::int`.as('snoozed'))
    .select(sql<Date | null>`min(created_at) filter (where not ${isSnoozed(at)})`.as('oldest'))
    .select(sql<Date | null>`min(due_at)`.as('nextDue'))
    .where('closed_at', 'is', null)
    .groupBy('brand')
    .orderBy('brand')
    .execute()
}

const TIMED = 500

/** Medians in minutes, of the last closed tickets; null where none was answered. */
export async function answerTimes(
  db: Db,
  brand: string,
): Promise<{ count: number; firstAnswer: number | null; resolution: number | null }> {
  const closed = db
    .selectFrom('tickets')
    .select(['created_at', 'first_answered_at', 'closed_at'])
    .where('closed_at', 'is not', null)
    .where('merged_into', 'is', null)
    .orderBy('closed_at', 'desc')
    .limit(sql.lit(TIMED))
  const median = (end: 'first_answered_at' | 'closed_at') =>
    sql<
      number | null
    >`(percentile_cont(0.5) within group (order by extract(epoch from ${sql.ref(end)} - created_at)) / 60)::float`
  return db
    .selectFrom((brand === '' ? closed : closed.where('brand', '=', brand)).as('timed'))
    .select(sql<number>`count(*)::int`.as('count'))
    .select([median('first_answered_at').as('firstAnswer'), median('closed_at').as('resolution')])
    .executeTakeFirstOrThrow()
}

export type LockedTicket = NonNullable<Awaited<ReturnType<typeof lockTicket>>>

/** Whoever acts on a ticket waits here for the one who came first, and sees what they did. */
export async function lockTicket(trx: Trx, id: number) {
  return trx
    .selectFrom('tickets')
    .select([
      'id',
      'account_id as accountId',
      'brand',
      'email',
      'body',
      'created_at as createdAt',
      'closed_at as closedAt',
      'closed_by as closedBy',
    ])
    .select([
      'subject',
      holder.as('leasedBy'),
      'leased_until as leasedUntil',
      'assigned_to as assignedTo',
      'merged_into as mergedInto',
      'category',
      'priority as rank',
      'due_at as dueAt',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function partsOf(trx: Trx, id: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('tickets')
    .select('id')
    .where('merged_into', '=', id)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Tickets that are part of one of these, or that one of these goes on with. */
export async function relatedTo(db: Db, ids: readonly number[], followed: readonly number[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('tickets')
    .select(['id', 'subject', 'body', 'created_at as createdAt', 'merged_into as mergedInto'])
    .where((eb) =>
      eb.or([eb('merged_into', 'in', ids), eb('id', 'in', followed.length === 0 ? [0] : followed)]),
    )
    .orderBy('id')
    .execute()
}

/** The other becomes as urgent as this. */
export async function mergeInto(
  trx: Trx,
  { id, rank, dueAt }: LockedTicket,
  { into, by, at }: { into: number; by: number; at: Date },
): Promise<void> {
  await trx
    .updateTable('tickets')
    .set({
      priority: sql`greatest(priority, ${rank}::int)`,
      due_at: sql`least(due_at, ${dueAt}::timestamptz)`,
    })
    .where('id', '=', into)
    .execute()
  await trx
    .updateTable('tickets')
    .set({
      merged_into: into,
      merged_at: at,
      closed_at: at,
      closed_by: by,
      leased_by: null,
      leased_until: null,
      snoozed_until: null,
    })
    .where('id', '=', id)
    .execute()
}

export async function endTicket(
  trx: Trx,
  id: number,
  { by, at }: { by: number; at: Date },
): Promise<void> {
  await trx
    .updateTable('tickets')
    .set({ closed_at: at, closed_by: by, leased_by: null, leased_until: null, snoozed_until: null })
    .where('id', '=', id)
    .execute()
}

/** An answered ticket stays open, for everybody; the time for the next answer begins anew. */
export async function keepOpen(trx: Trx, { id, rank }: LockedTicket, at: Date): Promise<void> {
  await trx
    .updateTable('tickets')
    .set({ due_at: answerDue(rank, at), leased_by: null, leased_until: null })
    .where('id', '=', id)
    .execute()
}

/** Returns its number. */
export async function insertAnswer(
  trx: Trx,
  id: number,
  { by, answer, at }: { by: number; answer: string; at: Date },
): Promise<number> {
  await trx
    .updateTable('tickets')
    .set({ answer, first_answered_at: sql`coalesce(first_answered_at, ${at}::timestamptz)` })
    .where('id', '=', id)
    .execute()
  const made = await trx
    .insertInto('ticket_answers')
    .values({ ticket_id: id, author_id: by, body: answer, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

export async function leaseTicket(
  trx: Trx,
  id: number,
  lease: { by: number; until: Date } | null,
): Promise<void> {
  await trx
    .updateTable('tickets')
    .set({ leased_by: lease?.by ?? null, leased_until: lease?.until ?? null })
    .where('id', '=', id)
    .execute()
}

export async function assign(trx: Trx, id: number, to: number | null): Promise<void> {
  await trx.updateTable('tickets').set({ assigned_to: to }).where('id', '=', id).execute()
}

/** By name. */
export async function ticketTags(
  db: Db | Trx,
  ticketIds: readonly number[],
): Promise<Array<{ ticketId: number; tag: string }>> {
  if (ticketIds.length === 0) return []
  return db
    .selectFrom('ticket_tags')
    .select(['ticket_id as ticketId', 'tag'])
    .where('ticket_id', 'in', ticketIds)
    .orderBy('tag')
    .execute()
}

export async function tagTicket(
  trx: Trx,
  { ticketId, tag, by, at }: { ticketId: number; tag: string; by: number; at: Date },
): Promise<void> {
  await trx
    .insertInto('ticket_tags')
    .values({ ticket_id: ticketId, tag, author_id: by, created_at: at })
    .execute()
}

export async function untagTicket(trx: Trx, ticketId: number, tag: string): Promise<void> {
  await trx
    .deleteFrom('ticket_tags')
    .where('ticket_id', '=', ticketId)
    .where('tag', '=', tag)
    .execute()
}

export async function snooze(trx: Trx, id: number, until: Date | null): Promise<void> {
  await trx
    .updateTable('tickets')
    .set({ snoozed_until: until, leased_by: null, leased_until: null })
    .where('id', '=', id)
    .execute()
}

/** Makes a ticket more urgent; what is due sooner stays so. */
export async function raise(trx: Trx, id: number, rank: number, at: Date): Promise<void> {
  await trx
    .updateTable('tickets')
    .set({ priority: rank, due_at: sql`least(due_at, ${answerDue(rank, at)}::timestamptz)` })
    .where('id', '=', id)
    .execute()
}

/** Open tickets of a rank that are due until a time, the first due first. */
export async function ticketsDue(
  db: Db | Trx,
  rank: number,
  until: Date,
  most: number,
): Promise<Array<{ id: number; dueAt: Date }>> {
  return db
    .selectFrom('tickets')
    .select(['id', 'due_at as dueAt'])
    .where('closed_at', 'is', null)
    .where('due_at', '<=', until)
    .where('priority', '=', rank)
    .orderBy('due_at')
    .limit(sql.lit(most))
    .execute()
}

/**
 * Without a fingerprint, since the same question may have been asked again meanwhile; the time for
 * an answer begins anew. `answer` is what was said last.
 */
export async function openAgain(trx: Trx, { id, rank }: LockedTicket, at: Date): Promise<void> {
  await trx
    .updateTable('tickets')
    .set({
      closed_at: null,
      closed_by: null,
      fingerprint: null,
      merged_into: null,
      merged_at: null,
      due_at: answerDue(rank, at),
    })
    .where('id', '=', id)
    .execute()
}

export async function addNote(
  trx: Trx,
  note: { ticketId: number; by: number; body: string; at: Date },
): Promise<void> {
  await trx
    .insertInto('ticket_notes')
    .values({ ticket_id: note.ticketId, author_id: note.by, body: note.body, created_at: note.at })
    .execute()
}

type Said = { ticketId: number; by: number | null; body: string; at: Date }

export async function answersOf(
  db: Db | Trx,
  ticketIds: readonly number[],
): Promise<Array<Said & { id: number }>> {
  if (ticketIds.length === 0) return []
  return db
    .selectFrom('ticket_answers')
    .select(['id', 'ticket_id as ticketId', 'author_id as by', 'body', 'created_at as at'])
    .where('ticket_id', 'in', ticketIds)
    .orderBy('id')
    .execute()
}

export async function notesOf(db: Db, ticketIds: readonly number[]): Promise<Said[]> {
  if (ticketIds.length === 0) return []
  return db
    .selectFrom('ticket_notes')
    .select(['ticket_id as ticketId', 'author_id as by', 'body', 'created_at as at'])
    .where('ticket_id', 'in', ticketIds)
    .orderBy('id')
    .execute()
}

import { sql } from 'kysely'
import type { Db, Trx } from '../../db/connection.server.ts'
import { MAX_PAGES, type Part, TICKETS_A_PAGE } from './ticket-queue.ts'

export async function ticketsIn(db: Db, { show, brand, page }: Part) {
  const rows = partOfQueue(db, { show, brand }).select([
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
    'answer',
  ])
  const ordered = show === 'open' ? rows.orderBy('created_at').orderBy('id') : rows.orderBy('closed_at', 'desc').orderBy('id')
  return ordered
    .limit(TICKETS_A_PAGE)
    .offset((page - 1) * TICKETS_A_PAGE)
    .execute()
}

/** Counts tickets up to what the pages can show. */
export async function countTickets(db: Db, part: Pick<Part, 'show' | 'brand'>): Promise<number> {
  const shown = partOfQueue(db, part)
    .select('id')
    .orderBy(part.show === 'open' ? 'created_at' : 'closed_at')
    .limit(sql.lit(MAX_PAGES * TICKETS_A_PAGE))
  const { count } = await db
    .selectFrom(shown.as('shown'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function partOfQueue(db: Db, { show, brand }: Pick<Part, 'show' | 'brand'>) {
  const shown = db.selectFrom('tickets').where('closed_at', show === 'open' ? 'is' : 'is not', null)
  return brand === '' ? shown : shown.where('brand', '=', brand)
}

export async function countOpen(db: Db): Promise<Array<{ brand: string; count: number }>> {
  return db
    .selectFrom('tickets')
    .select(['brand', sql<number>`count(*)::int`.as('count')])
    .where('closed_at', 'is', null)
    .groupBy('brand')
    .orderBy('brand')
    .execute()
}

/** Undefined if it is already closed; of two concurrent requests, one succeeds. */
export async function closeOpenTicket(trx: Trx, id: number, { by, answer, at }: { by: number; answer: string | null; at: Date }) {
  return trx
    .updateTable('tickets')
    .set({ closed_at: at, closed_by: by, answer })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .returning(['id', 'account_id as accountId', 'brand', 'email', 'body', 'created_at as createdAt'])
    .executeTakeFirst()
}

export async function closerOf(trx: Trx, id: number): Promise<{ closedBy: number | null } | undefined> {
  return trx.selectFrom('tickets').select('closed_by as closedBy').where('id', '=', id).executeTakeFirst()
}

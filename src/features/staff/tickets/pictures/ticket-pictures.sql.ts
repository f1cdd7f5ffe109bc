import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import { rankOf } from '../queue/ticket-list.ts'
import { raise } from '../queue/ticket-queue.sql.ts'
import { ticketPictureName } from './ticket-pictures.ts'

/** `isHeld`: a list says that nobody may see it. */
export type NewTicketPicture = { key: string; width: number; height: number; isHeld: boolean }

/**
 * Without `answerId` and `replyId` they are the question's. One that is held back makes its ticket
 * urgent, for a lead to look at it.
 */
export async function insertPictures(
  trx: Trx,
  about: { ticketId: number; answerId?: number; replyId?: number; at: Date },
  pictures: readonly NewTicketPicture[],
): Promise<void> {
  if (pictures.length === 0) return
  await trx
    .insertInto('ticket_pictures')
    .values(
      pictures.map(({ key, width, height, isHeld }) => ({
        ticket_id: about.ticketId,
        answer_id: about.answerId ?? null,
        reply_id: about.replyId ?? null,
        key,
        width,
        height,
        created_at: about.at,
        is_held: isHeld,
      })),
    )
    .execute()
  if (pictures.some(({ isHeld }) => isHeld))
    await raise(trx, about.ticketId, rankOf('urgent'), about.at)
}

/** Of tickets and their answers, in the order in which they came. */
export async function picturesOf(db: Db, ticketIds: readonly number[]) {
  if (ticketIds.length === 0) return []
  return db
    .selectFrom('ticket_pictures')
    .select(['id', 'ticket_id as ticketId', 'answer_id as answerId', 'reply_id as replyId'])
    .select(['width', 'height', 'is_held as isHeld'])
    .where('ticket_id', 'in', ticketIds)
    .orderBy('id')
    .execute()
}

export async function pictureById(db: Db, id: number) {
  return db
    .selectFrom('ticket_pictures')
    .innerJoin('tickets', 'tickets.id', 'ticket_pictures.ticket_id')
    .select(['ticket_pictures.key', 'ticket_pictures.is_held as isHeld'])
    .select(['tickets.id as ticketId', 'tickets.account_id as accountId'])
    .where('ticket_pictures.id', '=', id)
    .executeTakeFirst()
}

/** Shows what was held back with these tickets; returns of which pictures. */
export async function showHeld(trx: Trx, ticketIds: readonly number[]): Promise<number[]> {
  const rows = await trx
    .updateTable('ticket_pictures')
    .set({ is_held: false })
    .where('ticket_id', 'in', ticketIds)
    .where('is_held', '=', sql.lit(true))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function picturesThatExist(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db
    .selectFrom('ticket_pictures')
    .select('key')
    .where('key', 'in', keys)
    .execute()
  return new Set(rows.map(({ key }) => key))
}

export function storedTicketPictures(db: Db, after: number, most: number) {
  return db
    .selectFrom('ticket_pictures')
    .select(['id', 'key', sql.lit(1).as('files')])
    .where('id', '>', after)
    .orderBy('id')
    .limit(sql.lit(most))
    .execute()
}

/** For the copy of a member's data: those of their tickets, and of our answers to them. */
export async function ticketPicturesToCopy(
  db: Db,
  accountId: number,
): Promise<Array<{ file: string; stored: string }>> {
  const rows = await db
    .selectFrom('ticket_pictures')
    .innerJoin('tickets', 'tickets.id', 'ticket_pictures.ticket_id')
    .select(['ticket_pictures.id', 'ticket_pictures.key'])
    .where('tickets.account_id', '=', accountId)
    .where('ticket_pictures.is_held', '=', sql.lit(false))
    .orderBy('ticket_pictures.id')
    .execute()
  return rows.map(({ id, key }) => ({
    file: `photos/support-${id}.webp`,
    stored: ticketPictureName(key),
  }))
}

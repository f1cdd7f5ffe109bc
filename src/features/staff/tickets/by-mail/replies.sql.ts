import type { Db, Trx } from '#db/connection.server.ts'

export async function addressedTicket(
  db: Db | Trx,
  id: number,
): Promise<
  { accountId: number | null; email: string; brand: string; mergedInto: number | null } | undefined
> {
  return db
    .selectFrom('tickets')
    .select(['account_id as accountId', 'email', 'brand', 'merged_into as mergedInto'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/**
 * False for a mail that was taken before; one that is being taken at the same moment is waited for.
 */
export async function noteMail(trx: Trx, nameHash: Uint8Array, ticketId: number): Promise<boolean> {
  const made = await trx
    .insertInto('ticket_mails')
    .values({ name_hash: nameHash, ticket_id: ticketId })
    .onConflict((conflict) => conflict.column('name_hash').doNothing())
    .returning('ticket_id')
    .executeTakeFirst()
  return made !== undefined
}

export async function isNoted(db: Db, nameHash: Uint8Array): Promise<boolean> {
  return (
    (await db
      .selectFrom('ticket_mails')
      .select('ticket_id')
      .where('name_hash', '=', nameHash)
      .executeTakeFirst()) !== undefined
  )
}

type Reply = { body: string; folded: string; filesLeftOut: number; at: Date }

/** Puts a ticket that was put away back into the queue; returns the number of what was said. */
export async function addReply(trx: Trx, reply: Reply & { ticketId: number }): Promise<number> {
  const { id } = await trx
    .insertInto('ticket_replies')
    .values({
      ticket_id: reply.ticketId,
      body: reply.body,
      folded: reply.folded,
      files_left_out: reply.filesLeftOut,
      created_at: reply.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('tickets')
    .set({ snoozed_until: null })
    .where('id', '=', reply.ticketId)
    .execute()
  return id
}

export type TicketReply = Reply & { id: number; ticketId: number }

export async function repliesOf(
  db: Db | Trx,
  ticketIds: readonly number[],
): Promise<TicketReply[]> {
  if (ticketIds.length === 0) return []
  return db
    .selectFrom('ticket_replies')
    .select([
      'id',
      'ticket_id as ticketId',
      'body',
      'folded',
      'files_left_out as filesLeftOut',
      'created_at as at',
    ])
    .where('ticket_id', 'in', ticketIds)
    .orderBy('id')
    .execute()
}

import type { HelpCategory } from '#content/help-categories.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { answerDue, priorityOf } from './priorities.ts'
import { rankOf } from './queue/ticket-list.ts'

/** `fingerprint`: a hash of author, text and brand, to detect duplicates. */
export type NewTicket = {
  accountId: number | null
  brand: string
  email: string
  subject: string
  message: string
  questionId: string | null
  /** Of the help (content/kinds.ts). */
  category: HelpCategory | null
  /** As urgent as the one that it goes on with; by default, as its category says. */
  rank?: number
  fingerprint: Uint8Array
  /** The old ticket that it goes on with. */
  followsId?: number
  at: Date
}

/** Whether an open ticket says the same, by the same author. */
export async function isAsked(db: Db, fingerprint: Uint8Array): Promise<boolean> {
  const open = await db
    .selectFrom('tickets')
    .select('id')
    .where('fingerprint', '=', fingerprint)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return open !== undefined
}

export async function insertTicket(trx: Trx, ticket: NewTicket): Promise<number | null> {
  const rank = ticket.rank ?? rankOf(priorityOf(ticket.category))
  const made = await trx
    .insertInto('tickets')
    .values({
      account_id: ticket.accountId,
      brand: ticket.brand,
      email: ticket.email,
      subject: ticket.subject,
      body: ticket.message,
      question_id: ticket.questionId,
      category: ticket.category,
      priority: rank,
      due_at: answerDue(rank, ticket.at),
      fingerprint: ticket.fingerprint,
      follows_id: ticket.followsId ?? null,
      created_at: ticket.at,
    })
    .onConflict((conflict) =>
      conflict.column('fingerprint').where('closed_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return made?.id ?? null
}

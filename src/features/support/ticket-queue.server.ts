import { ApiError } from '../../api/errors.ts'
import { type Handler, handle } from '../../api/router.server.ts'
import type { Scope } from '../../api/session.server.ts'
import type { Db, Trx } from '../../db/connection.server.ts'
import { brandById } from '../../sites/registry.ts'
import { contactOf, contactsOf } from '../accounts/account-status.sql.ts'
import { recordAct } from '../audit/audit.sql.ts'
import { answerTicket, closeTicket, getTickets, type Ticket } from './ticket-queue.contract.ts'
import { closeOpenTicket, closerOf, countOpen, countTickets, ticketsIn } from './ticket-queue.sql.ts'
import { answerMail, queuePath, TICKETS_A_PAGE } from './ticket-queue.ts'

const queueHandler = handle(getTickets, async ({ query, services: { db } }) => {
  const [rows, count, open] = await Promise.all([ticketsIn(db, query), countTickets(db, query), countOpen(db)])
  return { tickets: await presented(db, rows), pages: Math.max(1, Math.ceil(count / TICKETS_A_PAGE)), open }
})

const answerHandler = handle(answerTicket, async ({ body, scope, services }) => {
  const { id, brand, answer } = body
  await services.db.transaction().execute(async (trx) => {
    const ticket = await closeOnce(trx, scope, id, answer)
    const asked = brandById(ticket.brand)
    if (!asked) throw new TypeError(`a ticket of ${ticket.brand}, which is no brand`)
    const contact = ticket.accountId === null ? null : await contactOf(trx, ticket.accountId)
    await services.queueMail(trx, answerMail(asked, { ...ticket, isProven: contact?.email === ticket.email }, answer))
    await recordAct(trx, scope, { action: 'staff.answerTicket', subjectId: ticket.accountId, details: { ticket: id, brand: ticket.brand } })
  })
  return { ok: true as const, next: queuePath({ brand, done: `answered-${id}` }) }
})

const closeHandler = handle(closeTicket, async ({ body: { id, brand }, scope, services }) => {
  await services.db.transaction().execute(async (trx) => {
    const ticket = await closeOnce(trx, scope, id, null)
    await recordAct(trx, scope, { action: 'staff.closeTicket', subjectId: ticket.accountId, details: { ticket: id, brand: ticket.brand } })
  })
  return { ok: true as const, next: queuePath({ brand, done: `closed-${id}` }) }
})

/** Closes a ticket once; a second request receives an error saying that it is closed. */
async function closeOnce(trx: Trx, { member, at }: Scope, id: number, answer: string | null) {
  const ticket = await closeOpenTicket(trx, id, { by: member.id, answer, at })
  if (ticket) return ticket
  const closer = await closerOf(trx, id)
  if (!closer) throw new ApiError('notFound', { detail: 'There is no such ticket.' })
  const who = closer.closedBy === member.id ? 'You have' : 'Somebody else has'
  throw new ApiError('conflict', { detail: `${who} closed ticket ${id} already. Nothing was sent.` })
}

async function presented(db: Db, rows: Awaited<ReturnType<typeof ticketsIn>>): Promise<Ticket[]> {
  const ids = rows.flatMap(({ accountId, closedBy }) => [accountId, closedBy]).filter((id) => id !== null)
  const people = await contactsOf(db, [...new Set(ids)])
  return rows.map(({ id, brand, subject, body, email, accountId, questionId, createdAt, closedAt, closedBy, answer }) => {
    const writer = people.get(accountId ?? 0)
    return {
      id,
      brand,
      subject,
      message: body,
      email,
      isProven: writer?.provenEmail === email,
      member: accountId !== null && writer ? { id: accountId, username: writer.username } : null,
      questionId,
      writtenAt: createdAt.toISOString(),
      closed: closedAt && { at: closedAt.toISOString(), by: people.get(closedBy ?? 0)?.username ?? null, answer },
    }
  })
}

export const ticketQueueHandlers: Handler[] = [queueHandler, answerHandler, closeHandler]

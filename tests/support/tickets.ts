import type { Given } from '#api/contract.ts'
import { saveTicket } from '#guests/help/tickets.contract.ts'
import { DAY, later } from '#lib/clock.ts'
import { getTickets, type Ticket } from '#staff/tickets/queue/ticket-queue.contract.ts'
import type { TestApp, Visitor } from './app.ts'

type Question = { message?: string; subject?: string; email?: string }

let asked = 0

/** Writes to support as the help page does, however often; returns the ticket's number. */
export async function asksSupport(
  app: TestApp,
  visitor: Visitor,
  { message = 'How do I change my town?', ...more }: Question = {},
): Promise<number> {
  asked += 1
  await app.db.deleteFrom('rate_limits').execute()
  await visitor.calls(saveTicket, { body: { subject: `Question ${asked}`, message, ...more } })
  const { id } = await app.db
    .selectFrom('tickets')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  return id
}

/** The list of tickets as staff see it, each of them opened. */
export async function ticketsSeen(visitor: Visitor, query: Given<typeof getTickets>['query'] = {}) {
  const see = (asked: typeof query) => visitor.calls(getTickets, { query: asked })
  const list = await see(query)
  const tickets: Ticket[] = []
  for (const { id } of list.tickets) {
    const { chosen } = await see({ ...query, ticket: id })
    if (chosen) tickets.push(chosen)
  }
  return { ...list, tickets }
}

/** A ticket whose answer is so many days old. */
export const closedFor = ({ db, clock }: TestApp, id: number, days: number) =>
  db
    .updateTable('tickets')
    .set({ closed_at: later(clock.now(), -days * DAY) })
    .where('id', '=', id)
    .execute()

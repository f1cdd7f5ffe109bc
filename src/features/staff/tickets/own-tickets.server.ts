import { type Handler, handle } from '../../../api/call.server.ts'
import { listOwnTickets } from '../../guests/help/own-tickets.contract.ts'
import { ownTicketsOf } from './own-tickets.sql.ts'
import { repliesOf } from './replies.sql.ts'
import { picturesOf } from './ticket-pictures.sql.ts'
import { picturesWith } from './ticket-pictures.ts'
import { answersOf, relatedTo } from './ticket-queue.sql.ts'

/** The copy of one's data has all. */
const SHOWN = 20

const listHandler = handle(listOwnTickets, async ({ scope, services }) => {
  const { db } = services
  const tickets = await ownTicketsOf(db, scope.member.id, SHOWN)
  const ids = tickets.map(({ id }) => id)
  const parts = await relatedTo(db, ids, [])
  const all = [...ids, ...parts.map(({ id }) => id)]
  const [answers, replies, pictures] = await Promise.all([
    answersOf(db, all),
    repliesOf(db, all),
    picturesOf(db, all),
  ])
  const ticketOf = (id: number) => parts.find((part) => part.id === id)?.mergedInto ?? id
  const said = [
    ...answers.map(({ id, ticketId, body, at }) => ({
      ticketId,
      by: 'support' as const,
      text: body,
      pictures: picturesWith(pictures, { ticketId, answerId: id }),
      at,
    })),
    ...replies.map(({ ticketId, body, at }) => ({
      ticketId,
      by: 'you' as const,
      text: body,
      pictures: [],
      at,
    })),
    ...parts.map(({ id, body, createdAt }) => ({
      ticketId: id,
      by: 'you' as const,
      text: body,
      pictures: picturesWith(pictures, { ticketId: id, answerId: null }),
      at: createdAt,
    })),
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime())
  return {
    tickets: tickets.map(({ at, closedAt, ...ticket }) => ({
      ...ticket,
      pictures: picturesWith(pictures, { ticketId: ticket.id, answerId: null }),
      at: at.toISOString(),
      isClosed: closedAt !== null,
      said: said
        .filter(({ ticketId, text }) => ticketOf(ticketId) === ticket.id && text !== '')
        .map((one) => ({
          by: one.by,
          text: one.text,
          pictures: one.pictures,
          at: one.at.toISOString(),
        })),
    })),
  }
})

export const ownTicketHandlers: Handler[] = [listHandler]

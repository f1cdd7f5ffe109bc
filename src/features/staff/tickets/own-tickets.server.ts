import { type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import { countHit } from '#api/limits.server.ts'
import type { Db } from '#db/connection.server.ts'
import {
  answerOwnTicket,
  listOwnTickets,
  type OwnTicket,
} from '#guests/help/own-tickets.contract.ts'
import { ownTicketPath } from '#guests/help/tickets.ts'
import { keyedHash } from '#lib/keyed-hash.server.ts'
import { brands } from '#sites/registry.ts'
import { ANSWERS, answersCounted, fileReply, survivor } from './by-mail/file-reply.server.ts'
import { NOTHING_LEFT_OUT } from './by-mail/left-out.ts'
import { isNoted, noteMail, repliesOf } from './by-mail/replies.sql.ts'
import { ownTicketsOf } from './own-tickets.sql.ts'
import { digestsOf, refuseWrongPictures, withPictures } from './pictures/ticket-pictures.server.ts'
import { type NewTicketPicture, picturesOf } from './pictures/ticket-pictures.sql.ts'
import { picturesWith } from './pictures/ticket-pictures.ts'
import { answersOf, relatedTo } from './queue/ticket-queue.sql.ts'

/** The copy of one's data has all. */
const SHOWN = 20

const listHandler = handle(listOwnTickets, async ({ scope, services: { db } }) => ({
  tickets: await shownTo(db, scope.member.id),
}))

const answerHandler = handle(answerOwnTicket, async ({ body, files, scope, services, at }) => {
  const { db, settings } = services
  const { id, message, key } = body
  const { member } = scope
  refuseWrongPictures(files)
  const said = JSON.stringify([id, key, message, ...(await digestsOf(files))])
  const nameHash = keyedHash(said, settings.sessionSecret, 'name of an answer')
  const isSaid = key !== '' && (await isNoted(db, nameHash))
  const file = (pictures: NewTicketPicture[]) =>
    db.transaction().execute(async (trx) => {
      const ticket = await survivor(trx, id)
      const brand = brands.find((one) => one.id === ticket?.brand)
      if (!ticket || !brand || ticket.accountId !== member.id)
        throw new ApiError('notFound', 'There is no such ticket of yours. Please write a new one.')
      if (!(await noteMail(trx, nameHash, ticket.id)) && key !== '') return ticket.id
      await countHit(trx, answersCounted(ticket.id), ANSWERS, at)
      const answer = { words: message, folded: '', leftOut: NOTHING_LEFT_OUT }
      return fileReply(services, trx, { ticket, brand, answer, pictures, nameHash, at })
    })
  // What was said before is not decoded.
  const number = isSaid ? id : await withPictures(services, files, member.id, file)
  return { number, tickets: await shownTo(db, member.id), next: ownTicketPath(number) }
})

async function shownTo(db: Db, memberId: number): Promise<OwnTicket[]> {
  const tickets = await ownTicketsOf(db, memberId, SHOWN)
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
    ...replies.map(({ id, ticketId, body, at }) => ({
      ticketId,
      by: 'you' as const,
      text: body,
      pictures: picturesWith(pictures, { ticketId, replyId: id }),
      at,
    })),
    ...parts.map(({ id, body, createdAt }) => ({
      ticketId: id,
      by: 'you' as const,
      text: body,
      pictures: picturesWith(pictures, { ticketId: id }),
      at: createdAt,
    })),
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime())
  return tickets.map(({ at, closedAt, ...ticket }) => ({
    ...ticket,
    pictures: picturesWith(pictures, { ticketId: ticket.id }),
    at: at.toISOString(),
    isClosed: closedAt !== null,
    said: said
      .filter(
        ({ ticketId, text, pictures: shown }) =>
          ticketOf(ticketId) === ticket.id && (text !== '' || shown.length > 0),
      )
      .map((one) => ({
        by: one.by,
        text: one.text,
        pictures: one.pictures,
        at: one.at.toISOString(),
      })),
  }))
}

export const ownTicketHandlers: Handler[] = [listHandler, answerHandler]

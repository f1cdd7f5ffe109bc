import { ApiError } from '#api/errors.ts'
import { countHit } from '#api/limits.server.ts'
import type { Services } from '#api/services.server.ts'
import { contactsOf } from '#core/accounts/standing/account-status.sql.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { receiptMail, ticketMail } from '#guests/help/tickets.ts'
import { later } from '#lib/clock.ts'
import type { Brand } from '#sites/site.ts'
import { insertPictures, type NewTicketPicture } from '../pictures/ticket-pictures.sql.ts'
import { categoryOf } from '../priorities.ts'
import { type LockedTicket, lockTicket, openAgain } from '../queue/ticket-queue.sql.ts'
import { insertTicket } from '../tickets.sql.ts'
import { countLeftOut, type LeftOut } from './left-out.ts'
import { addReply } from './replies.sql.ts'
import { filesLeftOutMail, REOPENS_FOR } from './replies.ts'
import { replyAddress } from './reply-address.server.ts'

/**
 * On a ticket. Taken and refused ones: what is refused costs as much, and would be sent again at
 * once.
 */
export const ANSWERS = { most: 20, seconds: 24 * 3600 }
export const answersCounted = (ticketId: number) => `ticket-reply:${ticketId}`

const FILE_NOTICES = { most: 1, seconds: 24 * 3600 }

type Reply = {
  ticket: LockedTicket
  brand: Brand
  /** `words` are new in it; `folded` is the rest of a mail, of whose files some were `leftOut`. */
  answer: { words: string; folded: string; leftOut: LeftOut }
  pictures?: readonly NewTicketPicture[]
  /** The keyed hash that `noteMail` has noted. */
  nameHash: Uint8Array
  at: Date
}

/**
 * Adds it to its ticket, which opens again, or to a new one that goes on with it; returns the
 * number of the one it is in.
 */
export async function fileReply(
  services: Services,
  trx: Trx,
  { ticket, brand, answer, pictures = [], nameHash, at }: Reply,
): Promise<number> {
  const { words: text, folded, leftOut } = answer
  const filesLeftOut = countLeftOut(leftOut)
  const { id, accountId, email, subject, closedAt } = ticket
  const isOld = closedAt !== null && later(closedAt, REOPENS_FOR) <= at
  let number = id
  if (isOld) {
    const filed = {
      accountId,
      brand: brand.id,
      email,
      subject,
      message: text,
      questionId: null,
      category: categoryOf(ticket.category),
      rank: ticket.rank,
      fingerprint: nameHash,
      followsId: id,
      at,
    }
    number = (await insertTicket(trx, filed)) ?? id
    await insertPictures(trx, { ticketId: number, at }, pictures)
    if (folded !== '' || filesLeftOut > 0)
      await addReply(trx, { ticketId: number, body: '', folded, filesLeftOut, at })
  } else {
    if (closedAt !== null) await openAgain(trx, ticket, at)
    const replyId = await addReply(trx, { ticketId: id, body: text, folded, filesLeftOut, at })
    await insertPictures(trx, { ticketId: id, replyId, at }, pictures)
  }
  const contact =
    accountId === null ? undefined : (await contactsOf(trx, [accountId])).get(accountId)
  const account =
    accountId === null ? null : { id: accountId, username: contact?.username ?? 'who has left' }
  const writer = { email, account, isProven: contact?.provenEmail === email }
  await services.queueMail(
    trx,
    ticketMail(services, brand, writer, {
      id: number,
      subject,
      message: text,
      question: null,
      pictures,
      followsId: isOld ? id : null,
    }),
  )
  const replyTo = replyAddress(services, { ticketId: number, accountId, brand }, at)
  if (isOld)
    await services.queueMail(trx, receiptMail(services, brand, email, { id: number, replyTo }))
  if (filesLeftOut > 0 && (await isWithin(trx, `ticket-files:${number}`, FILE_NOTICES, at))) {
    await services.queueMail(
      trx,
      filesLeftOutMail(services, brand, email, {
        ticketId: number,
        isMember: accountId !== null,
        pictures: pictures.length,
        leftOut,
        replyTo,
      }),
    )
  }
  return number
}

/** The ticket, or the one that it was put into at this moment. */
export async function survivor(trx: Trx, id: number): Promise<LockedTicket | undefined> {
  const ticket = await lockTicket(trx, id)
  return ticket?.mergedInto == null ? ticket : lockTicket(trx, ticket.mergedInto)
}

/** Counts something that is left out quietly where there is too much of it. */
export async function isWithin(
  trx: Db | Trx,
  key: string,
  limit: Parameters<typeof countHit>[2],
  at: Date,
): Promise<boolean> {
  try {
    await countHit(trx, key, limit, at)
    return true
  } catch (error) {
    if (error instanceof ApiError && error.code === 'tooMany') return false
    throw error
  }
}

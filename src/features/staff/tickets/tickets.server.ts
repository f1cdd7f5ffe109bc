import { createHash } from 'node:crypto'
import { type Handler, handle } from '#api/call.server.ts'
import { fieldError } from '#api/errors.ts'
import { addressGroup, countHit, refuseExhausted } from '#api/limits.server.ts'
import type { Scope } from '#api/member.server.ts'
import { loginKey } from '#core/accounts/sign-in/login-key.server.ts'
import type { Trx } from '#db/connection.server.ts'
import { saveTicket } from '#guests/help/tickets.contract.ts'
import { receiptMail, ticketMail, type Writer } from '#guests/help/tickets.ts'
import { foldAddress } from '#lib/folding.ts'
import { isWithin } from './by-mail/file-reply.server.ts'
import { replyAddress } from './by-mail/reply-address.server.ts'
import { digestsOf, refuseWrongPictures, withPictures } from './pictures/ticket-pictures.server.ts'
import { insertPictures, type NewTicketPicture } from './pictures/ticket-pictures.sql.ts'
import { insertTicket, isAsked } from './tickets.sql.ts'

const TICKETS = { most: 5, seconds: 3600 }
/**
 * Receipts per address and day: guests can enter any address, so that the limit counts per
 * recipient.
 */
const RECEIPTS = { most: 3, seconds: 24 * 3600 }

const saveHandler = handle(saveTicket, async ({ body, files, brand, scope, services, at, ip }) => {
  const { subject, message } = body
  const writer = writerOf(scope, body.email)
  refuseWrongPictures(files)
  const who = writer.account ? `account:${writer.account.id}` : `ip:${addressGroup(ip)}`
  // A ticket from a deleted question is still accepted.
  const question =
    services.texts
      .library()
      .help(brand)
      .find(({ id }) => id === body.questionId) ?? null
  const fingerprint = createHash('sha256')
    .update(
      JSON.stringify([
        brand.id,
        writer.account?.id ?? foldAddress(writer.email),
        subject,
        message,
        ...(await digestsOf(files)),
      ]),
    )
    .digest()
  const file = (pictures: NewTicketPicture[]) =>
    services.db.transaction().execute(async (trx) => {
      const filed = {
        accountId: writer.account?.id ?? null,
        brand: brand.id,
        email: writer.email,
        subject,
        message,
        questionId: question?.id ?? null,
        category: question?.category ?? (body.category === '' ? null : body.category),
        fingerprint,
        at,
      }
      const id = await insertTicket(trx, filed)
      // A duplicate submission gets the same confirmation.
      if (id === null) return null
      await insertPictures(trx, { ticketId: id, at }, pictures)
      await countHit(trx, `ticket:${who}`, TICKETS, at)
      await services.queueMail(
        trx,
        ticketMail(services, brand, writer, {
          id,
          subject,
          message,
          question,
          pictures,
        }),
      )
      if (await mayHaveReceipt(trx, scope, writer.email, at)) {
        const replyTo = replyAddress(
          services,
          { ticketId: id, accountId: filed.accountId, brand },
          at,
        )
        await services.queueMail(trx, receiptMail(services, brand, writer.email, { id, replyTo }))
      }
      return id
    })
  // What would be refused, or was sent before, is not decoded.
  const isSent = files.length > 0 && (await isAsked(services.db, fingerprint))
  if (files.length > 0 && !isSent) await refuseExhausted(services.db, `ticket:${who}`, TICKETS, at)
  const sender = writer.account?.id ?? `guest:${addressGroup(ip)}`
  const number = isSent ? null : await withPictures(services, files, sender, file)
  return {
    ok: true as const,
    next: `/help${question ? `/${question.id}` : ''}#ticket-sent`,
    number,
  }
})

/** A member's answer goes to the account's address, whatever address they typed. */
function writerOf(scope: Scope | null, email: string): Writer {
  if (scope) {
    const { id, username, ownsEmail, emailConfirmedAt } = scope.member
    return {
      email: scope.member.email,
      account: { id, username },
      isProven: ownsEmail && emailConfirmedAt !== null,
    }
  }
  if (email === '')
    throw fieldError('email', 'Please enter your e-mail address, so that we can answer.')
  return { email, account: null, isProven: false }
}

/** No receipt if the address belongs to somebody else's account or has reached the limit. */
async function mayHaveReceipt(
  trx: Trx,
  scope: Scope | null,
  email: string,
  at: Date,
): Promise<boolean> {
  if (scope?.member.ownsEmail === false) return false
  return isWithin(trx, `ticket-receipt:${loginKey(email)}`, RECEIPTS, at)
}

export const ticketHandlers: Handler[] = [saveHandler]

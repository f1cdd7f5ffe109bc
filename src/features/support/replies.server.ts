import { createHash } from 'node:crypto'
import PostalMime, { type Email } from 'postal-mime'
import { ApiError } from '../../api/errors.ts'
import { countHit } from '../../api/limits.server.ts'
import type { Services } from '../../api/services.server.ts'
import type { Trx } from '../../db/connection.server.ts'
import { later } from '../../lib/clock.ts'
import { foldAddress } from '../../lib/folding.ts'
import { keyedHash } from '../../lib/keyed-hash.server.ts'
import { answerIn } from '../../mail/answer-text.ts'
import { type Incoming, listenForMail, type ListeningMailDoor, type MailVerdict } from '../../mail/incoming.server.ts'
import type { Brand } from '../../sites/site.ts'
import { contactsOf } from '../accounts/account-status.sql.ts'
import { categoryOf } from './priorities.ts'
import { addLetter, addressedTicket, noteMail } from './replies.sql.ts'
import { filesLeftOutMail, REOPENS_FOR } from './replies.ts'
import { readReplyAddress, replyAddress } from './reply-address.server.ts'
import { type LockedTicket, lockTicket, openAgain } from './ticket-queue.sql.ts'
import { insertTicket } from './tickets.sql.ts'
import { MAX_MESSAGE, receiptMail, ticketMail } from './tickets.ts'

/** Null where no answers are taken by mail. */
export async function listenForReplies(services: Services): Promise<ListeningMailDoor | null> {
  const { settings, clock, log } = services
  if (settings.repliesAt === null) return null
  const refusal = (address: string) => {
    const read = readReplyAddress(services, address, clock.now())
    return typeof read === 'string' ? refusals[read] : null
  }
  return listenForMail(settings.repliesAt, { refusal, take: (mail) => takeReply(services, mail) }, log)
}

const refusals = {
  forged: 'There is no such address here.',
  expired: 'This address takes no answers any more. Please write to us on our help page.',
} as const

const ANSWERS = { most: 20, seconds: 24 * 3600 }
const FILE_NOTICES = { most: 1, seconds: 24 * 3600 }
const TAKEN: MailVerdict = { kind: 'taken' }

async function takeReply(services: Services, { recipient, sender, bytes }: Incoming): Promise<MailVerdict> {
  const { db, clock, log, settings } = services
  const at = clock.now()
  const to = readReplyAddress(services, recipient, at)
  if (typeof to === 'string') return refused(refusals[to])
  const email = await PostalMime.parse(bytes, { maxNestingDepth: 20, maxHeadersSize: 200_000, rfc822Attachments: true }).catch(() => null)
  if (email === null) return refused('This mail cannot be read.')
  // Refusing it would be answered by another mail, and so on.
  if (isAutomatic(email, sender)) {
    log.info({ ticket: to.ticketId }, 'an automatic mail was left aside')
    return TAKEN
  }
  const ticket = await addressedTicket(db, to.ticketId)
  if (!ticket || ticket.accountId !== to.accountId || ticket.brand !== to.brand.id) return refused(refusals.forged)
  if (fromOf(email) !== foldAddress(ticket.email)) {
    return refused('Only the address to which we wrote can answer here. Please answer from it, or write to us on our help page.')
  }
  const { text, isTooLong } = await wordsOf(email)
  if (isTooLong) return refused(`Please use at most ${MAX_MESSAGE.toLocaleString('en')} characters.`)
  const filesLeftOut = email.attachments.filter(({ disposition }) => disposition !== 'inline').length
  if (text === '') {
    return refused(
      filesLeftOut > 0 ? 'We take no files by mail: please write to us in words.' : 'We found no words of yours in this mail. Please write them above ours.',
    )
  }
  const nameHash = keyedHash(`${to.ticketId}\n${email.messageId ?? createHash('sha256').update(bytes).digest('hex')}`, settings.sessionSecret, 'mail name')
  try {
    return await db.transaction().execute(async (trx) => {
      const locked = await survivor(trx, ticket.mergedInto ?? to.ticketId)
      if (!locked) return refused(refusals.forged)
      if (!(await noteMail(trx, nameHash, to.ticketId))) return TAKEN
      await countHit(trx, `ticket-reply:${to.ticketId}`, ANSWERS, at)
      const ticketId = await file(services, trx, { ticket: locked, brand: to.brand, text, filesLeftOut, nameHash, at })
      log.info({ ticket: ticketId, filesLeftOut }, 'an answer by mail was taken')
      return TAKEN
    })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'tooMany')
      return { kind: 'later', words: 'There were many mails about this today. Please try again tomorrow.' }
    throw error
  }
}

type Reply = { ticket: LockedTicket; brand: Brand; text: string; filesLeftOut: number; nameHash: Uint8Array; at: Date }

/** Adds it to its ticket, which opens again, or to a new one that goes on with it; returns the number of the one it is in. */
async function file(services: Services, trx: Trx, { ticket, brand, text, filesLeftOut, nameHash, at }: Reply): Promise<number> {
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
  } else {
    if (closedAt !== null) await openAgain(trx, ticket, at)
    await addLetter(trx, { ticketId: id, body: text, filesLeftOut, at })
  }
  const contact = accountId === null ? undefined : (await contactsOf(trx, [accountId])).get(accountId)
  const account = accountId === null ? null : { id: accountId, username: contact?.username ?? 'who has left' }
  const writer = { email, account, isProven: contact?.provenEmail === email }
  await services.queueMail(trx, ticketMail(services, brand, writer, { id: number, subject, message: text, question: null, followsId: isOld ? id : null }))
  const replyTo = replyAddress(services, { ticketId: number, accountId, brand }, at)
  if (isOld) await services.queueMail(trx, receiptMail(services, brand, email, { id: number, replyTo }))
  if (filesLeftOut > 0 && (await isWithin(trx, `ticket-files:${number}`, FILE_NOTICES, at))) {
    await services.queueMail(trx, filesLeftOutMail(services, brand, email, { ticketId: number, replyTo }))
  }
  return number
}

/** Counts something that is left out quietly where there is too much of it. */
export async function isWithin(trx: Trx, key: string, limit: Parameters<typeof countHit>[2], at: Date): Promise<boolean> {
  try {
    await countHit(trx, key, limit, at)
    return true
  } catch (error) {
    if (error instanceof ApiError && error.code === 'tooMany') return false
    throw error
  }
}

/** The ticket, or the one that it was put into at this moment. */
async function survivor(trx: Trx, id: number): Promise<LockedTicket | undefined> {
  const ticket = await lockTicket(trx, id)
  return ticket?.mergedInto == null ? ticket : lockTicket(trx, ticket.mergedInto)
}

/** RFC 3834, and what mail programs and lists did before it. */
function isAutomatic({ headers }: Email, sender: string): boolean {
  const valueOf = (key: string) =>
    headers
      .find((one) => one.key === key)
      ?.value.trim()
      .toLowerCase()
  return (
    sender === '' ||
    (valueOf('auto-submitted') ?? 'no') !== 'no' ||
    ['bulk', 'list', 'junk', 'auto_reply'].includes(valueOf('precedence') ?? '') ||
    headers.some(({ key }) => key.startsWith('list-') || key === 'x-autoreply' || key === 'x-autorespond') ||
    (valueOf('content-type') ?? '').startsWith('multipart/report')
  )
}

/** Null where it names nobody, or more than one. */
function fromOf({ from, headers }: Email): string | null {
  const address = from?.address
  return address === undefined || headers.filter(({ key }) => key === 'from').length !== 1 ? null : foldAddress(address)
}

/** Each mail of ours about a ticket has its number in a line like this. */
const MARKER = /\(number \d+\)/

async function wordsOf(email: Email): Promise<{ text: string; isTooLong: boolean }> {
  const plain = email.text?.trim() ? email.text : await plainOf(email.html ?? '')
  const text = answerIn(plain, MARKER)
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .toWellFormed()
    .normalize('NFC')
    .trim()
  return { text, isTooLong: [...text].length > MAX_MESSAGE }
}

/** The parser makes text of HTML only beside a part that is text, and leaves out scripts alone. */
async function plainOf(html: string): Promise<string> {
  if (html === '') return ''
  const encoded = Buffer.from(html.replaceAll(/<(\/?)style\b/gi, '<$1script')).toString('base64')
  const mixed = ['Content-Type: multipart/mixed; boundary=b', '', '--b', 'Content-Type: text/plain', '', '', '--b']
  const mail = [...mixed, 'Content-Type: text/html; charset=utf-8', 'Content-Transfer-Encoding: base64', '', encoded, '--b--', ''].join('\r\n')
  return (await PostalMime.parse(mail)).text ?? ''
}

function refused(words: string): MailVerdict {
  return { kind: 'refused', words }
}

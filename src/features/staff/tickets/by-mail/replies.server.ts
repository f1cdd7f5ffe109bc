import { createHash } from 'node:crypto'
import { ApiError } from '#api/errors.ts'
import type { Services } from '#api/services.server.ts'
import { PICTURES_HINT } from '#guests/help/ticket-pictures.ts'
import { MAX_MESSAGE } from '#guests/help/tickets.ts'
import { SECOND } from '#lib/clock.ts'
import { foldAddress } from '#lib/folding.ts'
import { keyedHash } from '#lib/keyed-hash.server.ts'
import { openWorker, WorkerError } from '#lib/worker-processes.server.ts'
import {
  type Incoming,
  listenForMail,
  type ListeningMailDoor,
  type MailVerdict,
  MAX_HEAD,
} from '#mail/incoming.server.ts'
import type { MailHead } from '#mail/mail-parts.ts'
import { withReadable } from '../pictures/ticket-pictures.server.ts'
import type { NewTicketPicture } from '../pictures/ticket-pictures.sql.ts'
import { ANSWERS, answersCounted, fileReply, isWithin, survivor } from './file-reply.server.ts'
import { countLeftOut } from './left-out.ts'
import { addressedTicket, isNoted, noteMail } from './replies.sql.ts'
import { readReplyAddress } from './reply-address.server.ts'
import type { ReplyAsked, ReplyPart, ReplyWords } from './reply-words.server.ts'

/** Null where no answers are taken by mail. */
export async function listenForReplies(services: Services): Promise<ListeningMailDoor | null> {
  const { settings, clock, log } = services
  if (settings.repliesAt === null) return null
  const refusal = (address: string) => {
    const read = readReplyAddress(services, address, clock.now())
    return typeof read === 'string' ? refusals[read] : null
  }
  return listenForMail(
    settings.repliesAt,
    { refusal, take: (mail) => takeReply(services, mail) },
    log,
  )
}

const refusals = {
  forged: 'There is no such address here.',
  expired: 'This address takes no answers any more. Please write to us on our help page.',
} as const

/** Of anybody, and of machines: of these only the header is read. */
const MAILS = { most: 200, seconds: 24 * 3600 }
const TAKEN: MailVerdict = { kind: 'taken' }
const LATER: MailVerdict = {
  kind: 'later',
  words: 'There were many mails about this today. Please try again tomorrow.',
}

const reader = openWorker<ReplyAsked, ReplyPart>(
  new URL('reply-worker.server.ts', import.meta.url),
  { mostTime: 15 * SECOND, mostWaiting: 20, memoryMb: 64 },
)

async function takeReply(
  services: Services,
  { recipient, sender, bytes }: Incoming,
): Promise<MailVerdict> {
  const { db, clock, log, settings } = services
  const at = clock.now()
  const to = readReplyAddress(services, recipient, at)
  if (typeof to === 'string') return refused(refusals[to])
  if (!(await isWithin(db, `ticket-mail:${to.ticketId}`, MAILS, at))) return LATER
  const head = await read<MailHead>({ head: bytes.slice(0, MAX_HEAD) })
  if (head === 'full') return LATER_TODAY
  if (head === null) return refused(UNREADABLE)
  // Refusing it would be answered by another mail, and so on.
  if (isAutomatic(head, sender)) {
    log.info({ ticket: to.ticketId }, 'an automatic mail was left aside')
    return TAKEN
  }
  const ticket = await addressedTicket(db, to.ticketId)
  if (!ticket || ticket.accountId !== to.accountId || ticket.brand !== to.brand.id)
    return refused(refusals.forged)
  if (head.from !== foldAddress(ticket.email)) {
    return refused(
      'Only the address to which we wrote can answer here. Please answer from it, or write to us on our help page.',
    )
  }
  const nameHash = keyedHash(
    `${to.ticketId}\n${head.messageId ?? createHash('sha256').update(bytes).digest('hex')}`,
    settings.sessionSecret,
    'mail name',
  )
  if (await isNoted(db, nameHash)) return TAKEN
  if (!(await isWithin(db, answersCounted(to.ticketId), ANSWERS, at))) return LATER
  const answer = await read<ReplyWords>({ words: bytes })
  if (answer === 'full') return LATER_TODAY
  if (answer === null) return refused(UNREADABLE)
  const refusal = refusalOf(answer)
  if (refusal !== null) return refused(refusal)
  const file = async (pictures: NewTicketPicture[], unread: number): Promise<MailVerdict> => {
    if (answer.words === '' && pictures.length === 0) return refused(NO_PICTURE_READ)
    const leftOut = { ...answer.leftOut, unread }
    return db.transaction().execute(async (trx) => {
      const locked = await survivor(trx, ticket.mergedInto ?? to.ticketId)
      if (!locked) return refused(refusals.forged)
      if (!(await noteMail(trx, nameHash, to.ticketId))) return TAKEN
      const ticketId = await fileReply(services, trx, {
        ticket: locked,
        brand: to.brand,
        answer: { ...answer, leftOut },
        pictures,
        nameHash,
        at,
      })
      const filed = { ticket: ticketId, pictures: pictures.length, leftOut }
      log.info(filed, 'an answer by mail was taken')
      return TAKEN
    })
  }
  const writer = to.accountId ?? `guest:${head.from}`
  return withReadable(services, answer.pictures, writer, file).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'busy') return LATER_TODAY
    throw error
  })
}

const UNREADABLE = 'This mail cannot be read.'
const NO_PICTURE_READ = `We could read no picture of this mail. ${PICTURES_HINT} Or please write to us in words.`
const LATER_TODAY: MailVerdict = {
  kind: 'later',
  words: 'Many mails come at this moment. Please try again in a few minutes.',
}

/** Null where it cannot be read, or not in time; `full` where others wait to be read already. */
async function read<Part extends ReplyPart>(asked: ReplyAsked): Promise<Part | null | 'full'> {
  return (reader.run(asked) as Promise<Part | null>).catch((error: unknown) =>
    error instanceof WorkerError && error.why === 'full' ? 'full' : null,
  )
}

function refusalOf({ words, isCut, isEnded, pictures, leftOut }: ReplyWords): string | null {
  // What stands behind would be lost.
  if (isCut && !isEnded)
    return 'This mail is too long to be read. Please write to us without the mail that you answer.'
  if ([...words].length > MAX_MESSAGE)
    return `Please use at most ${MAX_MESSAGE.toLocaleString('en')} characters.`
  if (words !== '' || pictures.length > 0) return null
  return countLeftOut(leftOut) > 0
    ? `Of files we take pictures alone. ${PICTURES_HINT} Or please write to us in words.`
    : 'We found no words of yours in this mail. Please write them above ours.'
}

/** RFC 3834, and what mail programs and lists did before it. */
function isAutomatic({ headers }: MailHead, sender: string): boolean {
  const valueOf = (key: string) =>
    headers
      .find((one) => one.key === key)
      ?.value.trim()
      .toLowerCase()
  return (
    sender === '' ||
    (valueOf('auto-submitted') ?? 'no') !== 'no' ||
    ['bulk', 'list', 'junk', 'auto_reply'].includes(valueOf('precedence') ?? '') ||
    headers.some(
      ({ key }) => key.startsWith('list-') || key === 'x-autoreply' || key === 'x-autorespond',
    ) ||
    (valueOf('content-type') ?? '').startsWith('multipart/report')
  )
}

function refused(words: string): MailVerdict {
  return { kind: 'refused', words }
}

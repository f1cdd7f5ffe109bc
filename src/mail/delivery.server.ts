import type { Services } from '../api/services.server.ts'
import { inBatches, type Job } from '../jobs/worker.server.ts'
import { DAY, HOUR, later, SECOND } from '../lib/clock.ts'
import { counter } from '../lib/metrics.server.ts'
import { domainOf } from '../sites/hosts.ts'
import { brandById } from '../sites/registry.ts'
import { decryptMail } from './encryption.server.ts'
import {
  claimDue,
  markDead,
  markForLater,
  markSent,
  type QueuedMail,
  sweepMails,
} from './queue.sql.ts'
import {
  type MailTransport,
  openTransport,
  type OutgoingMail,
  SendError,
} from './transport.server.ts'

const AT_ONCE = 3
const tries = counter(
  'sites_mail_tries_total',
  'Tries to send a mail, by how they ended: sent, later, away, refused, or given up',
  ['outcome'],
)
/** With the backoff below, about half a day. */
const MAX_TRIES = 20
const KEPT = 14 * DAY
/** How long shutdown waits for the SMTP server's response to a mail in transit. */
const CLOSE_TIMEOUT = 3 * SECOND

export const mailJob: Job = {
  name: 'mail',
  period: 10 * SECOND,
  start(services) {
    const transport = openTransport(services.settings)
    const unmarked = new Set<number>()
    return {
      async run(stopping) {
        const closeLater = () => void setTimeout(() => transport.close(), CLOSE_TIMEOUT).unref()
        stopping.addEventListener('abort', closeLater, { once: true })
        await deliverDue(services, transport, unmarked, stopping)
        stopping.removeEventListener('abort', closeLater)
      },
      close: () => transport.close(),
    }
  },
}

export const mailSweepJob: Job = {
  name: 'mailSweep',
  period: HOUR,
  start: ({ db, clock }) => ({
    run(stopping) {
      const before = later(clock.now(), -KEPT)
      return inBatches(stopping, (most) => sweepMails(db, before, most))
    },
  }),
}

function pauseAfter(tries: number): number {
  return Math.min(15 * SECOND * 2 ** (tries - 1), HOUR)
}

/**
 * `unmarked`: ids of sent mails that the database could not record; this process does not send them
 * again.
 */
async function deliverDue(
  services: Services,
  transport: MailTransport,
  unmarked: Set<number>,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    const due = await claimDue(services.db, AT_ONCE, services.clock.now())
    if (due.length === 0) return
    const ended = await Promise.allSettled(
      due.map((mail) => deliver(services, transport, unmarked, mail)),
    )
    const failed = ended.find((one) => one.status === 'rejected')
    if (failed) throw failed.reason
    if (ended.some((one) => one.status === 'fulfilled' && one.value === 'away')) return
  }
}

async function deliver(
  services: Services,
  transport: MailTransport,
  unmarked: Set<number>,
  mail: QueuedMail,
): Promise<'sent' | SendError['verdict']> {
  const { db, clock, log, settings } = services
  try {
    if (!unmarked.has(mail.id))
      await transport.send(messageOf(mail, settings, await picturesOf(services, mail)))
  } catch (cause) {
    const error = cause instanceof SendError ? cause : new SendError('later', cause as Error)
    const isLast = error.verdict === 'refused' || mail.tries >= MAX_TRIES
    // The SMTP response contains the recipient, so it is stored with the mail and not logged.
    log.warn(
      { mail: mail.id, kind: mail.kind, tries: mail.tries, verdict: error.verdict, isLast },
      'mail not sent',
    )
    tries.inc({ outcome: isLast && error.verdict !== 'refused' ? 'given up' : error.verdict })
    const reason = error.message.slice(0, 500)
    if (isLast) await markDead(db, mail.id, clock.now(), reason)
    else await markForLater(db, mail.id, later(clock.now(), pauseAfter(mail.tries)), reason)
    return error.verdict
  }
  unmarked.add(mail.id)
  await markSent(db, mail.id, clock.now())
  unmarked.delete(mail.id)
  tries.inc({ outcome: 'sent' })
  log.info({ mail: mail.id, kind: mail.kind }, 'mail sent')
  return 'sent'
}

/**
 * A picture that is gone keeps nobody from reading the words; a store that fails is asked again
 * later.
 */
async function picturesOf(
  { photoFiles, log }: Pick<Services, 'photoFiles' | 'log'>,
  mail: QueuedMail,
): Promise<Uint8Array[]> {
  const found: Uint8Array[] = []
  for (const name of mail.pictures) {
    const bytes = await photoFiles.read(name)
    if (bytes) found.push(bytes)
    else log.warn({ mail: mail.id, kind: mail.kind }, 'a picture of a mail is missing')
  }
  return found
}

/** Links and sender come from brand data only (assurance 15). */
function messageOf(
  mail: QueuedMail,
  settings: Services['settings'],
  pictures: readonly Uint8Array[],
): OutgoingMail {
  const brand = brandById(mail.brand)
  if (!brand) throw new TypeError(`a mail of ${mail.brand}, which is no brand`)
  const domain = domainOf(brand, settings.sitesSuffix)
  const {
    'Reply-To': replyTo = brand.legal.supportEmail,
    'Message-ID': named,
    ...headers
  } = mail.headers
  const name = `${mail.queued_at.toISOString().replaceAll(/\D/g, '')}-${mail.id}`
  return {
    name,
    messageId: named?.slice(1, -1) ?? `${name}@${domain}`,
    // The company's name, because a locked screen shows the sender.
    from: { name: brand.legal.companyName, address: `no-reply@${domain}` },
    replyTo,
    to: mail.recipient,
    subject: mail.subject,
    text: decryptMail(mail.text_body, settings.sessionSecret),
    html: decryptMail(mail.html_body, settings.sessionSecret),
    headers,
    pictures,
    date: mail.queued_at,
  }
}

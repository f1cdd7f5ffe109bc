import { hit } from '../api/limits.server.ts'
import type { Db, Trx } from '../db/connection.server.ts'
import { wake } from '../jobs/wake.sql.ts'
import type { Clock } from '../lib/clock.ts'
import { keyedHash } from '../lib/keyed-hash.server.ts'
import { mailboxOf } from '../lib/mailboxes.ts'
import { counter } from '../lib/metrics.server.ts'
import type { Settings } from '../settings.ts'
import { type Address, domainOf } from '../sites/hosts.ts'
import { encryptMail } from './encryption.server.ts'
import { hasLeftList } from './lists.sql.ts'
import type { Mail } from './mail.ts'
import { mostInAnHour } from './most-mails.ts'
import { renderMail } from './render.ts'
import { unsubscribeUrl } from './unsubscribe.server.ts'

export type MailNetwork = {
  clock: Clock
  address: Address
  settings: Pick<Settings, 'sessionSecret' | 'sitesSuffix'>
}

const queued = counter(
  'sites_mails_queued_total',
  'Mails that were queued, also those of transactions that were rolled back',
)
const leftOut = counter(
  'sites_mails_left_out_total',
  'Mails that were one too many of their kind to one mailbox in an hour, and are not sent, by kind',
  ['kind'],
)

/** Exactly one address: a comma would add a recipient, a line break a header. */
const ONE_ADDRESS = /^[^\s\p{Cc}@<>(),;:"\\]+@[^\s\p{Cc}@<>(),;:"\\]+$/u

export function isOneAddress(to: string): boolean {
  return ONE_ADDRESS.test(to)
}

/** Leaves out who unsubscribed or had too many. Throws TypeError unless `to` is one address. */
export async function queueMail(
  { clock, address, settings }: MailNetwork,
  trx: Db | Trx,
  mail: Mail,
): Promise<void> {
  if (!isOneAddress(mail.to))
    throw new TypeError(`a ${mail.kind} mail to something that is not one address`)
  if (mail.replyTo !== undefined && !isOneAddress(mail.replyTo))
    throw new TypeError(`a ${mail.kind} mail to be answered to something that is not one address`)
  if (mail.list !== null && (await hasLeftList(trx, mail.to, mail.list))) return
  if (await isOneTooMany(trx, mail, settings.sessionSecret, clock.now())) {
    leftOut.inc({ kind: mail.kind })
    return
  }
  const leave =
    mail.list === null || mail.accountId === null
      ? null
      : unsubscribeUrl(
          mail.brand,
          { accountId: mail.accountId, list: mail.list },
          { address, settings },
        )
  const { subject, text, html } = renderMail(mail, leave)
  const at = clock.now()
  await trx
    .insertInto('mails')
    .values({
      account_id: mail.accountId,
      brand: mail.brand.id,
      kind: mail.kind,
      recipient: mail.to,
      subject,
      text_body: encryptMail(text, settings.sessionSecret),
      html_body: encryptMail(html, settings.sessionSecret),
      headers: JSON.stringify({
        ...(leave === null ? {} : { ...unsubscribeHeaders(leave), ...feedbackHeader(mail) }),
        ...(mail.replyTo === undefined ? {} : { 'Reply-To': mail.replyTo }),
        ...(mail.thread === undefined
          ? {}
          : threadHeaders(mail.thread, domainOf(mail.brand, settings.sitesSuffix))),
      }),
      pictures: JSON.stringify(mail.pictures ?? []),
      queued_at: at,
      next_try_at: at,
    })
    .execute()
  queued.inc()
  await wake(trx, 'mail')
}

const HOUR_OF_SECONDS = 3600

/** The address is hashed: rows of limits are kept apart from those of their members. */
async function isOneTooMany(
  trx: Db | Trx,
  { kind, to }: Mail,
  secret: string,
  at: Date,
): Promise<boolean> {
  const most = mostInAnHour(kind)
  if (most === null) return false
  const key = `mail:${kind}:${keyedHash(mailboxOf(to), secret, 'mail recipient').toString('base64url')}`
  return (await hit(trx, key, { seconds: HOUR_OF_SECONDS }, at)).number > most
}

/**
 * Mail services count complaints by this: the kind of mail, the brand's project and the list. It
 * names no recipient.
 */
function feedbackHeader({ kind, brand, list }: Mail): Record<string, string> {
  return { 'Feedback-ID': `${kind}:${brand.projectId}:${list}:${brand.id.slice(0, 15)}` }
}

/** RFC 5322, 3.6.4: mail programs show mails together whose names these are. */
function threadHeaders(
  { name, after }: NonNullable<Mail['thread']>,
  domain: string,
): Record<string, string> {
  const named = (one: string) => `<${one}@${domain}>`
  const last = after.at(-1)
  return {
    'Message-ID': named(name),
    ...(last === undefined
      ? {}
      : { 'In-Reply-To': named(last), References: after.map(named).join(' ') }),
  }
}

/** RFC 2369, and RFC 8058 for one-click unsubscribe in mail programs. */
function unsubscribeHeaders(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

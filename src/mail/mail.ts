import type { Brand } from '../sites/site.ts'

export type Mail = {
  /** The mail's type for queue and log: `welcome`, `confirmEmail`, `addressTaken`, … */
  kind: string
  brand: Brand
  accountId: number | null
  to: string
  replyTo?: string
  /**
   * Names of the mails of one conversation, without their domain: this one's, and those before it,
   * the first first.
   */
  thread?: { name: string; after: readonly string[] }
  /** Names of stored pictures (WebP) that go with it; they are read when it is sent. */
  pictures?: readonly string[]
  /** Discreet: other people may see it on a screen. */
  subject: string
  greeting: string
  paragraphs: string[]
  action: { label: string; url: string } | null
  /** The list of the unsubscribe link; null for mail that the recipient just requested. */
  list: 'news' | 'activity' | null
}

export type Recipient = { id: number; username: string; email: string }

/**
 * A mail to a member with what is not said otherwise: no action, and no list, since nobody
 * unsubscribes from what concerns their account.
 */
export function mailTo(
  brand: Brand,
  { id, username, email }: Recipient,
  told: Pick<Mail, 'kind' | 'subject' | 'paragraphs'> & Partial<Mail>,
): Mail {
  return {
    brand,
    accountId: id,
    to: email,
    greeting: `Hello ${username},`,
    action: null,
    list: null,
    ...told,
  }
}

import type { Brand } from '../sites/site.ts'

/** A mail as a feature writes it: words and one address to go to; the looks are mail/render's. */
export type Mail = {
  /** What it is about, for the queue and the log: `welcome`, `confirmEmail`, `addressTaken`, … */
  kind: string
  brand: Brand
  accountId: number | null
  to: string
  /** Whom an answer goes to, where that is not the brand's support. */
  replyTo?: string
  /** Discreet: it says nothing that a shared screen should not show. */
  subject: string
  greeting: string
  paragraphs: string[]
  action: { label: string; url: string } | null
  /** The list that its unsubscribe link leaves; null for mail that somebody just asked for. */
  list: 'news' | 'activity' | null
}

import type { Generated } from 'kysely'
import type { Id } from '../columns.ts'

export type SupportTables = {
  tickets: {
    id: Id
    account_id: number | null
    brand: string
    email: string
    subject: string
    body: string
    created_at: Date
    closed_at: Date | null
    closed_by: number | null
    answer: string | null
    question_id: string | null
    /** Hash of author and text; unique among open tickets. */
    fingerprint: Uint8Array | null
    leased_by: number | null
    leased_until: Date | null
    snoozed_until: Date | null
    first_answered_at: Date | null
    /** The ticket that this one is part of now. */
    merged_into: number | null
    merged_at: Date | null
    /** The ticket, closed long ago, that this one goes on with. */
    follows_id: number | null
    /** Of the help (content/kinds.ts); null for none of them. */
    category: string | null
    /** The higher, the more urgent (support/priorities.ts). */
    priority: Generated<number>
    /** Until when it is answered; anew where it opens again. */
    due_at: Generated<Date>
  }
  /** What somebody answered to a mail of ours about a ticket. */
  ticket_letters: {
    id: Id
    ticket_id: number
    body: string
    /** The rest of their mail, as far as one can tell. */
    folded: Generated<string>
    files_left_out: number
    created_at: Date
  }
  ticket_mails: { name_hash: Uint8Array; ticket_id: number }
  ticket_answers: {
    id: Id
    ticket_id: number
    author_id: number | null
    body: string
    created_at: Date
  }
  /** What staff tell one another; its writer never reads it. */
  ticket_notes: { id: Id; ticket_id: number; author_id: number; body: string; created_at: Date }
  canned_texts: { id: Id; name: string; body: string; changed_at: Date; changed_by: number | null }
  help_votes: {
    brand: string
    question_id: string
    day: string
    useful: number
    not_useful: number
  }
  support_links: { id: string; opened_at: Date }
}

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
  }
  ticket_answers: { id: Id; ticket_id: number; author_id: number | null; body: string; created_at: Date }
  /** What staff tell one another; its writer never reads it. */
  ticket_notes: { id: Id; ticket_id: number; author_id: number; body: string; created_at: Date }
  canned_texts: { id: Id; name: string; body: string; changed_at: Date; changed_by: number | null }
  help_votes: { brand: string; question_id: string; day: string; useful: number; not_useful: number }
  support_links: { id: string; opened_at: Date }
}

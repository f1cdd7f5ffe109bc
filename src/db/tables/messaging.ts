import type { ColumnType, Generated } from 'kysely'
import type { Id } from '../columns.ts'

/** `at` is an ISO instant. */
export type KeptFinding = {
  kind: 'hold' | 'review' | 'banned' | 'duplicate'
  hashId: number | null
  otherPhotoId: number | null
  list: string | null
  why: string
  at: string
}

/** `sha256` and `pdq` are hexadecimal; null, with `quality`, where the photo has none. */
export type HeldFile =
  | { kind: 'voice'; facts: { milliseconds: number } }
  | {
      kind: 'viewOnce'
      facts: {
        width: number
        height: number
        isApproved: boolean
        isRefused: boolean
        rules: string | null
        findings: KeptFinding[]
        sha256: string | null
        pdq: string | null
        quality: number | null
      }
    }

export type MessagingTables = {
  conversations: { id: Id; low_id: number; high_id: number; created_at: Date }
  /** A first message that waits for staff, and what became of it; `words` are those of one that was not passed on. */
  held_letters: {
    id: Id
    conversation_id: number | null
    sender_id: number
    other_id: number
    brand: string
    held_at: Date
    until: Date
    ended_at: Date | null
    outcome: 'passed' | 'withheld' | 'gone' | null
    words: string | null
    /** By which it was withheld. */
    decision_id: Generated<number | null>
  }
  /** A voice message or a photo for one view of a message that was withheld; `message_id` was that of its message. */
  held_files: {
    key: string
    held_id: number
    message_id: number
    kind: HeldFile['kind']
    body: string
    facts: ColumnType<HeldFile['facts'], string, never>
  }
  conversation_sides: {
    conversation_id: number
    account_id: number
    other_id: number
    unread: Generated<number>
    last_read_at: Date | null
    hidden_at: Date | null
    last_message_id: number | null
    last_message_at: Date | null
    /** Time of the other's first message that is not answered; null if the own one is the last. */
    waiting_since: Generated<Date | null>
    snoozed_until: Generated<Date | null>
    muted_at: Generated<Date | null>
  }
  messages: {
    id: Id
    conversation_id: number
    sender_id: number
    kind: 'text' | 'magic' | 'voice' | 'viewOnce'
    body: string
    created_at: Date
    /** The rule that it fits (moderation/message-rules.ts). */
    warning: Generated<string | null>
    /** Since when its recipient is fine with it. */
    calmed_at: Generated<Date | null>
  }
  message_questions: {
    rule: string
    event: 'asked' | 'sent' | 'fine'
    day: ColumnType<string, Date | string>
    count: ColumnType<number, number>
  }
  /** The sound of a voice message; `account_id` is its sender. */
  recordings: { message_id: number; account_id: number; key: string; milliseconds: number }
  /** The photo of a message that the other sees once; `account_id` is its sender. */
  view_once_photos: {
    message_id: number
    account_id: number
    key: string
    width: number
    height: number
    ends_at: Date
    approved_at: Date | null
    refused_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    seen_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    withdrawn_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    /** Until when the file is kept; null once it is deleted. */
    file_until: Date | null
    /** The rules for photos that its sender confirmed. */
    rules_version: ColumnType<string | null, string | null | undefined, never>
    /** What the hash bank and the photos of others say of it. */
    findings: ColumnType<KeptFinding[], string | undefined, string>
    /** Of the picture as it was sent, or of one's own photo that it is a copy of, as long as its file is there; null where that has none. */
    sha256: Generated<Uint8Array | null>
    pdq: Generated<Uint8Array | null>
    quality: Generated<number | null>
  }
  /** `photo_id` alone, or `prompt_id` with the words. */
  message_quotes: {
    message_id: number
    owner_id: number
    photo_id: number | null
    prompt_id: number | null
    question: string | null
    answer: string | null
  }
  message_reveals: { account_id: number; message_id: number; revealed_at: Date }
  message_attempts: { id: Id; account_id: number; other_id: number; attempted_at: Date }
  /** How far the notices of a ban are: `told_until` is the last person who was looked at. */
  fraud_bans: {
    decision_id: number
    account_id: number
    banned_at: Date
    due_at: Date
    told_until: Generated<number>
    told: Generated<number>
    done_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    /** Of the mailbox (features/core/rules/fraud.server.ts); null where the address was not known any more. */
    identity: Generated<Uint8Array | null>
  }
  fraud_notices: {
    id: Id
    account_id: number
    other_id: number
    at: Date
    seen_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
}

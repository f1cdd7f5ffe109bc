import type { ColumnType, Generated } from 'kysely'
import type { Id } from '../columns.ts'

export type Mails = {
  id: Id
  account_id: number | null
  brand: string
  kind: string
  recipient: string
  subject: string
  text_body: string
  html_body: string
  headers: ColumnType<Record<string, string>, string | undefined, string>
  queued_at: Date
  next_try_at: Date
  tries: Generated<number>
  claimed_until: Date | null
  sent_at: Date | null
  failed_at: Date | null
  last_error: string | null
}

export type MailTables = {
  mails: Mails
  mail_suppressions: { email_hash: Uint8Array; list: string; since: Date }
}

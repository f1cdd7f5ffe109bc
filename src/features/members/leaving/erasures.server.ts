import { type Erasure, DAYS_A_YEAR } from '../../../api/erasure.server.ts'
import { type Feature, handedIn } from '../../../api/feature.ts'
import { distinct } from '../../../lib/distinct.ts'

/** Every table with an account's id and what happens to it when the account is erased, the account itself last. */
export function erasuresOf(features: readonly Feature[]): readonly Erasure[] {
  return distinct(
    'erasures',
    handedIn(features.toReversed(), 'erasures'),
    ({ table, columns }) => `${table} (${columns.join()})`,
  )
}

/** Tables without any account's id, each with what it holds. */
export const aboutNobody: Readonly<Record<string, string>> = {
  photo_findings: 'what a photo was found to be like; it goes with the photo',
  hash_searches: 'how far stored photos were compared with new hashes',
  copy_searches:
    'removed photos whose copies are looked for, for some seconds; it goes with the photo',
  hash_lists: 'when other organisations’ lists were last read',
  report_photos: 'a picture that a report keeps; it goes with the report',
  photo_holds: 'keys of photos that a report shows; they go with what it keeps',
  held_files:
    'voice messages and photos that were withheld with a message; they go with it, and their files first',
  statements: 'the statement of reasons of a decision; it goes with the decision',
  brands: 'the brands',
  reconciliations: 'up to when payments were compared with the processors, a row a night',
  kept_settings: 'the operator’s settings',
  rate_limits: 'counts that end within a day',
  guessed_logins: 'a login that was guessed, encrypted, for some minutes',
  passkey_challenges: 'what a browser signs with its passkey, for five minutes',
  help_votes: 'counts by question and day, of the last three years',
  ad_counts: 'counts by ad and day, of the last 30 days',
  message_questions:
    'counts by rule and day, of the last three years: how often “are you sure?” was asked, and what followed',
  deadline_notes: 'which deadlines staff were told of, by number, for 400 days',
  transparency_reports: 'sums of each report',
  recipients: 'how many members used a brand in each month',
  audit_head: 'number and hash of the newest row of the log',
  audit_checkpoints: 'number and hash up to which the log was deleted, a row a day',
  ticket_letters: 'an answer by mail to a mail of our support; it goes with the ticket',
  ticket_mails: 'the keyed hash of such a mail’s name; it goes with the ticket',
  support_links: 'which links of the support desk were used',
}

/** Counts by day that name nobody, and after how many days the retention job deletes them. */
export const agingCounts = [
  { table: 'help_votes', days: 3 * DAYS_A_YEAR },
  { table: 'message_questions', days: 3 * DAYS_A_YEAR },
] as const

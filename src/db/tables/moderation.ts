import type { Generated } from 'kysely'
import type { Id, Json } from '../columns.ts'

/**
 * `text` is null where the reporter could not read it, and for what has none; `recording`: the key and the file of a voice message; `at` is an ISO instant.
 */
type EvidenceMessage = {
  isMine: boolean
  kind: string
  text: string | null
  recording: { key: string; file: string } | null
  at: string
}

type EvidenceProfile = { username: string; words: Array<{ label: string; text: string }> }

type EvidencePhoto = {
  id: number
  key: string
  width: number
  height: number
  isMain: boolean
  isPrivate: boolean
}

export type ReportEvidence = {
  report_id: number
  messages: Json<EvidenceMessage[]>
  profile: Json<EvidenceProfile>
  photos: Json<EvidencePhoto[]>
  taken_at: Date
  closed_at: Date | null
}

export type ModerationTables = {
  /** `contact_id`: the blocked address that the block was made for; 0 where the member chose it. */
  blocks: {
    blocker_id: number
    blocked_id: number
    contact_id: Generated<number>
    created_at: Date
  }
  /** Blocks for addresses that nobody sees before their time. */
  coming_blocks: {
    blocker_id: number
    blocked_id: number
    contact_id: number
    takes_effect_at: Date
  }
  /** `ends_at`: lifted, and hides until then. */
  blocked_contacts: {
    id: Id
    account_id: number
    contact_hash: Uint8Array
    created_at: Date
    ends_at: Date | null
  }
  reports: {
    id: Id
    reporter_id: number
    reported_id: number
    brand: string
    reason: string
    details: Generated<string>
    /** The words that the report is about, as they were. */
    quoted: string | null
    created_at: Date
    closed_at: Date | null
    closed_by: number | null
    outcome: string | null
  }
  /** What was there when a report was made, for those who decide on it. */
  report_evidence: ReportEvidence
  muted_reporters: { account_id: number; until: Date; muted_at: Date; muted_by: number | null }
  /** A photo that a report keeps for those who decide on it. */
  report_photos: { report_id: number; key: string }
}

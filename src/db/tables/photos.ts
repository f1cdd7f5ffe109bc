import type { ColumnType, Generated } from 'kysely'
import type { Id } from '../columns.ts'

export type Photos = {
  id: Id
  account_id: number
  key: string
  width: number
  height: number
  placeholder: string
  description: Generated<string>
  is_private: Generated<boolean>
  is_primary: Generated<boolean>
  approved_at: Date | null
  approved_by: number | null
  rejected_at: Date | null
  rejected_by: number | null
  reject_reason: string | null
  created_at: Date
  position: Generated<number>
  original_key: string | null
  turns: Generated<0 | 1 | 2 | 3>
  crop: ColumnType<PhotoCrop | null, string | null | undefined, string | null>
  checked_crop: ColumnType<PhotoCrop | null, string | null | undefined, string | null>
  card_key: string | null
  card_crop: ColumnType<PhotoCrop | null, string | null | undefined, string | null>
  card_width: number | null
  card_height: number | null
  card_placeholder: string | null
  /** Out of its owner's sight too. */
  removed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** When its later files are to be made, or to be tried again; null where they are there. */
  renditions_due_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** The rules that its owner confirmed; null where it is older than the question. */
  rules_version: ColumnType<string | null, string | null | undefined, never>
}

type PhotoCrop = { x: number; y: number; width: number; height: number }

export type PhotosTables = {
  photos: Photos
  photo_hashes: {
    id: Id
    photo_id: number
    account_id: number
    sha256: Uint8Array
    pdq: Uint8Array
    quality: number
    created_at: Date
  }
  photo_findings: {
    id: Id
    photo_id: number
    kind: 'hold' | 'review' | 'banned' | 'duplicate'
    hash_id: number | null
    other_photo_id: number | null
    /** Of a hash: the list that has it. */
    list: string | null
    why: string
    found_at: Date
  }
  hash_bank: {
    id: Id
    kind: 'sha256' | 'pdq'
    hash: Uint8Array
    list: string
    action: 'hold' | 'review'
    why: string
    added_by: number | null
    added_at: Date
    withdrawn_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    /** Of a refused picture: the photo, which may be deleted. */
    photo_id: Generated<number | null>
  }
  hash_searches: {
    id: Id
    after_hash: number
    to_hash: number
    done_to: Generated<number>
    started_at: Date
    finished_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
  /** Removed photos whose copies are still to be found; `done_to`: the last photo that was compared. */
  copy_searches: { photo_id: number; done_to: Generated<number>; asked_at: Date }
  hash_lists: { name: string; checkpoint: string | null; synced_at: Date | null }
  photo_grants: {
    owner_id: number
    viewer_id: number
    requested_at: Date | null
    granted_at: Date | null
    refused_at: Date | null
    /** Null where a grant holds until it is taken back. */
    ends_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
  /** Files of this key stay while a report shows them, also without their photo or voice message. */
  photo_holds: { report_id: number; key: string }
}

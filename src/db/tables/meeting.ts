import type { Id } from '../columns.ts'

export type MeetingTables = {
  date_links: {
    id: Id
    account_id: number
    other_id: number | null
    brand: string
    token_hash: Uint8Array
    nonce: Uint8Array
    place: string
    note: string
    meets_at: string
    utc_offset: number
    hours: number
    ends_at: Date
    shows_name: boolean
    shows_photo: boolean
    shows_brand: boolean
    check_in_at: Date | null
    created_at: Date
  }
}

import type { Generated } from 'kysely'

export type MatchingTables = {
  likes: { liker_id: number; liked_id: number; created_at: Date }
  /** Of `photo_id` and `prompt_id` one is 0. */
  liked_parts: {
    liker_id: number
    liked_id: number
    photo_id: Generated<number>
    prompt_id: Generated<number>
    created_at: Date
  }
  matches: { low_id: number; high_id: number; created_at: Date }
  /** A member's invitation of another to be linked as partners, and what became of it. */
  partner_links: {
    inviter_id: number
    invitee_id: number
    invited_at: Date
    accepted_at: Date | null
    declined_at: Date | null
    withdrawn_at: Date | null
  }
}

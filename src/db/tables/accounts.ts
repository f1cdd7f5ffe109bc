import type { ColumnType, Generated } from 'kysely'
import type { Id } from '../columns.ts'

type Accounts = {
  id: Id
  brand: string
  username: string
  /** Folded forms of username and email for comparison; `username_look` also maps look-alike letters (lib/folding). */
  username_key: string
  username_look: string
  email: string
  email_key: string
  owns_email: Generated<boolean>
  password_hash: string
  email_confirmed_at: Date | null
  /** Null for staff, who have no profile. */
  sensitive_data_accepted_at: Date | null
  marketing_accepted_at: Date | null
  sharing_accepted_at: Date | null
  signup_ip: string | null
  affiliate_id: string | null
  subid: string | null
  campaign_id: number | null
  premium_until: Date | null
  first_premium_at: Date | null
  popunder_seen_at: Date | null
  full_page_ad_due_at: Date | null
  staff_since: Date | null
  /** Closed by staff; for a time where `suspended_until` is set. */
  banned_at: Date | null
  suspended_until: Generated<Date | null>
  /** Until then the account sends no first messages. */
  limited_until: Generated<Date | null>
  banned_by: number | null
  ban_reason: string | null
  deleted_at: Date | null
  created_at: Date
  /** Whether others see that the member is online, and that they have read; whether their visits are noted. */
  shows_online: Generated<boolean>
  shows_reading: Generated<boolean>
  notes_visits: Generated<boolean>
  shows_exit: Generated<boolean>
  exit_signs_out: Generated<boolean>
  plain_title: Generated<boolean>
  /** Null: no lock. The hash is of the PIN under our secret, as argon2id; null: only a passkey opens the lock. */
  lock_after_minutes: number | null
  lock_pin_hash: string | null
  /** The language of dates and times, as BCP 47; null: the site's own. */
  locale: string | null
  username_changed_at: Date | null
}

export type AccountsTables = {
  accounts: Accounts
  tokens: {
    token_hash: Uint8Array
    purpose: string
    account_id: number
    brand: string
    payload: ColumnType<Record<string, unknown>, string | undefined, string>
    created_at: Date
    expires_at: Date
    used_at: Date | null
    /** Also has `used_at`. */
    voided_at: Date | null
  }
  reset_requests: {
    id: Id
    brand: string
    email: string
    device_hash: Uint8Array | null
    requested_at: Date
    account_id: number | null
    due_at: Date | null
  }
  known_devices: { device_hash: Uint8Array; account_id: number; seen_at: Date }
  passkeys: {
    id: Id
    account_id: number
    brand: string
    credential_id: Uint8Array
    public_key: Uint8Array
    user_handle: Uint8Array
    sign_count: number
    transports: string[]
    name: string
    created_at: Date
    last_used_at: Date | null
  }
  passkey_challenges: {
    holder_hash: Uint8Array
    purpose: string
    brand: string
    challenge: Uint8Array
    expires_at: Date
  }
  guessed_logins: { id: Id; brand: string; login: string; guessed_at: Date }
  departures: {
    account_id: number
    brand: string
    asked_at: Date
    erase_at: Date
    erasing_at: Date | null
    erased_at: Date | null
  }
  /** Changes of which the owner is told at `due_at`. */
  /** `since`: the first of the changes that wait, or of those that were told of last; null where it was not kept yet. */
  account_changes: {
    account_id: number
    kinds: string[]
    due_at: Date | null
    told_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    since: Date
  }
  former_usernames: {
    username_key: string
    username_look: string
    account_id: number
    given_up_at: Date
    is_removed: Generated<boolean>
  }
  /** Used by the release before alone; the next one drops it. */
  brand_closures: { account_id: number; brand: string; until: Date | null }
}

import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely'
import type { Gender } from '../sites/genders.ts'

/** Timestamps are read as Date, bigint ids as number (far below 2^53), `date` as "YYYY-MM-DD". */
type Id = GeneratedAlways<number>
type Json<T> = ColumnType<T, string, string>

/** `text` is null where the reporter could not read it, and for what has none; `at` is an ISO instant. */
type EvidenceMessage = { isMine: boolean; kind: string; text: string | null; at: string }
type EvidenceProfile = { username: string; words: Array<{ label: string; text: string }> }
type EvidencePhoto = { id: number; key: string; width: number; height: number; isMain: boolean; isPrivate: boolean }

export type ReportEvidence = {
  report_id: number
  messages: Json<EvidenceMessage[]>
  profile: Json<EvidenceProfile>
  photos: Json<EvidencePhoto[]>
  taken_at: Date
  closed_at: Date | null
}

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
  sensitive_data_accepted_at: Date
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

type Profiles = {
  account_id: number
  brand: string
  gender: Gender
  looking_for: Gender[]
  birthday: string
  country: string
  place_id: number
  place_name: string
  region: string
  latitude: number
  longitude: number
  headline: Generated<string>
  about: Generated<string>
  shown_on_other_brands: Generated<boolean>
  safe_mode: Generated<boolean>
  has_photo: Generated<boolean>
  /** Chosen values by classifier (features/people/classifiers.ts). */
  facts: ColumnType<Record<string, string[]>, string | undefined, string>
  /** Gender and pronouns as the member says them (features/people/identity.ts). */
  identity: ColumnType<{ words: string[]; ownWord: string; pronouns: string[]; ownPronouns: string }, string | undefined, string>
  /** Since when the member wants no hint at what the profile lacks. */
  hint_hidden_at: Date | null
  /** The ages and the distance in km that a search starts with; null: not said. */
  wished_age_from: number | null
  wished_age_to: number | null
  wished_km: number | null
  hidden_at: Date | null
  /** Taking a break: shown only to members with whom there is a conversation. */
  paused_at: Date | null
  /** Shown only to members whom this one likes, and to those with whom there is a conversation. */
  only_liked_at: Date | null
  /** When staff compared a photo in a pose with the main photo, and which that was. */
  verified_at: Date | null
  verified_photo_id: number | null
  /** Since when the member is linked with a partner; a trigger keeps it. */
  linked_at: ColumnType<Date | null, never, never>
  /** Takes first messages of verified members alone. */
  only_verified_at: Date | null
  birthday_corrected_at: Date | null
  gone_at: ColumnType<Date | null, never, never>
  tile: GeneratedAlways<number>
  last_seen_at: Date
  created_at: Date
}

/** Accounts that are not banned, deleted or hidden. `is_support` marks staff who receive support messages. */
export type PresentProfile = Omit<
  Selectable<Profiles>,
  'verified_photo_id' | 'birthday_corrected_at' | 'facts' | 'identity' | 'hint_hidden_at' | 'wished_age_from' | 'wished_age_to' | 'wished_km'
> & {
  username: string
  is_support: boolean
}

/** The view through which every feature reads people; filter by viewer_id and seen_on. */
type VisibleProfile = PresentProfile & { viewer_id: number; seen_on: string }

/** A photo in a pose, which staff compare with the main photo. `key`: of its file, until there is an outcome. */
export type PoseChecks = {
  id: Id
  account_id: number
  pose: string
  asked_at: Date
  sent_at: Generated<Date | null>
  key: Generated<string | null>
  leased_by: Generated<number | null>
  leased_until: Generated<Date | null>
  outcome: Generated<'approved' | 'refused' | 'withdrawn' | 'lapsed' | null>
  reason: Generated<string | null>
  decided_by: Generated<number | null>
  decided_at: Generated<Date | null>
}

/** A piece of staff work. `due_hour`: the hour of `due_at` in UTC, by which queues are ordered. */
export type StaffJobs = {
  id: Id
  queue: 'photos' | 'reports' | 'removals' | 'appeals' | 'fraud'
  brand: string
  account_id: number | null
  subject_id: number
  priority: Generated<number>
  due_at: Date
  due_hour: ColumnType<Date, never, never>
  opened_at: Date
  leased_by: Generated<number | null>
  leased_until: Generated<Date | null>
  skipped_by: Generated<number | null>
  skipped_until: Generated<Date | null>
  closed_at: Generated<Date | null>
  closed_by: Generated<number | null>
  outcome: Generated<string | null>
  warned_at: Generated<Date | null>
  alarmed_at: Generated<Date | null>
}

/** What staff or a rule decided about a member. `reverses`: the decision that this one takes back. */
export type Decisions = {
  id: Id
  account_id: number
  /** Keyed hash of the address that the account had. */
  person_hash: Uint8Array
  brand: string
  scope: string
  act: string
  policy: string
  severity: string
  days: number | null
  about_kind: 'photo' | 'text' | 'account' | null
  about_id: number | null
  about_part: string | null
  job_id: number | null
  note: string
  internal_note: string
  is_automated: boolean
  reverses: number | null
  source: 'report' | 'check' | 'own'
  report_id: number | null
  decided_by: number | null
  decided_at: Date
  /** Null while a second person has to agree. */
  takes_effect_at: Date | null
  took_effect_at: Generated<Date | null>
  undone_at: Generated<Date | null>
  reversed_at: Generated<Date | null>
}

type Strikes = {
  decision_id: number
  account_id: number
  person_hash: Uint8Array
  policy: string
  weight: number
  given_at: Date
  expires_at: Date | null
  reversed_at: Generated<Date | null>
}

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
  /** Null where it waits for its hashes, which are made at upload. */
  hashed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export type Removals = {
  id: Id
  brand: string
  kind: 'child' | 'intimate' | 'illegal' | 'copyright'
  /** Addresses of ours and usernames, as they were given. */
  targets: string[]
  details: string
  name: string
  email: string
  made_at: Date
  outcome: ColumnType<'removed' | 'refused' | null, undefined, 'removed' | 'refused'>
  reason: ColumnType<string | null, undefined, string>
  decided_by: ColumnType<number | null, undefined, number>
  decided_at: ColumnType<Date | null, undefined, Date>
}

type PhotoCrop = { x: number; y: number; width: number; height: number }

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

type ContentRevisions = {
  id: Id
  path: string
  body: string | null
  author_id: number
  created_at: Date
  submitted_at: Date | null
  submitted_by: number | null
  ready_at: Date | null
  ready_by: number | null
  published_at: Date | null
  published_by: number | null
  shipped_hash: string | null
  retired_at: Date | null
  retired_by: number | null
  discarded_at: Date | null
  discarded_by: number | null
}

export type Database = {
  brands: { id: string }
  kept_settings: { name: string; value: string }
  accounts: Accounts
  terms_acceptances: { account_id: number; brand: string; version: string; accepted_at: Date }
  onboarding_steps: { account_id: number; step: string; opened_at: Date; done_at: Date | null }
  sessions: {
    token_hash: Uint8Array
    id: Id
    account_id: number
    brand: string
    device: string
    created_at: Date
    last_seen_at: Date
    visit_started_at: Date | null
    expires_at: Date
    second_factor_at: Date | null
    /** When somebody last did something, as far as a lock needs to know it. */
    active_at: Date | null
    locked_at: Date | null
    pin_failures: Generated<number>
  }
  second_factors: { account_id: number; sealed_secret: string; last_step: number; confirmed_at: Date }
  second_factor_offers: { session_id: number; account_id: number; sealed: string; offered_at: Date }
  recovery_codes: { account_id: number; code_hash: Uint8Array; used_at: Date | null }
  tokens: {
    token_hash: Uint8Array
    purpose: string
    account_id: number
    brand: string
    payload: ColumnType<Record<string, unknown>, string | undefined, string>
    created_at: Date
    expires_at: Date
    used_at: Date | null
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
  passkey_challenges: { holder_hash: Uint8Array; purpose: string; brand: string; challenge: Uint8Array; expires_at: Date }
  guessed_logins: { id: Id; brand: string; login: string; guessed_at: Date }
  departures: {
    account_id: number
    brand: string
    asked_at: Date
    erase_at: Date
    erasing_at: Date | null
    erased_at: Date | null
  }
  exports: {
    id: Id
    account_id: number
    brand: string
    asked_at: Date
    claimed_until: Date | null
    tries: Generated<number>
    done: Generated<number>
    total: Generated<number>
    bytes: Generated<number>
    ready_at: Date | null
    failed_at: Date | null
  }
  export_parts: { export_id: number; part: number; bytes: Uint8Array }
  /** Changes of which the owner is told at `due_at`. */
  account_changes: { account_id: number; kinds: string[]; due_at: Date | null; told_at: ColumnType<Date | null, Date | null | undefined, Date | null> }
  former_usernames: { username_key: string; username_look: string; account_id: number; given_up_at: Date }
  link_offers: { session_id: number; token_hash: Uint8Array; path: string; offered_at: Date }
  push_subscriptions: {
    id: Id
    account_id: number
    session_id: number
    brand: string
    endpoint: string
    p256dh: string
    auth: string
    kinds: string[]
    created_at: Date
  }
  pushes: {
    id: Id
    subscription_id: number
    kind: string
    /** Who did what it tells of. */
    other_id: number | null
    next_try_at: Date
    tries: Generated<number>
    claimed_until: Date | null
  }
  home_visits: { account_id: number; seen_at: Date; since: Date | null }
  people_seen: { account_id: number; started_at: Date; seen: string; before: string }
  rate_limits: { key: string; window_ends_at: Date; hits: number }
  idempotency_keys: {
    account_id: number
    key: string
    request_hash: Uint8Array
    status: number
    answer: Json<unknown>
    created_at: Date
  }
  profiles: Profiles
  present_profiles: PresentProfile
  visible_profiles: VisibleProfile
  updates: { id: Id; account_id: number; body: string; created_at: Date; deleted_at: ColumnType<Date | null, Date | null | undefined, Date | null> }
  photos: Photos
  removals: Removals
  photo_hashes: { id: Id; photo_id: number; account_id: number; sha256: Uint8Array; pdq: Uint8Array; quality: number; created_at: Date }
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
  }
  hash_searches: {
    id: Id
    after_hash: number
    to_hash: number
    done_to: Generated<number>
    started_at: Date
    finished_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
  hash_lists: { name: string; checkpoint: string | null; synced_at: Date | null }
  pose_checks: PoseChecks
  staff_jobs: StaffJobs
  /** `key`: of the photo as it was seen; `reason`: null for an approval. */
  photo_verdicts: {
    job_id: number
    photo_id: number
    key: string
    reason: string | null
    decided_by: number | null
    decided_at: Date
    effect_at: Date
  }
  staff_shifts: { account_id: number; began_at: Date; active_at: Date; no_hard_until: ColumnType<Date | null, Date | null | undefined, Date | null> }
  staff_roles: { account_id: number; role: string; given_at: Date }
  photo_grants: {
    owner_id: number
    viewer_id: number
    requested_at: Date | null
    granted_at: Date | null
    refused_at: Date | null
    /** Null where a grant holds until it is taken back. */
    ends_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
  likes: { liker_id: number; liked_id: number; created_at: Date }
  /** Of `photo_id` and `prompt_id` one is 0. */
  liked_parts: { liker_id: number; liked_id: number; photo_id: Generated<number>; prompt_id: Generated<number>; created_at: Date }
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
  prompt_answers: {
    id: Id
    account_id: number
    position: number
    brand: string
    prompt: string
    question: string
    answer: string
    created_at: Date
  }
  views: { viewer_id: number; viewed_id: number; viewed_at: Date }
  saved_searches: { id: Id; account_id: number; name: string; query: string; created_at: Date }
  /** `contact_id`: the blocked address that the block was made for; 0 where the member chose it. */
  blocks: { blocker_id: number; blocked_id: number; contact_id: Generated<number>; created_at: Date }
  blocked_contacts: { id: Id; account_id: number; contact_hash: Uint8Array; created_at: Date }
  tickers_seen: { account_id: number; ticker: string; seen_at: Date }
  conversations: { id: Id; low_id: number; high_id: number; created_at: Date }
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
  stays: {
    account_id: number
    country: string
    place_id: number
    place_name: string
    region: string
    latitude: number
    longitude: number
    tile: Generated<number>
    from_day: string
    until_day: string
    created_at: Date
  }
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
  message_questions: { rule: string; event: 'asked' | 'sent' | 'fine'; day: ColumnType<string, Date | string>; count: ColumnType<number, number> }
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
  credit_lots: {
    id: Id
    account_id: number
    source: 'purchase' | 'grant' | 'refund'
    expires_at: Date | null
    written_off_at: Date | null
    reference: string
    created_at: Date
  }
  credit_entries: {
    id: Id
    account_id: number
    lot_id: number
    amount: number
    reason: string
    reference: string | null
    created_at: Date
  }
  location_reveals: { account_id: number; other_id: number; revealed_at: Date }
  orders: {
    id: Id
    account_id: number
    brand: string
    keyword: string
    amount: number
    currency: string
    gateway_reference: string | null
    paid_at: Date | null
    failed_at: Date | null
    refunded_at: Date | null
    withdrawn_at: Date | null
    /** What a renewal costs where that is not `amount`: after a free trial. */
    renewal_amount: number | null
    is_trial: Generated<boolean>
    /** A code by which `amount` is less than the brand's price. */
    promo_code: string | null
    /** When a processor without a list of payments is asked about it again. */
    compare_at: Date | null
    charged_back_at: Date | null
    created_at: Date
  }
  partner_access: {
    account_id: number
    brand: string
    reference: string
    granted_at: Date | null
    until: Date | null
    changed_at: Date | null
    created_at: Date
  }
  declarations: {
    id: Id
    brand: string
    kind: 'withdrawal' | 'cancellation'
    name: string
    email: string
    order_number: string
    reason: string
    ending: 'ordinary' | 'extraordinary' | null
    end_on: string | null
    account_id: number | null
    order_id: number | null
    declared_at: Date
    tried_at: Date | null
    settled_at: Date | null
    outcome: string | null
  }
  refunds: {
    payment_reference: string
    order_id: number
    amount: number
    currency: string
    asked_at: Date
    tried_at: Date | null
    confirmed_at: Date | null
  }
  subscriptions: {
    id: Id
    account_id: number
    brand: string
    provider: string
    provider_reference: string
    plan: string
    started_at: Date
    paid_until: Date
    cancelled_at: Date | null
    ended_at: Date | null
    /** Set by us; `cancel_confirmed_at` is set when the gateway confirmed it. */
    cancel_asked_at: Date | null
    cancel_confirmed_at: Date | null
    cancel_tried_at: Date | null
    order_id: number | null
    /** Of the last charge. */
    period_from: Date | null
    charged_at: Date | null
    charged_amount: number | null
    charged_reference: string | null
    remind_at: Date | null
    reminded_at: Date | null
    /** The day by which the buyer ended it; null: as soon as possible, or not at all. */
    end_on: string | null
  }
  dunnings: {
    id: Id
    subscription_id: number
    opened_at: Date
    reason: string | null
    grace_seconds: Generated<number>
    step: Generated<number>
    next_at: Date
    tried_at: Date | null
    /** When a processor that does it by itself charges again. */
    retry_at: Date | null
    closed_at: Date | null
    outcome: string | null
  }
  chargebacks: {
    payment_reference: string
    order_id: number
    account_id: number
    amount: number
    currency: string
    reason: string | null
    at: Date
    reviewed_at: Date | null
  }
  reconciliations: {
    provider: string
    night: Date
    covered_until: Date
    checked: number
    differences: number
    finished_at: Date
  }
  payment_differences: {
    provider: string
    event_id: string
    kind: 'missed' | 'altered' | 'unlisted'
    type: string
    order_id: number
    detail: string
    found_at: Date
    closed_at: Date | null
  }
  /** Views and clicks of ads by day, of nobody in particular. */
  ad_counts: { brand: string; ad: string; event: string; day: ColumnType<string, Date | string>; count: ColumnType<number, number> }
  processor_reports: {
    provider: string
    event_id: string
    kind: string
    subscription: string | null
    order_id: number | null
    report: Json<unknown>
    received_at: Date
    next_at: Date | null
    tries: Generated<number>
    outcome: string | null
    closed_at: Date | null
  }
  webhook_events: {
    provider: string
    event_id: string
    type: string
    payload: Json<unknown>
    occurred_at: Date
    received_at: Date
    applied_at: Date | null
    outcome: string | null
  }
  mails: Mails
  mail_suppressions: { email_hash: Uint8Array; list: string; since: Date }
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
  /** Files of this key stay while a report shows them, also without their photo. */
  photo_holds: { report_id: number; key: string }
  muted_reporters: { account_id: number; until: Date; muted_at: Date; muted_by: number | null }
  /** A photo that a report keeps for those who decide on it. */
  report_photos: { report_id: number; key: string }
  decisions: Decisions
  strikes: Strikes
  statements: { decision_id: number; words: Json<unknown>; made_at: Date }
  /** What a decision took, for as long as it can be given back. */
  removed_texts: { decision_id: number; account_id: number; words: Json<unknown>; removed_at: Date }
  brand_closures: { account_id: number; brand: string; until: Date | null }
  appeals: {
    id: Id
    decision_id: number
    account_id: number
    words: string
    made_at: Date
    decided_by: Generated<number | null>
    decided_at: Generated<Date | null>
    outcome: Generated<'uphold' | 'overturn' | 'adjust' | null>
    note: Generated<string | null>
  }
  approvals: {
    id: Id
    decision_id: number
    asked_by: number
    asked_at: Date
    expires_at: Date
    decided_by: Generated<number | null>
    decided_at: Generated<Date | null>
    outcome: Generated<'approved' | 'refused' | 'expired' | null>
  }
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
  audit_log: {
    id: Id
    at: Date
    actor_id: number | null
    action: string
    subject_id: number | null
    brand: string | null
    details: ColumnType<Record<string, unknown>, string | undefined, string>
    /** Its place in the chain, with the hash of the row before and its own (hex); null until the row is sealed. */
    seq: Generated<number | null>
    prev_hash: Generated<string | null>
    hash: Generated<string | null>
  }
  deadline_notes: { deadline: string; item: string; level: 'warning' | 'alarm'; at: Date }
  transparency_reports: { brand: string; from_day: string; to_day: string; made_at: Date; figures: ColumnType<unknown, string, string> }
  audit_head: { is_only: Generated<boolean>; seq: number; hash: string }
  audit_checkpoints: { seq: number; hash: string; at: Date; signature: string }
  support_links: { id: string; opened_at: Date }
  events: { id: Id; account_id: number; name: string; at: Date }
  content_revisions: ContentRevisions
  /** What was sent to whom, for a day: `text_hash` is of its words (fraud/same-text.ts). */
  fraud_letters: {
    id: Id
    account_id: number
    other_id: number
    is_first: boolean
    text_hash: ColumnType<string | null, string | null, string | null>
    has_contact: boolean
    asks_money: boolean
    at: Date
  }
  /** One row for a rule, an account and a day. `queued_as`: the firing that the job of staff is about. */
  fraud_firings: {
    id: Id
    rule: string
    account_id: number
    day: ColumnType<string, Date | string>
    features: Json<Record<string, number>>
    shadow: boolean
    hits: Generated<number>
    at: Date
    queued_as: Generated<number | null>
  }
  fraud_limits: { account_id: number; kind: 'slow' | 'review'; since: Date; until: Date }
  /** How far the notices of a ban are: `told_until` is the last person who was looked at. */
  fraud_bans: {
    decision_id: number
    account_id: number
    banned_at: Date
    due_at: Date
    told_until: Generated<number>
    told: Generated<number>
    done_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
  fraud_notices: { id: Id; account_id: number; other_id: number; at: Date; seen_at: ColumnType<Date | null, Date | null | undefined, Date | null> }
  fraud_identities: { email_hash: Uint8Array; since: Date }
  fraud_switches: { rule: string; shadow: boolean; changed_at: Date; changed_by: number }
}

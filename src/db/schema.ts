// Made of schema/*.sql: npx vitest run tests/db/schema-module.test.ts --update
import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely'
import type { Gender } from '../sites/genders.ts'
import type { ActOfSupport, EvidenceMessage, EvidencePhoto, EvidenceProfile, HeldFile, KeptFinding, LikedPart, NewTerms, PhotoCrop, ProofOfOwner, QueueOfTask, StoredIdentity, WaitingAnswer } from './columns.ts'

export interface Database {
  brands: {
    id: string
  }
  kept_settings: {
    name: string
    value: string
  }
  accounts: {
    id: GeneratedAlways<number>
    brand: string
    username: string
    email: string
    owns_email: Generated<boolean>
    password_hash: string
    email_confirmed_at: Date | null
    sensitive_data_accepted_at: Date | null
    marketing_accepted_at: Date | null
    sharing_accepted_at: Date | null
    signup_ip: string | null
    affiliate_id: string | null
    subid: string | null
    campaign_id: string | null
    source: Generated<string>
    premium_until: Date | null
    first_premium_at: Date | null
    popunder_seen_at: Date | null
    full_page_ad_due_at: Date | null
    staff_since: Date | null
    banned_at: Date | null
    banned_by: number | null
    ban_reason: string | null
    deleted_at: Date | null
    created_at: Date
    username_key: string
    username_look: string
    email_key: string
    shows_online: Generated<boolean>
    shows_reading: Generated<boolean>
    notes_visits: Generated<boolean>
    locale: string | null
    theme: Generated<'device' | 'light' | 'dark'>
    distance_unit: 'km' | 'miles' | null
    username_changed_at: Date | null
    shows_exit: Generated<boolean>
    exit_signs_out: Generated<boolean>
    plain_title: Generated<boolean>
    lock_after_minutes: number | null
    lock_pin_hash: string | null
    suspended_until: Date | null
    limited_until: Date | null
  }
  tokens: {
    token_hash: Uint8Array
    purpose: string
    account_id: number
    brand: string
    payload: ColumnType<Record<string, unknown>, string | undefined, string>
    created_at: Date
    expires_at: Date
    used_at: Date | null
    voided_at: Date | null
  }
  reset_requests: {
    id: GeneratedAlways<number>
    brand: string
    email: string
    requested_at: Date
    device_hash: Uint8Array | null
    account_id: number | null
    due_at: Date | null
  }
  known_devices: {
    device_hash: Uint8Array
    account_id: number
    seen_at: Date
  }
  guessed_logins: {
    id: GeneratedAlways<number>
    brand: string
    login: string
    guessed_at: Date
  }
  departures: {
    account_id: number
    brand: string
    asked_at: Date
    erase_at: Date
    erasing_at: Date | null
    erased_at: Date | null
  }
  former_usernames: {
    username_key: string
    username_look: string
    account_id: number
    given_up_at: Date
    is_removed: Generated<boolean>
  }
  passkeys: {
    id: GeneratedAlways<number>
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
  brand_closures: {
    account_id: number
    brand: string
    until: Date | null
  }
  account_changes: {
    account_id: number
    kinds: string[]
    due_at: Date | null
    told_at: Date | null
    since: Date
  }
  sessions: {
    token_hash: Uint8Array
    id: GeneratedAlways<number>
    account_id: number
    brand: string
    device: string
    created_at: Date
    last_seen_at: Date
    expires_at: Date
    second_factor_at: Date | null
    visit_started_at: Date | null
    active_at: Date | null
    locked_at: Date | null
    pin_failures: Generated<number>
  }
  rate_limits: {
    key: string
    window_ends_at: Date
    hits: number
  }
  idempotency_keys: {
    account_id: number
    key: string
    request_hash: Uint8Array
    status: number
    answer: ColumnType<unknown, string, string>
    created_at: Date
  }
  closed_sessions: {
    token_hash: Uint8Array
    account_id: number
    brand: string
    expires_at: Date
  }
  audit_head: {
    is_only: Generated<boolean>
    seq: number
    hash: string
  }
  audit_checkpoints: {
    seq: number
    hash: string
    at: Date
    signature: string
  }
  audit_log: {
    id: GeneratedAlways<number>
    at: Date
    actor_id: number | null
    action: string
    subject_id: number | null
    brand: string | null
    details: ColumnType<Record<string, unknown>, string | undefined, string>
    seq: number | null
    prev_hash: string | null
    hash: string | null
  }
  brand_pictures: {
    id: GeneratedAlways<number>
    brand: string | null
    name: string
    alt: string
    key: string
    digest: string
    width: number
    height: number
    version: Generated<number>
    added_at: Date
    added_by: number
    changed_at: Date | null
    changed_by: number | null
  }
  ad_counts: {
    brand: string
    ad: string
    event: string
    day: ColumnType<string, Date | string>
    count: number
  }
  booked_ads: {
    id: GeneratedAlways<number>
    brand: string | null
    slot: string
    link: string
    headline: string
    text: string
    action: string
    drawing: string | null
    picture_id: number | null
    weight: number
    runs_from: ColumnType<string, Date | string>
    runs_until: ColumnType<string, Date | string>
    version: Generated<number>
    added_at: Date
    added_by: number
    changed_at: Date | null
    changed_by: number | null
    ended_at: Date | null
    ended_by: number | null
  }
  figure_entries: {
    id: GeneratedAlways<number>
    brand: string
    at: Date
    measure: string
    detail: string
    source: string
    currency: string
    count: number
    sum: number
    joined_at: Date | null
  }
  brand_days: {
    brand: string
    measure: string
    day: ColumnType<string, Date | string>
    detail: string
    source: string
    currency: string
    count: number
    sum: number
  }
  brand_months: {
    brand: string
    measure: string
    day: ColumnType<string, Date | string>
    detail: string
    source: string
    currency: string
    count: number
    sum: number
  }
  cohort_months: {
    brand: string
    joined: ColumnType<string, Date | string>
    month: number
    source: string
    currency: string
    came: number
    paid: number
    sum: number
  }
  counted_once: {
    account_id: number
    measure: string
    period: string
    over_at: Date | null
  }
  content_revisions: {
    id: GeneratedAlways<number>
    path: string
    body: string | null
    draft_id: number | null
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
  content_comments: {
    id: GeneratedAlways<number>
    draft_id: number
    revision_id: number
    author: string
    words: string
    created_at: Date
  }
  content_schedules: {
    id: GeneratedAlways<number>
    revision_id: number
    due_at: Date
    set_by: number
    set_at: Date
    brand: string
    notice: ColumnType<NewTerms[] | null, string | null | undefined, string | null>
    told_until: Generated<number>
    told: Generated<number>
    untold: Generated<number>
    told_at: Date | null
    retracted_until: number | null
    ended_at: Date | null
    ended_by: number | null
    outcome: 'published' | 'cancelled' | 'lapsed' | null
    why: string | null
  }
  deadline_notes: {
    deadline: string
    item: string
    level: 'warning' | 'alarm'
    at: Date
  }
  transparency_reports: {
    brand: string
    from_day: ColumnType<string, Date | string>
    to_day: ColumnType<string, Date | string>
    made_at: Date
    figures: ColumnType<unknown, string, string>
  }
  site_visits: {
    month: ColumnType<string, Date | string>
    brand: string
    account_id: number
  }
  recipients: {
    brand: string
    month: ColumnType<string, Date | string>
    members: number
    members_in_eu: number
  }
  authority_orders: {
    id: GeneratedAlways<number>
    brand: string
    received_at: Date
    authority: string
    country: string
    kind: 'remove' | 'information'
    category: string
    outcome: 'done' | 'partly' | 'refused' | null
    settled_at: Date | null
    recorded_by: number
  }
  decisions: {
    id: GeneratedAlways<number>
    account_id: number
    person_hash: Uint8Array
    brand: string
    scope: 'brand' | 'network'
    act: string
    policy: string
    severity: string
    days: number | null
    about_kind: 'photo' | 'text' | 'account' | 'viewOnce' | 'chatPhoto' | null
    about_id: number | null
    about_part: string | null
    task_id: number | null
    note: string
    internal_note: string
    is_automated: boolean
    reverses: number | null
    decided_by: number | null
    decided_at: Date
    takes_effect_at: Date | null
    took_effect_at: Date | null
    undone_at: Date | null
    reversed_at: Date | null
    source: Generated<'report' | 'check' | 'own'>
    report_id: number | null
    about_key: string | null
    removal_id: number | null
    ends_at: Date | null
  }
  strikes: {
    decision_id: number
    account_id: number
    person_hash: Uint8Array
    policy: string
    weight: number
    given_at: Date
    expires_at: Date | null
    reversed_at: Date | null
  }
  statements: {
    decision_id: number
    words: ColumnType<unknown, string, string>
    made_at: Date
  }
  removed_texts: {
    decision_id: number
    account_id: number
    words: ColumnType<unknown, string, string>
    removed_at: Date
  }
  appeals: {
    id: GeneratedAlways<number>
    decision_id: number
    account_id: number
    words: string
    made_at: Date
    decided_by: number | null
    decided_at: Date | null
    outcome: 'uphold' | 'overturn' | 'adjust' | null
    note: string | null
    answer: ColumnType<WaitingAnswer | null, string | null | undefined, string | null>
  }
  approvals: {
    id: GeneratedAlways<number>
    decision_id: number
    asked_by: number
    asked_at: Date
    expires_at: Date
    decided_by: number | null
    decided_at: Date | null
    outcome: 'approved' | 'refused' | 'expired' | null
  }
  decision_notices: {
    id: GeneratedAlways<number>
    account_id: number
    decision_id: number
    what: 'decided' | 'takenBack'
    at: Date
    seen_at: Date | null
  }
  credit_lots: {
    id: GeneratedAlways<number>
    account_id: number
    source: 'purchase' | 'grant' | 'refund'
    expires_at: Date | null
    reference: string
    created_at: Date
    written_off_at: Date | null
  }
  credit_entries: {
    id: GeneratedAlways<number>
    account_id: number
    lot_id: number
    amount: number
    reason: string
    reference: string | null
    created_at: Date
  }
  orders: {
    id: GeneratedAlways<number>
    account_id: number
    brand: string
    keyword: string
    amount: number
    currency: string
    gateway_reference: string | null
    paid_at: Date | null
    failed_at: Date | null
    refunded_at: Date | null
    created_at: Date
    withdrawn_at: Date | null
    renewal_amount: number | null
    is_trial: Generated<boolean>
    charged_back_at: Date | null
    promo_code: string | null
    compare_at: Date | null
  }
  subscriptions: {
    id: GeneratedAlways<number>
    account_id: number
    brand: string
    provider: string
    provider_reference: string
    plan: string
    started_at: Date
    paid_until: Date
    cancelled_at: Date | null
    ended_at: Date | null
    cancel_asked_at: Date | null
    cancel_confirmed_at: Date | null
    cancel_tried_at: Date | null
    order_id: number | null
    period_from: Date | null
    remind_at: Date | null
    reminded_at: Date | null
    end_on: string | null
  }
  webhook_events: {
    provider: string
    event_id: string
    type: string
    payload: ColumnType<unknown, string, string>
    occurred_at: Date
    received_at: Date
    applied_at: Date | null
    outcome: string | null
  }
  declarations: {
    id: GeneratedAlways<number>
    brand: string
    kind: 'withdrawal' | 'cancellation'
    name: string
    email: string
    order_number: string
    reason: string
    account_id: number | null
    order_id: number | null
    declared_at: Date
    tried_at: Date | null
    settled_at: Date | null
    outcome: string | null
    ending: 'ordinary' | 'extraordinary' | null
    end_on: string | null
  }
  refunds: {
    id: GeneratedAlways<number>
    payment_reference: string
    order_id: number
    amount: number
    currency: string
    asked_at: Date
    is_by_staff: Generated<boolean>
    tried_at: Date | null
    failed_at: Date | null
    confirmed_at: Date | null
    reported_at: Date | null
    dropped_at: Date | null
  }
  dunnings: {
    id: GeneratedAlways<number>
    subscription_id: number
    opened_at: Date
    reason: string | null
    grace_seconds: Generated<number>
    step: Generated<number>
    next_at: Date
    tried_at: Date | null
    closed_at: Date | null
    outcome: string | null
    retry_at: Date | null
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
  partner_access: {
    account_id: number
    brand: string
    reference: string
    granted_at: Date | null
    until: Date | null
    changed_at: Date | null
    created_at: Date
  }
  processor_reports: {
    provider: string
    event_id: string
    kind: string
    subscription: string | null
    order_id: number | null
    report: ColumnType<unknown, string, string>
    received_at: Date
    next_at: Date | null
    tries: Generated<number>
    outcome: string | null
    closed_at: Date | null
  }
  location_reveals: {
    account_id: number
    other_id: number
    revealed_at: Date
  }
  payments: {
    id: GeneratedAlways<number>
    order_id: number
    subscription_id: number | null
    account_id: number
    brand: string
    kind: 'initial' | 'renewal' | 'credits' | 'trial'
    amount: number
    currency: string
    processor: string
    reference: string
    charged_at: Date
  }
  promo_codes: {
    id: GeneratedAlways<number>
    brand: string
    code: string
    percent: number
    until: ColumnType<string, Date | string>
    added_at: Date | null
    added_by: number | null
    ended_at: Date | null
    ended_by: number | null
  }
  affiliates: {
    id: GeneratedAlways<number>
    code: string
    name: string
    email: string
    sealed_secret: string
    link_version: Generated<number>
    postback_url: string | null
    postbacks_failing_since: Date | null
    postbacks_stopped_at: Date | null
    added_at: Date
    added_by: number
    ended_at: Date | null
  }
  affiliate_terms: {
    id: GeneratedAlways<number>
    affiliate_id: number
    model: 'join' | 'first' | 'share'
    amount: number
    percent: number
    months: number
    currency: string
    hold_days: number
    minimum: number
    asked_at: Date
    asked_by: number
    decided_at: Date | null
    decided_by: number | null
    outcome: 'approved' | 'refused' | null
  }
  campaigns: {
    id: GeneratedAlways<number>
    affiliate_id: number
    code: string
    name: string
    brand: string
    path: string
    added_at: Date
    ended_at: Date | null
  }
  affiliate_days: {
    affiliate_id: number
    day: ColumnType<string, Date | string>
    campaign: string
    arrivals: Generated<number>
    joins: Generated<number>
    confirmed: Generated<number>
  }
  payouts: {
    id: GeneratedAlways<number>
    affiliate_id: number
    month: ColumnType<string, Date | string>
    currency: string
    amount: number
    commissions: number
    drawn_up_at: Date
    asked_by: number | null
    decided_at: Date | null
    decided_by: number | null
    outcome: 'approved' | 'refused' | null
  }
  commissions: {
    id: GeneratedAlways<number>
    token: string
    affiliate_id: number
    kind: 'join' | 'first' | 'share' | 'return'
    account_id: number | null
    campaign: string
    subid: string | null
    brand: string
    reference: string | null
    charge: number
    amount: number
    currency: string
    earned_at: Date
    due_at: Date
    approved_at: Date | null
    rejected_at: Date | null
    rejected_by: number | null
    payout_id: number | null
    paid_at: Date | null
  }
  postbacks: {
    id: GeneratedAlways<number>
    token: string
    affiliate_id: number
    commission_id: number
    state: 'pending' | 'approved' | 'rejected' | 'paid'
    queued_at: Date
    next_try_at: Date
    tries: Generated<number>
    claimed_until: Date | null
    sent_at: Date | null
    failed_at: Date | null
    outcome: string | null
  }
  help_votes: {
    brand: string
    question_id: string
    day: ColumnType<string, Date | string>
    useful: number
    not_useful: number
  }
  tickets: {
    id: GeneratedAlways<number>
    account_id: number | null
    brand: string
    email: string
    subject: string
    body: string
    created_at: Date
    closed_at: Date | null
    closed_by: number | null
    question_id: string | null
    fingerprint: Uint8Array | null
    answer: string | null
    leased_by: number | null
    leased_until: Date | null
    snoozed_until: Date | null
    first_answered_at: Date | null
    merged_into: number | null
    merged_at: Date | null
    follows_id: number | null
    category: string | null
    priority: Generated<number>
    due_at: Generated<Date>
    assigned_to: number | null
  }
  support_links: {
    id: string
    opened_at: Date
  }
  ticket_answers: {
    id: GeneratedAlways<number>
    ticket_id: number
    author_id: number | null
    body: string
    created_at: Date
  }
  ticket_replies: {
    id: GeneratedAlways<number>
    ticket_id: number
    body: string
    files_left_out: number
    created_at: Date
    folded: Generated<string>
  }
  ticket_pictures: {
    id: GeneratedAlways<number>
    ticket_id: number
    answer_id: number | null
    reply_id: number | null
    key: string
    width: number
    height: number
    created_at: Date
    is_held: Generated<boolean>
  }
  ticket_notes: {
    id: GeneratedAlways<number>
    ticket_id: number
    author_id: number
    body: string
    created_at: Date
  }
  ticket_tags: {
    ticket_id: number
    tag: string
    author_id: number
    created_at: Date
  }
  canned_texts: {
    id: GeneratedAlways<number>
    name: string
    body: string
    changed_at: Date
    changed_by: number | null
  }
  ticket_mails: {
    name_hash: Uint8Array
    ticket_id: number
  }
  preserved_pictures: {
    id: GeneratedAlways<number>
    decision_id: number
    account_id: number
    about_kind: 'photo' | 'viewOnce' | 'chatPhoto'
    about_id: number
    key: string
    sha256: Uint8Array | null
    pdq: Uint8Array | null
    lists: string[]
    kept_by: number
    kept_at: Date
    deleted_on: Date
  }
  preserved_asks: {
    id: GeneratedAlways<number>
    picture_id: number
    reason: string
    asked_by: number
    asked_at: Date
    expires_at: Date
    outcome: 'approved' | 'refused' | 'expired' | null
    answered_by: number | null
    answered_at: Date | null
    opens_until: Date | null
  }
  list_feedback: {
    id: GeneratedAlways<number>
    decision_id: number
    list: string
    kind: 'sha256' | 'pdq'
    hash: Uint8Array
    verdict: 'confirmed' | 'wrong'
    queued_at: Date
    outcome: 'released' | 'discarded' | null
    decided_by: number | null
    decided_at: Date | null
    sent_by: number | null
    sent_at: Date | null
  }
  removals: {
    id: GeneratedAlways<number>
    brand: string
    kind: 'child' | 'intimate' | 'illegal' | 'copyright'
    targets: string[]
    details: string
    name: string
    email: string
    made_at: Date
    outcome: 'removed' | 'acted' | 'refused' | null
    reason: string | null
    decided_by: number | null
    decided_at: Date | null
    is_trusted: Generated<boolean>
  }
  trusted_flaggers: {
    id: GeneratedAlways<number>
    name: string
    email: string
    added_at: Date
    added_by: number
    ended_at: Date | null
    ended_by: number | null
  }
  second_factors: {
    account_id: number
    sealed_secret: string
    last_step: number
    confirmed_at: Date
  }
  second_factor_offers: {
    session_id: number
    account_id: number
    sealed: string
    offered_at: Date
  }
  recovery_codes: {
    account_id: number
    code_hash: Uint8Array
    used_at: Date | null
  }
  staff_roles: {
    account_id: number
    role: 'moderator' | 'support' | 'lead' | 'editor' | 'publisher' | 'owner'
    given_at: Date
  }
  tasks: {
    id: GeneratedAlways<number>
    queue: QueueOfTask
    brand: string
    account_id: number | null
    subject_id: number
    priority: Generated<number>
    due_at: Date
    due_hour: GeneratedAlways<Date>
    opened_at: Date
    leased_by: number | null
    leased_until: Date | null
    skipped_by: number | null
    skipped_until: Date | null
    closed_at: Date | null
    closed_by: number | null
    outcome: string | null
    warned_at: Date | null
    alarmed_at: Date | null
  }
  staff_shifts: {
    account_id: number
    began_at: Date
    active_at: Date
    no_hard_until: Date | null
    takes_from: Generated<string[]>
  }
  waiting_verdicts: {
    id: GeneratedAlways<number>
    kind: 'removals' | 'appeals' | 'poses'
    about_id: number
    task_id: number | null
    answer: ColumnType<unknown, string, string>
    decided_by: number
    takes_effect_at: Date
  }
  staff_views: {
    id: GeneratedAlways<number>
    account_id: number
    place: string
    name: string
    queues: string[]
    brand: string
  }
  member_notes: {
    id: GeneratedAlways<number>
    account_id: number
    author_id: number
    body: string
    created_at: Date
  }
  member_tags: {
    account_id: number
    tag: string
    author_id: number
    created_at: Date
  }
  member_acts: {
    id: GeneratedAlways<number>
    account_id: number
    act: ActOfSupport
    amount: number | null
    payment_reference: string | null
    currency: string | null
    reason: string
    address: string | null
    proof: ProofOfOwner | null
    proof_note: string | null
    confirmed_at: Date | null
    asked_by: number
    asked_at: Date
    expires_at: Date | null
    decided_by: number | null
    decided_at: Date | null
    outcome: 'done' | 'refused' | 'withdrawn' | 'late' | null
  }
  terms_acceptances: {
    account_id: number
    brand: string
    version: string
    accepted_at: Date
  }
  tickers_seen: {
    account_id: number
    ticker: string
    seen_at: Date
  }
  events: {
    id: GeneratedAlways<number>
    account_id: number
    name: string
    at: Date
  }
  push_subscriptions: {
    id: GeneratedAlways<number>
    account_id: number
    session_id: number
    brand: string
    endpoint: string
    p256dh: string
    auth: string
    kinds: string[]
    created_at: Date
    says_what: Generated<boolean>
  }
  pushes: {
    id: GeneratedAlways<number>
    subscription_id: number
    kind: string
    next_try_at: Date
    tries: Generated<number>
    claimed_until: Date | null
    other_id: number | null
    about: string | null
  }
  onboarding_steps: {
    account_id: number
    step: string
    opened_at: Date
    done_at: Date | null
  }
  mails: {
    id: GeneratedAlways<number>
    account_id: number | null
    brand: string
    kind: string
    recipient: string
    subject: string
    text_body: string
    html_body: string
    headers: ColumnType<Record<string, string>, string | undefined, string>
    pictures: ColumnType<string[], string | undefined, string>
    queued_at: Date
    next_try_at: Date
    tries: Generated<number>
    claimed_until: Date | null
    sent_at: Date | null
    failed_at: Date | null
    last_error: string | null
  }
  mail_suppressions: {
    email_hash: Uint8Array
    list: string
    since: Date
  }
  exports: {
    id: GeneratedAlways<number>
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
    session_id: number | null
  }
  export_parts: {
    export_id: number
    part: number
    bytes: Uint8Array
  }
  fraud_messages: {
    id: GeneratedAlways<number>
    account_id: number
    other_id: number
    is_first: boolean
    text_hash: string | null
    has_contact: boolean
    asks_money: boolean
    at: Date
  }
  rule_hits: {
    id: GeneratedAlways<number>
    rule: string
    account_id: number
    day: ColumnType<string, Date | string>
    features: ColumnType<Record<string, number>, string, string>
    shadow: boolean
    times: Generated<number>
    at: Date
    queued_as: number | null
  }
  fraud_limits: {
    account_id: number
    kind: 'slow' | 'review'
    since: Date
    until: Date
  }
  fraud_switches: {
    rule: string
    shadow: boolean
    changed_at: Date
    changed_by: number
  }
  fraud_identities: {
    email_hash: Uint8Array
    since: Date
  }
  fraud_marks: {
    hit_id: number
    is_right: boolean
    marked_at: Date
    marked_by: number
  }
  blocks: {
    blocker_id: number
    blocked_id: number
    created_at: Date
    contact_id: Generated<number>
  }
  reports: {
    id: GeneratedAlways<number>
    reporter_id: number
    reported_id: number
    brand: string
    reason: string
    details: Generated<string>
    created_at: Date
    closed_at: Date | null
    closed_by: number | null
    outcome: string | null
    quoted: string | null
  }
  blocked_contacts: {
    id: GeneratedAlways<number>
    account_id: number
    contact_hash: Uint8Array
    created_at: Date
    ends_at: Date | null
  }
  report_photos: {
    report_id: number
    key: string
  }
  report_evidence: {
    report_id: number
    messages: ColumnType<EvidenceMessage[], string, string>
    profile: ColumnType<EvidenceProfile, string, string>
    photos: ColumnType<EvidencePhoto[], string, string>
    taken_at: Date
    closed_at: Date | null
  }
  muted_reporters: {
    account_id: number
    until: Date
    muted_at: Date
    muted_by: number | null
  }
  coming_blocks: {
    blocker_id: number
    blocked_id: number
    contact_id: number
    takes_effect_at: Date
  }
  member_events: {
    xid: Generated<string>
    id: GeneratedAlways<number>
    member_id: number
    event: ColumnType<unknown, string, string>
    at: Generated<Date>
  }
  views: {
    viewer_id: number
    viewed_id: number
    viewed_at: Date
  }
  people_seen: {
    account_id: number
    started_at: Date
    seen: string
    before: string
  }
  home_visits: {
    account_id: number
    seen_at: Date
    since: Date | null
  }
  saved_searches: {
    id: GeneratedAlways<number>
    account_id: number
    name: string
    query: string
    created_at: Date
  }
  likes: {
    liker_id: number
    liked_id: number
    created_at: Date
  }
  matches: {
    low_id: number
    high_id: number
    created_at: Date
  }
  taken_likes: {
    liker_id: number
    liked_id: number
    liked_at: Date
    matched_at: Date | null
    parts: ColumnType<LikedPart[], string, string>
    taken_at: Date
  }
  passes: {
    passer_id: number
    passed_id: number
    created_at: Date
  }
  partner_links: {
    inviter_id: number
    invitee_id: number
    invited_at: Date
    accepted_at: Date | null
    declined_at: Date | null
    withdrawn_at: Date | null
  }
  liked_parts: {
    liker_id: number
    liked_id: number
    photo_id: Generated<number>
    prompt_id: Generated<number>
    created_at: Date
  }
  date_links: {
    id: GeneratedAlways<number>
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
  conversations: {
    id: GeneratedAlways<number>
    low_id: number
    high_id: number
    created_at: Date
  }
  conversation_sides: {
    conversation_id: number
    account_id: number
    other_id: number
    unread: Generated<number>
    last_read_at: Date | null
    opened_until: number | null
    hidden_at: Date | null
    last_message_id: number | null
    last_message_at: Date | null
    waiting_since: Date | null
    snoozed_until: Date | null
    muted_at: Date | null
    pinned_at: Date | null
  }
  messages: {
    id: GeneratedAlways<number>
    conversation_id: number
    sender_id: number
    kind: 'text' | 'magic' | 'voice' | 'viewOnce' | 'photo' | 'deleted'
    body: string
    created_at: Date
    reply_to: number | null
    warning: string | null
    calmed_at: Date | null
  }
  message_reveals: {
    account_id: number
    message_id: number
    revealed_at: Date
  }
  message_reactions: {
    message_id: number
    account_id: number
    reaction: string
    reacted_at: Date
  }
  message_attempts: {
    id: GeneratedAlways<number>
    account_id: number
    other_id: number
    attempted_at: Date
  }
  recordings: {
    message_id: number
    account_id: number
    key: string
    milliseconds: number
  }
  view_once_photos: {
    message_id: number
    account_id: number
    key: string
    width: number
    height: number
    ends_at: Date
    approved_at: Date | null
    refused_at: Date | null
    seen_at: Date | null
    withdrawn_at: Date | null
    file_until: Date | null
    rules_version: string | null
    findings: ColumnType<KeptFinding[], string | undefined, string>
    sha256: Uint8Array | null
    pdq: Uint8Array | null
    quality: number | null
  }
  chat_photos: {
    id: number
    account_id: number
    other_id: number
    brand: string
    message_id: number | null
    key: string
    width: number
    height: number
    sent_at: Date
    refused_at: Date | null
    reason: string | null
    ended_at: Date | null
    kept_until: Date | null
    rules_version: string | null
    findings: ColumnType<KeptFinding[], string | undefined, string>
    sha256: Uint8Array | null
    pdq: Uint8Array | null
    quality: number | null
  }
  message_quotes: {
    message_id: number
    owner_id: number
    photo_id: number | null
    prompt_id: number | null
    question: string | null
    answer: string | null
  }
  message_questions: {
    rule: string
    event: 'asked' | 'sent' | 'fine'
    day: ColumnType<string, Date | string>
    count: number
  }
  fraud_bans: {
    decision_id: number
    account_id: number
    banned_at: Date
    due_at: Date
    told_until: Generated<number>
    told: Generated<number>
    done_at: Date | null
    identity: Uint8Array | null
  }
  fraud_notices: {
    id: GeneratedAlways<number>
    account_id: number
    other_id: number
    at: Date
    seen_at: Date | null
  }
  held_messages: {
    id: GeneratedAlways<number>
    conversation_id: number | null
    sender_id: number
    other_id: number
    brand: string
    held_at: Date
    until: Date
    ended_at: Date | null
    outcome: 'passed' | 'withheld' | 'gone' | null
    words: string | null
    decision_id: number | null
  }
  held_files: {
    key: string
    held_id: number
    message_id: number
    kind: 'voice' | 'viewOnce'
    body: string
    facts: ColumnType<HeldFile['facts'], string, string>
  }
  profiles: {
    account_id: number
    brand: string
    gender: Gender
    looking_for: Gender[]
    birthday: ColumnType<string, Date | string>
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
    hidden_at: Date | null
    last_seen_at: Date
    created_at: Date
    gone_at: ColumnType<Date | null, never, never>
    tile: GeneratedAlways<number>
    birthday_corrected_at: Date | null
    paused_at: Date | null
    facts: ColumnType<Record<string, string[]>, string | undefined, string>
    wished_age_from: number | null
    wished_age_to: number | null
    wished_km: number | null
    only_liked_at: Date | null
    identity: ColumnType<StoredIdentity, string | undefined, string>
    hint_hidden_at: Date | null
    verified_at: Date | null
    verified_photo_id: number | null
    only_verified_at: Date | null
    linked_at: ColumnType<Date | null, never, never>
    closed_on: ColumnType<string[] | null, never, never>
    visits_tile: ColumnType<number | null, never, never>
    blocks_addresses: ColumnType<boolean, never, never>
  }
  prompt_answers: {
    id: GeneratedAlways<number>
    account_id: number
    position: number
    brand: string
    prompt: string
    question: string
    answer: string
    created_at: Date
  }
  stays: {
    account_id: number
    country: string
    place_id: number
    place_name: string
    region: string
    latitude: number
    longitude: number
    tile: GeneratedAlways<number>
    from_day: ColumnType<string, Date | string>
    until_day: ColumnType<string, Date | string>
    created_at: Date
  }
  profile_facts: {
    term: string
    account_id: number
  }
  present_profiles: Pick<
    Selectable<Database['profiles']>,
    'account_id' | 'brand' | 'gender' | 'looking_for' | 'birthday' | 'country' | 'place_id' | 'place_name' | 'region' | 'latitude' | 'longitude' | 'headline' | 'about' | 'shown_on_other_brands' | 'safe_mode' | 'has_photo' | 'hidden_at' | 'last_seen_at' | 'created_at' | 'gone_at' | 'tile' | 'paused_at' | 'only_liked_at' | 'verified_at' | 'only_verified_at' | 'linked_at' | 'closed_on' | 'visits_tile' | 'blocks_addresses' | 'facts'
  > & { username: string; is_support: boolean }
  visible_profiles: Pick<
    Selectable<Database['profiles']>,
    'account_id' | 'brand' | 'gender' | 'looking_for' | 'birthday' | 'country' | 'place_id' | 'place_name' | 'region' | 'latitude' | 'longitude' | 'headline' | 'about' | 'shown_on_other_brands' | 'safe_mode' | 'has_photo' | 'hidden_at' | 'last_seen_at' | 'created_at' | 'gone_at' | 'tile' | 'paused_at' | 'only_liked_at' | 'verified_at' | 'only_verified_at' | 'linked_at' | 'closed_on' | 'visits_tile' | 'blocks_addresses' | 'facts'
  > & { viewer_id: number; seen_on: string; username: string; is_support: boolean }
  updates: {
    id: GeneratedAlways<number>
    account_id: number
    body: string
    created_at: Date
    deleted_at: Date | null
  }
  pose_checks: {
    id: GeneratedAlways<number>
    account_id: number
    pose: string
    asked_at: Date
    sent_at: Date | null
    key: string | null
    outcome: 'approved' | 'refused' | 'withdrawn' | 'lapsed' | null
    reason: string | null
    decided_by: number | null
    decided_at: Date | null
  }
  photos: {
    id: GeneratedAlways<number>
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
    removed_at: Date | null
    rules_version: string | null
    renditions_due_at: Date | null
  }
  photo_grants: {
    owner_id: number
    viewer_id: number
    requested_at: Date | null
    granted_at: Date | null
    refused_at: Date | null
    ends_at: Date | null
  }
  photo_hashes: {
    id: GeneratedAlways<number>
    photo_id: number
    account_id: number
    sha256: Uint8Array
    pdq: Uint8Array
    quality: number
    created_at: Date
  }
  hash_table: {
    id: GeneratedAlways<number>
    kind: 'sha256' | 'pdq'
    hash: Uint8Array
    list: string
    action: 'hold' | 'review'
    why: string
    added_by: number | null
    added_at: Date
    withdrawn_at: Date | null
    photo_id: number | null
  }
  photo_findings: {
    id: GeneratedAlways<number>
    photo_id: number
    kind: 'hold' | 'review' | 'banned' | 'duplicate'
    hash_id: number | null
    other_photo_id: number | null
    list: string | null
    why: string
    found_at: Date
  }
  hash_searches: {
    id: GeneratedAlways<number>
    after_hash: number
    to_hash: number
    done_to: Generated<number>
    started_at: Date
    finished_at: Date | null
  }
  hash_lists: {
    name: string
    checkpoint: string | null
    synced_at: Date | null
  }
  photo_holds: {
    report_id: number
    key: string
  }
  copy_searches: {
    photo_id: number
    done_to: Generated<number>
    asked_at: Date
  }
}

export type Table = Exclude<keyof Database, 'present_profiles' | 'visible_profiles'>

type OnErasure = { [what in 'erased' | 'emptied' | 'number' | 'kept']?: readonly string[] }

/** The columns that hold a member's id by what an erasure does with their rows, in the order in which tables are made. */
export const onErasure: { readonly [table in Table]?: OnErasure } = {
  accounts: { number: ['banned_by'], emptied: ['id'] },
  tokens: { erased: ['account_id'] },
  reset_requests: { erased: ['account_id'] },
  known_devices: { erased: ['account_id'] },
  departures: { kept: ['account_id'] },
  former_usernames: { erased: ['account_id'] },
  passkeys: { erased: ['account_id'] },
  brand_closures: { erased: ['account_id'] },
  account_changes: { erased: ['account_id'] },
  sessions: { erased: ['account_id'] },
  idempotency_keys: { erased: ['account_id'] },
  closed_sessions: { erased: ['account_id'] },
  audit_log: { kept: ['actor_id', 'subject_id'] },
  brand_pictures: { number: ['added_by', 'changed_by'] },
  booked_ads: { number: ['added_by', 'changed_by', 'ended_by'] },
  counted_once: { erased: ['account_id'] },
  content_revisions: { number: ['author_id', 'submitted_by', 'ready_by', 'published_by', 'retired_by', 'discarded_by'] },
  content_schedules: { number: ['set_by', 'ended_by'] },
  site_visits: { erased: ['account_id'] },
  authority_orders: { number: ['recorded_by'] },
  decisions: { kept: ['account_id'], number: ['decided_by'] },
  strikes: { kept: ['account_id'] },
  removed_texts: { erased: ['account_id'] },
  appeals: { kept: ['account_id'], number: ['decided_by'] },
  approvals: { number: ['asked_by', 'decided_by'] },
  decision_notices: { erased: ['account_id'] },
  credit_lots: { kept: ['account_id'] },
  credit_entries: { kept: ['account_id'] },
  orders: { kept: ['account_id'] },
  subscriptions: { kept: ['account_id'] },
  webhook_events: { kept: [] },
  declarations: { kept: ['account_id'] },
  refunds: { kept: [] },
  dunnings: { kept: [] },
  chargebacks: { kept: ['account_id'] },
  payment_differences: { kept: [] },
  partner_access: { erased: ['account_id'] },
  processor_reports: { kept: [] },
  location_reveals: { erased: ['account_id', 'other_id'] },
  payments: { kept: ['account_id'] },
  promo_codes: { number: ['added_by', 'ended_by'] },
  affiliates: { number: ['added_by'] },
  affiliate_terms: { number: ['asked_by', 'decided_by'] },
  payouts: { number: ['asked_by', 'decided_by'] },
  commissions: { number: ['rejected_by'], emptied: ['account_id'] },
  tickets: { kept: ['account_id'], number: ['closed_by', 'leased_by', 'assigned_to'] },
  ticket_answers: { number: ['author_id'] },
  ticket_notes: { number: ['author_id'] },
  ticket_tags: { number: ['author_id'] },
  canned_texts: { number: ['changed_by'] },
  preserved_pictures: { kept: ['account_id'], number: ['kept_by'] },
  preserved_asks: { number: ['asked_by', 'answered_by'] },
  list_feedback: { number: ['decided_by', 'sent_by'] },
  removals: { kept: [], number: ['decided_by'] },
  trusted_flaggers: { number: ['added_by', 'ended_by'] },
  second_factors: { erased: ['account_id'] },
  second_factor_offers: { erased: ['account_id'] },
  recovery_codes: { erased: ['account_id'] },
  staff_roles: { erased: ['account_id'] },
  tasks: { number: ['account_id', 'leased_by', 'skipped_by', 'closed_by'] },
  staff_shifts: { erased: ['account_id'] },
  waiting_verdicts: { number: ['decided_by'] },
  staff_views: { erased: ['account_id'] },
  member_notes: { erased: ['account_id'], number: ['author_id'] },
  member_tags: { erased: ['account_id'], number: ['author_id'] },
  member_acts: { erased: ['account_id'], number: ['asked_by', 'decided_by'] },
  terms_acceptances: { erased: ['account_id'] },
  tickers_seen: { erased: ['account_id'] },
  events: { erased: ['account_id'] },
  push_subscriptions: { erased: ['account_id'] },
  pushes: { erased: ['other_id'] },
  onboarding_steps: { erased: ['account_id'] },
  mails: { erased: ['account_id'] },
  mail_suppressions: { kept: [] },
  exports: { erased: ['account_id'] },
  fraud_messages: { erased: ['account_id', 'other_id'] },
  rule_hits: { erased: ['account_id'] },
  fraud_limits: { erased: ['account_id'] },
  fraud_switches: { number: ['changed_by'] },
  fraud_identities: { kept: [] },
  fraud_marks: { number: ['marked_by'] },
  blocks: { erased: ['blocker_id', 'blocked_id'] },
  reports: { kept: ['reporter_id', 'reported_id'], number: ['closed_by'] },
  blocked_contacts: { erased: ['account_id'] },
  report_evidence: { kept: [] },
  muted_reporters: { erased: ['account_id'], number: ['muted_by'] },
  coming_blocks: { erased: ['blocker_id', 'blocked_id'] },
  member_events: { erased: ['member_id'] },
  views: { erased: ['viewer_id', 'viewed_id'] },
  people_seen: { erased: ['account_id'] },
  home_visits: { erased: ['account_id'] },
  saved_searches: { erased: ['account_id'] },
  likes: { erased: ['liker_id', 'liked_id'] },
  matches: { erased: ['low_id', 'high_id'] },
  taken_likes: { erased: ['liker_id', 'liked_id'] },
  passes: { erased: ['passer_id', 'passed_id'] },
  partner_links: { erased: ['inviter_id', 'invitee_id'] },
  date_links: { erased: ['account_id'], emptied: ['other_id'] },
  conversations: { number: ['low_id', 'high_id'] },
  conversation_sides: { erased: ['account_id'], number: ['other_id'] },
  messages: { erased: ['sender_id'] },
  message_reveals: { erased: ['account_id'] },
  message_reactions: { erased: ['account_id'] },
  message_attempts: { erased: ['account_id', 'other_id'] },
  recordings: { erased: ['account_id'] },
  view_once_photos: { erased: ['account_id'] },
  chat_photos: { erased: ['account_id'], number: ['other_id'] },
  message_quotes: { erased: ['owner_id'] },
  fraud_bans: { kept: ['account_id'] },
  fraud_notices: { erased: ['account_id', 'other_id'] },
  held_messages: { erased: ['sender_id', 'other_id'] },
  profiles: { erased: ['account_id'] },
  prompt_answers: { erased: ['account_id'] },
  stays: { erased: ['account_id'] },
  profile_facts: { erased: ['account_id'] },
  updates: { erased: ['account_id'] },
  pose_checks: { erased: ['account_id'], number: ['decided_by'] },
  photos: { erased: ['account_id'], number: ['approved_by', 'rejected_by'] },
  photo_grants: { erased: ['owner_id', 'viewer_id'] },
  photo_hashes: { erased: ['account_id'] },
  hash_table: { number: ['added_by'] },
}

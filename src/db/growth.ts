import type { Database } from './schema.ts'

type Table = Exclude<keyof Database, 'present_profiles' | 'visible_profiles'>

/**
 * Expected size of each table. `growing` tables grow with members, their actions or time: jobs, polls, lists, searches
 * and start-up must not scan them sequentially (tests/support/plans.ts). `bounded` tables grow only with brands and
 * staff, or hold the last few minutes.
 */
export const growth: Readonly<Record<Table, 'growing' | 'bounded'>> = {
  brands: 'bounded',
  kept_settings: 'bounded',
  second_factors: 'bounded',
  second_factor_offers: 'bounded',
  recovery_codes: 'bounded',
  accounts: 'growing',
  terms_acceptances: 'growing',
  onboarding_steps: 'growing',
  sessions: 'growing',
  known_devices: 'growing',
  tokens: 'growing',
  link_offers: 'growing',
  reset_requests: 'growing',
  guessed_logins: 'bounded',
  rate_limits: 'growing',
  idempotency_keys: 'growing',
  profiles: 'growing',
  updates: 'growing',
  photos: 'growing',
  photo_grants: 'growing',
  likes: 'growing',
  matches: 'growing',
  views: 'growing',
  people_seen: 'growing',
  blocks: 'growing',
  tickers_seen: 'growing',
  conversations: 'growing',
  conversation_sides: 'growing',
  messages: 'growing',
  message_reveals: 'growing',
  message_attempts: 'growing',
  credit_lots: 'growing',
  credit_entries: 'growing',
  orders: 'growing',
  subscriptions: 'growing',
  webhook_events: 'growing',
  mails: 'growing',
  mail_suppressions: 'growing',
  reports: 'growing',
  tickets: 'growing',
  help_votes: 'growing',
  audit_log: 'growing',
  support_links: 'bounded',
  events: 'growing',
  content_revisions: 'growing',
}

export const growingTables = (Object.keys(growth) as Table[]).filter((table) => growth[table] === 'growing')

import { type RawBuilder, sql } from 'kysely'
import { createApp, allJobs, readings } from '#app.server.ts'
import { accountsWithLogin } from '#core/accounts/accounts.sql.ts'
import {
  passkeyByCredential,
  putChallenge,
  recordUse,
  takeChallenge,
} from '#core/accounts/passkeys/passkeys.sql.ts'
import { sealSome } from '#core/audit/chain.server.ts'
import { classifiers, type Facts } from '#core/people/classifiers.ts'
import { queues } from '#core/staff-accounts/queues.ts'
import { queueLoads } from '#core/tasks/figures.sql.ts'
import { leaseNext, leftFor, taskHeldBy } from '#core/tasks/leases.sql.ts'
import { closeTasksAbout } from '#core/tasks/tasks.sql.ts'
import { photoQueues } from '#core/tasks/tasks.ts'
import { syncBrands } from '#db/brands.server.ts'
import { type Db, type OpenDatabase } from '#db/connection.server.ts'
import { migrate } from '#db/migrate.server.ts'
import { addMonths, monthStart, MONTHS_AHEAD } from '#db/months.server.ts'
import { castNames, DEMO_PASSWORD } from '#demo/cast.ts'
import { prepareDemo } from '#demo/network.server.ts'
import { filledTables } from '#demo/rows.server.ts'
import { demoVisitsJob } from '#demo/visits.server.ts'
import { membersAsked } from '#guests/terms/terms.sql.ts'
import { later, DAY, MINUTE } from '#lib/clock.ts'
import { sign } from '#lib/signature.server.ts'
import { hashToken } from '#lib/token.server.ts'
import { encryptMail } from '#mail/encryption.server.ts'
import { claimDue, noteComplete } from '#members/photos/files/later-renditions.sql.ts'
import { photoSeenBy } from '#members/photos/files/media.sql.ts'
import { findingsOf, partnersAmong } from '#members/photos/hashes/findings.sql.ts'
import { hashTableWith, validHashes } from '#members/photos/hashes/hash-table.sql.ts'
import {
  exactCopies,
  photosOfOthers,
  storedHashes,
} from '#members/photos/hashes/photo-hashes.sql.ts'
import { listNames } from '#members/search/lists/lists.ts'
import { newSecret } from '#money/affiliates/account/affiliate-secrets.server.ts'
import {
  earnByJoin,
  earnByPayment,
  returnMoney,
} from '#money/affiliates/payouts/commissions.server.ts'
import {
  pictureById,
  picturesThatExist,
  showHeld,
  storedTicketPictures,
  ticketPicturesToCopy,
} from '#staff/tickets/pictures/ticket-pictures.sql.ts'
import { type Network, signIn } from './network.ts'
import { growingTables, type Watch } from './plans.ts'

/** Due rows: more than one batch of a job. */
const DUE = 2500

/**
 * In proportion to the members, with due rows for the jobs and many rows for Alice. `sizes` counts
 * the rows.
 */
export async function growEverything(
  db: Db,
  members: number,
  now: Date,
  secret: string,
): Promise<void> {
  const at = sql`${now}::timestamptz`
  // Most rows end in the future or recent past; the first `DUE` ended long ago.
  const ended = sql`case when n <= ${DUE} then ${at} - interval '400 days' - n * interval '1 second' else ${at} + n % 29 * interval '1 day' + interval '1 day' end`
  const long = sql`case when n <= ${DUE} then ${at} - interval '400 days' - n * interval '1 second' else ${at} - n % 1000 * interval '1 minute' end`
  // What is kept for years: most of it lies in the year past.
  const past = sql`case when n <= ${DUE} then ${at} - interval '400 days' - n * interval '1 second' else ${at} - n::bigint * 7919 % 525600 * interval '1 minute' end`
  const somebody = sql`n % ${members} + 1`
  const another = sql`(n * 7 + n / ${members} + 3) % ${members} + 1`
  // One of three at 50,000 members.
  const ofOrders = Math.max(DUE * 2, members / 10)
  const staff = sql`5 + n % 20`
  const each = (share: number) =>
    sql`generate_series(1, ${Math.max(DUE * 2, Math.round(members * share))}::int) n`
  const hash = sql`sha256(n::text::bytea)`
  const brand = sql`(array['adultcrush', 'wivesnow', 'megaflirt'])[1 + n % 3]`
  const encrypted = encryptMail('nobody@example.org', secret)
  const sealed = newSecret('affiliate-1', secret)
  const statements = [
    sql`insert into sessions (token_hash, account_id, brand, device, created_at, last_seen_at, expires_at)
      select ${hash}, ${somebody}, ${brand}, 'Firefox on Linux', ${at} - interval '1 day', ${at}, ${ended} from ${each(1)}`,
    sql`insert into known_devices (device_hash, account_id, seen_at) select ${hash}, ${somebody}, ${long} from ${each(1)}`,
    sql`insert into passkeys (account_id, brand, credential_id, public_key, user_handle, sign_count, transports, name, created_at)
      select case when n = 1 then 1 else ${somebody} end, ${brand}, ${hash}, ${hash}, ${hash}, 0, '{internal}', 'Phone', ${long} from ${each(0.5)}`,
    sql`insert into passkey_challenges (holder_hash, purpose, brand, challenge, expires_at) select ${hash}, 'signIn', ${brand}, ${hash}, ${ended} from ${each(0.5)}`,
    sql`insert into figure_entries (brand, at, measure, detail, source, currency, count, sum, joined_at)
      select ${brand}, ${long}, (array['joined', 'payment', 'came'])[1 + n % 3], n % 9 || '', '', 'USD', 1, n, case when n % 3 = 2 then ${long} end from generate_series(1, 3000) n`,
    // A year of eleven brands, with as many rows a day as there are measures and their details.
    sql`insert into brand_days (brand, measure, day, detail, source, currency, count, sum)
      select (array(select id from brands union select '' order by id))[1 + n % 12], (array['joined', 'payment', 'active', 'reached', 'refund'])[1 + n % 5], (${at} - n / 12 / 40 * interval '1 day')::date, n / 12 % 40 || '', '', 'USD', 1, n
      from generate_series(1, 175200) n on conflict do nothing`,
    sql`insert into brand_months (brand, measure, day, detail, source, currency, count, sum)
      select brand, measure, date_trunc('month', day)::date, detail, source, currency, sum(count), sum(sum) from brand_days group by 1, 2, 3, 4, 5, 6`,
    sql`insert into cohort_months (brand, joined, month, source, currency, came, paid, sum)
      select brand, day, n, '', 'USD', 5, 1, 999 from (select distinct brand, day from brand_months) joined cross join generate_series(0, 20) n`,
    sql`insert into counted_once (account_id, measure, period, over_at)
      select ${somebody}, 'active', n || '', ${ended} from ${each(1)} on conflict do nothing`,
    sql`insert into former_usernames (username_key, username_look, account_id, given_up_at)
      select 'former' || n, 'former' || n, ${somebody}, ${long} from ${each(0.2)}`,
    sql`insert into tokens (token_hash, purpose, account_id, brand, created_at, expires_at)
      select ${hash}, 'signIn', ${somebody}, ${brand}, ${at}, ${ended} from ${each(0.2)}`,
    sql`insert into rate_limits (key, window_ends_at, hits) select 'address:' || n, ${ended}, 1 from ${each(1)}`,
    sql`insert into idempotency_keys (account_id, key, request_hash, status, answer, created_at)
      select ${somebody}, 'key-' || n, ${hash}, 200, '{}', ${long} from ${each(0.5)}`,
    sql`insert into reset_requests (brand, email, requested_at, account_id, due_at)
      select ${brand}, ${encrypted}, ${at} - interval '1 day', ${somebody}, case when n <= ${DUE} then ${at} - interval '1 hour' else ${at} + interval '1 hour' end
      from ${each(0.1)} on conflict do nothing`,
    sql`insert into reset_requests (brand, email, requested_at) select 'adultcrush', ${encrypted}, ${at} from generate_series(1, 3)`,
    sql`insert into guessed_logins (brand, login, guessed_at) select 'adultcrush', ${encrypted}, ${at} from generate_series(1, 3)`,
    sql`insert into onboarding_steps (account_id, step, opened_at, done_at)
      select ${somebody}, 'justRegistered', ${at} - interval '9 days', ${at} - interval '9 days' from ${each(1)} on conflict do nothing`,
    sql`insert into tickers_seen (account_id, ticker, seen_at) select ${somebody}, 'newLikes', ${at} - interval '9 days' from ${each(1)} on conflict do nothing`,
    sql`insert into message_reveals (account_id, message_id, revealed_at)
      select other_id, last_message_id, ${at} - interval '3 days' from conversation_sides order by account_id limit ${members}`,
    sql`insert into message_reactions (message_id, account_id, reaction, reacted_at)
      select last_message_id, account_id, 'love', ${at} from conversation_sides order by account_id limit ${members}`,
    sql`update messages set reply_to = (select min(id) from messages first where first.conversation_id = messages.conversation_id) where id % 5 = 0`,
    sql`insert into recordings (message_id, account_id, key, milliseconds)
      select id, sender_id, md5(id::text), 4000 from messages order by id limit ${members}`,
    sql`insert into photo_hashes (photo_id, account_id, sha256, pdq, quality, created_at)
      select id, account_id, sha256(id::text::bytea), sha256(key::bytea), 90, created_at from photos on conflict do nothing`,
    // A few: the job makes the files of each, and asks the same for every one.
    sql`update photos set renditions_due_at = ${at} where id in (select id from photos order by id limit 5)`,
    sql`insert into removals (brand, kind, targets, details, name, email, made_at, outcome, reason, decided_at)
      select 'adultcrush', 'illegal', '{alice}', '', 'Nobody', 'nobody-' || n || '@example.org', ${long}, 'refused', 'Nothing is there', ${long} from ${each(0.2)}`,
    sql`insert into hash_table (kind, hash, list, action, why, added_at)
      select (array['sha256', 'pdq'])[1 + n % 2], sha256(('bank' || n)::bytea), 'file', 'hold', 'On a list', ${at} from ${each(1)}`,
    sql`insert into photo_findings (photo_id, kind, hash_id, list, why, found_at)
      select photos.id, 'hold', n, 'file', 'On a list', ${at} from photos cross join generate_series(1, 1) n order by photos.id limit ${Math.max(DUE * 2, members)}`,
    sql`insert into pose_checks (account_id, pose, asked_at, sent_at, key, outcome, decided_at)
      select ${somebody}, 'thumb', ${long}, ${long}, null, 'approved', ${long} from ${each(0.5)}`,
    sql`insert into pose_checks (account_id, pose, asked_at, sent_at, key)
      select ${somebody}, 'thumb', ${at}, ${at}, md5('pose' || n) from generate_series(1, 300) n`,
    sql`insert into tasks (queue, brand, account_id, subject_id, priority, due_at, opened_at, closed_at, closed_by, outcome)
      select (array['photos', 'reports', 'removals', 'appeals', 'fraud'])[1 + n % 5], ${brand}, ${somebody}, n, n % 3, ${past}, ${past} - interval '5 hours', ${past}, ${staff}, 'none' from ${each(0.5)}`,
    // A backlog of days.
    sql`insert into tasks (queue, brand, account_id, subject_id, priority, due_at, opened_at)
      select 'photos', ${brand}, ${somebody}, n, n % 3, ${at} + n % 600 * interval '1 minute', ${at} - n * interval '1 minute' from ${each(0.1)}`,
    sql`insert into fraud_messages (account_id, other_id, is_first, text_hash, has_contact, asks_money, at)
      select ${somebody}, ${another}, true, n, false, false, case when n <= ${DUE} then ${long} else ${at} end from ${each(1)}`,
    sql`insert into rule_hits (rule, account_id, day, features, shadow, at, queued_as)
      select 'copies', ${somebody}, (${long})::date - n % 50, '{}', false, ${long}, n from ${each(0.5)} on conflict do nothing`,
    sql`insert into fraud_marks (hit_id, is_right, marked_at, marked_by) select id, id % 3 > 0, ${at}, 5 from rule_hits where id > 2`,
    sql`insert into account_changes (account_id, kinds, due_at, since) select ${somebody}, '{place}', case when n <= 300 then ${at} - interval '1 minute' else ${at} + interval '9 days' end, ${at} from ${each(0.3)} on conflict do nothing`,
    sql`insert into fraud_limits (account_id, kind, since, until) select ${somebody}, case when n % 50 = 0 then 'review' else 'slow' end, ${at}, case when n <= ${DUE} then ${long} else ${ended} end
      from ${each(0.5)} on conflict do nothing`,
    sql`insert into fraud_notices (account_id, other_id, at) select ${somebody}, ${another}, ${at} from ${each(0.2)} where ${somebody} <> ${another} on conflict do nothing`,
    sql`insert into fraud_identities (email_hash, since) select sha256(n::text::bytea), ${long} from ${each(0.3)}`,
    sql`insert into view_once_photos (message_id, account_id, key, width, height, ends_at, approved_at, file_until)
      select id, sender_id, md5(id::text), 300, 400, ${at}, ${at}, case when id % 50 = 0 then ${at} - interval '1 hour' end from messages order by id limit ${members}`,
    sql`insert into chat_photos (id, account_id, other_id, brand, message_id, key, width, height, sent_at, refused_at, kept_until)
      select messages.id, sender_id, case when low_id = sender_id then high_id else low_id end, 'adultcrush', case when messages.id % 2 = 0 then messages.id end, md5('chat' || messages.id), 300, 400, ${at},
        case when messages.id % 50 = 1 then ${at} end, case when messages.id % 50 = 1 then ${at} - interval '1 hour' end
      from messages join conversations on conversations.id = conversation_id order by messages.id limit ${members}`,
    sql`insert into stays (account_id, country, place_id, place_name, region, latitude, longitude, from_day, until_day, created_at)
      select ${somebody}, 'GB', 1, 'London', 'England', 51 + n % 3, n % 5, (${at} - interval '400 days')::date, (${ended})::date, ${at} from ${each(0.5)} on conflict do nothing`,
    sql`insert into date_links (account_id, other_id, brand, token_hash, nonce, place, note, meets_at, utc_offset, hours, ends_at, check_in_at, shows_name, shows_photo, shows_brand, created_at)
      select ${somebody}, n % 97 + 1, ${brand}, sha256(n::text::bytea), 'n', 'Café', '', '2026-11-27T20:00', 0, 6, case when n > ${DUE} then ${at} + interval '9 days' else ${long} end,
        case when n > ${DUE} then ${at} + interval '9 days' end, true, true, false, ${at} from ${each(0.3)}`,
    sql`insert into message_attempts (account_id, other_id, attempted_at) select ${somebody}, n % 97 + 1, ${long} from ${each(0.3)}`,
    sql`insert into subscriptions (account_id, brand, provider, provider_reference, plan, started_at, paid_until)
      select ${somebody}, ${brand}, 'gateway', 'reference-' || n, 'monthly', ${at}, ${at} + interval '20 days' from ${each(0.1)}`,
    sql`insert into payments (order_id, account_id, brand, kind, amount, currency, processor, reference, charged_at)
      select id, account_id, brand, 'renewal', amount, currency, 'gateway', 'renewal-' || id, paid_at + interval '30 days' from orders where paid_at is not null`,
    sql`insert into partner_access (account_id, brand, reference, granted_at, until, created_at)
      select ${somebody}, 'xmeeting', 'partner-' || n, ${at}, ${at} + interval '20 days', ${at} from ${each(1)} on conflict do nothing`,
    sql`insert into declarations (brand, kind, name, email, order_number, reason, account_id, declared_at, settled_at)
      select ${brand}, 'withdrawal', 'Nobody', 'nobody-' || n || '@example.org', n::text, '', ${somebody}, ${long}, case when n > ${DUE} then ${long} end from ${each(0.1)}`,
    sql`insert into refunds (payment_reference, order_id, amount, currency, asked_at, confirmed_at)
      select 'refund-' || id || '-' || n, id, 100, 'EUR', ${at} - id * interval '1 minute', case when id % 20 > 0 then ${at} - id * interval '1 minute' end from orders, generate_series(1, 50) n order by n, id limit ${ofOrders}`,
    sql`insert into dunnings (subscription_id, opened_at, next_at, closed_at)
      select id, ${at} - id * interval '1 minute', ${at} - id * interval '1 minute', case when id % 33 > 0 then ${at} - id * interval '1 minute' end from subscriptions order by id limit ${members}`,
    sql`insert into chargebacks (payment_reference, order_id, account_id, amount, currency, at, reviewed_at)
      select 'chargeback-' || id || '-' || n, id, account_id, 100, 'EUR', ${at} - id * interval '1 minute', case when id % 9 > 0 then ${at} - id * interval '1 minute' end from orders, generate_series(1, 50) n order by n, id limit ${ofOrders}`,
    sql`update orders set compare_at = ${at} - interval '1 hour' where id % 9 = 0`,
    sql`insert into reconciliations (provider, night, covered_until, checked, differences, finished_at)
      select 'gateway', ${at} - n * interval '1 day', ${at} - n * interval '1 day', 9, 0, ${at} - n * interval '1 day' from ${each(0)}`,
    sql`insert into payment_differences (provider, event_id, kind, type, order_id, detail, found_at, closed_at)
      select 'gateway', 'difference-' || n, 'missed', 'paid', n, '', ${long}, case when n % 9 > 0 then ${long} end from ${each(0.1)}`,
    sql`insert into processor_reports (provider, event_id, kind, subscription, order_id, report, received_at, next_at, outcome)
      select 'ccbill', 'event-' || n, 'paid', 'ccbill:0001-' || n, n, '{}', ${long}, case when n % 99 = 0 then ${long} end, 'applied' from ${each(0.2)}`,
    sql`insert into webhook_events (provider, event_id, type, payload, occurred_at, received_at, applied_at)
      select 'gateway', 'event-' || n, 'paid', '{}', ${long}, ${long}, ${long} from ${each(0.2)}`,
    sql`insert into mails (account_id, brand, kind, recipient, subject, text_body, html_body, queued_at, next_try_at, sent_at, failed_at)
      select ${somebody}, ${brand}, 'welcome', 'nobody@example.org', 'Welcome', '', '', ${long}, ${long}, case when n % 9 > 0 then ${long} end, case when n % 9 = 0 then ${long} end from ${each(1)}`,
    sql`insert into mails (brand, kind, recipient, subject, text_body, html_body, queued_at, next_try_at)
      select 'adultcrush', 'welcome', 'nobody@example.org', 'Welcome', ${encrypted}, ${encrypted}, ${at}, ${at} from generate_series(1, 4)`,
    sql`insert into mail_suppressions (email_hash, list, since) select ${hash}, 'news', ${at} from ${each(0.05)}`,
    sql`insert into push_subscriptions (account_id, session_id, brand, endpoint, p256dh, auth, kinds, created_at)
      select account_id, id, brand, 'https://push.example.test/' || id, 'x', 'x', '{message}', ${at} from sessions order by id limit ${members}`,
    sql`insert into home_visits (account_id, seen_at, since) select ${somebody}, ${at} - interval '9 days', null from ${each(1)} on conflict do nothing`,
    sql`insert into people_seen (account_id, started_at, seen, before)
      select ${somebody}, ${long}, 0::bit(8192), 0::bit(8192) from generate_series(1, ${Math.min(members, 20_000)}::int) n`,
    sql`insert into coming_blocks (blocker_id, blocked_id, contact_id, takes_effect_at)
      select ${somebody}, ${another}, n, case when n <= ${DUE} then ${at} else ${at} + interval '1 day' end from ${each(0.1)} where ${somebody} <> ${another} on conflict do nothing`,
    sql`insert into blocked_contacts (account_id, contact_hash, created_at, ends_at)
      select ${somebody}, sha256(convert_to(n::text, 'UTF8')), ${at}, case when n % 3 = 0 then ${ended} end from ${each(0.5)} on conflict do nothing`,
    sql`insert into blocks (blocker_id, blocked_id, created_at) select ${somebody}, ${another}, ${at} from ${each(0.1)} where ${somebody} <> ${another} on conflict do nothing`,
    sql`insert into partner_links (inviter_id, invitee_id, invited_at, accepted_at) select ${somebody}, ${another}, ${at}, case when n % 3 > 0 then ${at} end from ${each(0.1)} where ${somebody} <> ${another} on conflict do nothing`,
    sql`insert into photo_grants (owner_id, viewer_id, granted_at, ends_at)
      select ${somebody}, ${another}, ${at}, case when n % 3 > 0 then ${ended} end from ${each(0.1)} on conflict do nothing`,
    sql`insert into reports (reporter_id, reported_id, brand, reason, created_at, closed_at)
      select case when n % 20 = 0 then 3 else n % ${members - 3} + 4 end, (n * 7 + 3) % ${members - 3} + 4, 'adultcrush', 'scam', ${past}, ${past} from ${each(0.02)} where (n * 7 + 3) % ${members - 3} <> n % ${members - 3}`,
    sql`insert into report_evidence (report_id, messages, profile, photos, taken_at, closed_at) select id, '[]', '{"username":"x","words":[]}', '[]', created_at, closed_at from reports`,
    sql`insert into photo_holds (report_id, key) select id, md5(id::text || 'held') from reports`,
    sql`insert into muted_reporters (account_id, until, muted_at) select id, ${at} + interval '9 days', ${at} from accounts order by id limit 40`,
    sql`insert into report_photos (report_id, key) select id, md5(id::text) from reports`,
    sql`insert into decisions (account_id, person_hash, brand, scope, act, policy, severity, note, internal_note, is_automated, decided_by, decided_at, takes_effect_at, took_effect_at)
      select ${somebody}, ${hash}, ${brand}, 'network', 'warn', 'spam', 'low', 'No advertising, please.', '', false, ${staff}, ${past}, ${past}, case when n % 99 > 0 then ${past} end from ${each(0.1)}`,
    sql`insert into strikes (decision_id, account_id, person_hash, policy, weight, given_at, expires_at) select id, account_id, person_hash, policy, 1, decided_at, decided_at + interval '90 days' from decisions`,
    sql`insert into held_messages (conversation_id, sender_id, other_id, brand, held_at, until, ended_at, outcome, words)
      select null, ${somebody}, ${another}, ${brand}, ${at}, ${at} + interval '10 minutes', case when n > 20 then ${at} end, case when n > 20 then 'withheld' end, 'Words' from ${each(0.05)}`,
    sql`insert into held_files (key, held_id, message_id, kind, body, facts) select md5(id::text || 'file'), id, id, 'voice', '', '{"milliseconds":1000}' from held_messages`,
    sql`insert into fraud_bans (decision_id, account_id, banned_at, due_at, done_at) select id, account_id, ${at}, ${at}, ${at} from decisions order by id limit ${Math.max(2000, members)} on conflict do nothing`,
    sql`insert into statements (decision_id, words, made_at) select id, '{}', decided_at from decisions`,
    sql`insert into removed_texts (decision_id, account_id, words, removed_at) select id, account_id, '{}', decided_at from decisions`,
    sql`insert into decision_notices (account_id, decision_id, what, at, seen_at)
      select account_id, id, 'decided', decided_at, case when id % 9 > 0 then decided_at end from decisions`,
    sql`insert into closed_sessions (token_hash, account_id, brand, expires_at)
      select sha256(('closed' || n)::bytea), ${somebody}, ${brand}, case when n <= ${DUE} then ${long} else ${at} + interval '9 days' end from ${each(0.3)}`,
    sql`insert into brand_closures (account_id, brand, until) select ${somebody}, 'megaflirt', case when n <= 300 then ${at} - interval '1 hour' else ${at} + interval '9 days' end
      from ${each(0.05)} on conflict do nothing`,
    sql`insert into authority_orders (brand, received_at, authority, country, kind, category, recorded_by)
      select ${brand}, ${long}, 'A court', 'DE', 'remove', 'illegal', 5 from ${each(0.1)}`,
    sql`insert into site_visits (month, brand, account_id) select '2020-01-01', ${brand}, ${somebody} from ${each(0.5)} on conflict do nothing`,
    sql`insert into appeals (decision_id, account_id, words, made_at) select id, account_id, 'No.', decided_at from decisions where id % 3 = 0`,
    sql`insert into approvals (decision_id, asked_by, asked_at, expires_at, decided_at, outcome)
      select id, 5, decided_at, decided_at + interval '1 day', case when id % 99 > 0 then decided_at end, case when id % 99 > 0 then 'expired' end from decisions where id % 2 = 0`,
    sql`insert into tickets (account_id, brand, email, subject, body, created_at, closed_at, closed_by, answer)
      select ${somebody}, ${brand}, 'nobody@example.org', 'A question', 'How does it work?', ${past}, ${past} + interval '5 hours', ${staff}, 'Like this.' from ${each(0.5)}`,
    sql`insert into tickets (account_id, brand, email, subject, body, created_at, priority, due_at)
      select ${somebody}, ${brand}, 'nobody@example.org', 'A question', 'How does it work?', ${at}, n % 3, ${at} + n % 50 * interval '1 hour' from generate_series(1, 300) n`,
    sql`insert into ticket_answers (ticket_id, author_id, body, created_at) select id, 5, answer, closed_at from tickets where answer is not null`,
    sql`insert into ticket_pictures (ticket_id, answer_id, key, width, height, created_at)
      select id, null, md5(id::text || 'asked'), 900, 1200, created_at from tickets where id % 2 = 0`,
    sql`insert into ticket_pictures (ticket_id, answer_id, key, width, height, created_at)
      select ticket_id, id, md5(id::text || 'answered'), 900, 1200, created_at from ticket_answers where id % 4 = 0`,
    sql`insert into ticket_replies (ticket_id, body, files_left_out, created_at) select id, 'Thank you', 0, created_at from tickets where id % 3 = 0`,
    sql`insert into ticket_pictures (ticket_id, reply_id, key, width, height, created_at)
      select ticket_id, id, md5(id::text || 'replied'), 900, 1200, created_at from ticket_replies where id % 4 = 0`,
    sql`insert into ticket_mails (name_hash, ticket_id) select sha256(id::text::bytea), id from tickets where id % 3 = 0`,
    sql`update tickets set merged_into = id - 1, merged_at = closed_at where id % 50 = 0 and closed_at is not null`,
    sql`update tickets set follows_id = (select min(id) from tickets) where closed_at is null`,
    sql`insert into ticket_notes (ticket_id, author_id, body, created_at) select id, 5, 'A note', created_at from tickets`,
    sql`insert into ticket_tags (ticket_id, tag, author_id, created_at) select id, 'payment', 5, created_at from tickets where id % 5 = 0`,
    sql`insert into member_notes (account_id, author_id, body, created_at) select ${somebody}, 5, 'A note', ${long} from ${each(0.5)}`,
    sql`insert into member_tags (account_id, tag, author_id, created_at) select ${somebody}, 'tag ' || n % 9, 5, ${long} from ${each(0.5)} on conflict do nothing`,
    sql`insert into member_acts (account_id, act, amount, reason, asked_by, asked_at, decided_at, outcome) select ${somebody}, 'giveDays', 3, 'A fault', ${staff}, ${past}, ${past}, 'done' from ${each(0.5)}`,
    sql`insert into canned_texts (name, body, changed_at) select 'Text ' || n, 'Like this.', ${at} from generate_series(1, 40) n`,
    sql`insert into help_votes (brand, question_id, day, useful, not_useful)
      select ${brand}, 'question-' || n % 50, (${at} - n / 150 * interval '1 day')::date, 3, 1 from ${each(0.02)} on conflict do nothing`,
    sql`insert into affiliates (code, name, email, sealed_secret, postback_url, added_at, added_by)
      select 'affiliate-' || n, 'Affiliate ' || n, 'a@partners.example', ${sealed}, case when n < 20 then 'https://partners.example/' end, ${at}, 5 from generate_series(1, 40) n`,
    sql`insert into affiliate_terms (affiliate_id, model, amount, percent, months, currency, hold_days, minimum, asked_at, asked_by, decided_at, decided_by, outcome)
      select id, 'share', 0, 25, 12, 'USD', 30, 1000, ${at}, 5, ${at}, 6, 'approved' from affiliates`,
    sql`insert into campaigns (affiliate_id, code, name, brand, path, added_at) select id, 'spring', 'Spring', 'adultcrush', '/', ${at} from affiliates`,
    sql`insert into affiliate_days (affiliate_id, day, campaign, arrivals)
      select 1 + n % 40, (${at} - n / 40 * interval '1 day')::date, '', 9 from ${each(0.1)}`,
    sql`insert into payouts (affiliate_id, month, currency, amount, commissions, drawn_up_at, asked_by, decided_at, decided_by, outcome)
      select 1 + n % 40, (${at} - n / 40 * interval '1 month')::date, 'USD', 900, 9, ${at}, 5, ${at}, 6, 'approved' from ${each(0.05)}`,
    sql`insert into commissions (token, affiliate_id, kind, account_id, campaign, brand, reference, charge, amount, currency, earned_at, due_at, approved_at, payout_id, paid_at)
      select 'commission-' || n, 1 + n % 40, 'share', ${somebody}, 'spring', ${brand}, 'share-' || n, 2995, 748, 'USD', ${past}, ${ended},
        case when n > ${DUE} and n % 20 > 0 then ${past} end, case when n > ${DUE} and n % 20 > 2 then 1 end, case when n > ${DUE} and n % 20 > 2 then ${at} end from ${each(0.5)}`,
    sql`insert into postbacks (token, affiliate_id, commission_id, state, queued_at, next_try_at, sent_at, tries)
      select 'postback-' || id, affiliate_id, id, 'pending', earned_at, ${at}, case when id > 300 then earned_at end, 1 from commissions`,
    sql`insert into events (account_id, name, at) select ${somebody}, 'seen', ${long} from ${each(0.5)}`,
    sql`insert into departures (account_id, brand, asked_at, erase_at, erased_at)
      select id, 'adultcrush', ${at} - interval '15 days', case when id % 97 = 7 then ${at} - interval '1 day' else ${at} + interval '9 days' end,
        case when id % 2 = 0 then ${at} - interval '4 years' end
      from accounts where id > 8 order by id limit ${Math.max(400, members / 5)}`,
    sql`insert into exports (account_id, brand, asked_at, ready_at, failed_at, done, total, bytes)
      select ${somebody}, ${brand}, ${long}, case when n % 9 > 0 then ${long} end, case when n % 9 = 0 then ${long} end, 9, 9, 3 from ${each(0.02)}`,
    sql`insert into exports (account_id, brand, asked_at) select id, 'adultcrush', ${at} from accounts where id between 6 and 8`,
    sql`insert into export_parts (export_id, part, bytes) select id, 0, 'zip' from exports where ready_at is not null`,
    sql`update subscriptions set cancelled_at = ${at}, cancel_asked_at = ${at}, cancel_confirmed_at = case when id % 50 > 0 then ${at} end`,
    sql`insert into support_links (id, opened_at) select 'link-' || n, ${long} from ${each(0)}`,
    sql`insert into content_revisions (path, body, author_id, created_at, published_at, published_by, retired_at, retired_by)
      select 'help/all/question-' || n % 100, 'A text.', 5, ${long}, ${long}, 5, ${long}, 5 from ${each(0.02)}`,
    sql`insert into content_comments (draft_id, revision_id, author, words, created_at) select id, id, 'Counsel', 'Shorter.', created_at from content_revisions`,
    sql`insert into content_schedules (revision_id, due_at, set_by, set_at, brand, notice, told_at, ended_at, outcome)
      select id, created_at, 5, created_at, 'adultcrush', '[]', created_at, created_at, 'published' from content_revisions`,
    sql`insert into credit_lots (account_id, source, expires_at, reference, created_at)
      select ${somebody}, 'grant', ${long}, 'old-' || n, ${long} - interval '30 days' from generate_series(1, ${DUE}::int) n`,
    sql`insert into credit_entries (account_id, lot_id, amount, reason, reference, created_at)
      select account_id, id, 5, 'grant', reference, created_at from credit_lots where reference like 'old-%'`,
    sql`insert into location_reveals (account_id, other_id, revealed_at) select ${somebody}, ${another}, ${long} from ${each(0.3)} on conflict do nothing`,
    sql`insert into likes (liker_id, liked_id, created_at) select id, 1, ${at} - id % 500 * interval '1 minute' from accounts where id > 5 order by id limit ${Math.min(1000, members >> 2)} on conflict do nothing`,
    sql`insert into passes (passer_id, passed_id, created_at) select ${somebody}, ${another}, ${long} from ${each(1)} where ${somebody} <> ${another} on conflict do nothing`,
    sql`insert into passes (passer_id, passed_id, created_at) select 1, id, ${at} from accounts where id > 5 order by id desc limit ${Math.min(1000, members >> 2)} on conflict do nothing`,
    sql`update profiles set facts = ${factsOf(sql.ref('account_id'))}`,
    sql`insert into taken_likes (liker_id, liked_id, liked_at, parts, taken_at) select ${somebody}, ${another}, ${long}, '[]', case when n <= ${DUE} then ${long} else ${at} end from ${each(0.1)} on conflict do nothing`,
    sql`insert into liked_parts (liker_id, liked_id, prompt_id, created_at) select liker_id, liked_id, liked_id, created_at from likes limit ${Math.max(2000, members)}`,
    sql`insert into prompt_answers (account_id, position, brand, prompt, question, answer, created_at)
      select id, position, 'adultcrush', 'question' || position, 'What I want', 'A walk', ${at} from accounts, generate_series(1, 3) position
      where not exists (select from prompt_answers other where other.account_id = accounts.id)`,
    sql`insert into saved_searches (account_id, name, query, created_at) select ${somebody}, 'Near', 'radius=25&n=' || n, ${long} from ${each(0.5)} on conflict do nothing`,
    sql`insert into views (viewer_id, viewed_id, viewed_at) select id, 1, ${at} - id % 500 * interval '1 minute' from accounts where id > 5 order by id limit ${Math.min(1000, members >> 2)} on conflict do nothing`,
    sql`insert into conversations (low_id, high_id, created_at) select 1, id, ${at} from accounts where id > 5 order by id limit ${Math.min(300, members >> 4)} on conflict do nothing`,
    sql`insert into messages (conversation_id, sender_id, kind, body, created_at)
      select c.id, high_id, 'text', 'Message ' || n, ${at} - n * interval '1 minute' from conversations c, generate_series(1, case when high_id > (select max(high_id) - 20 from conversations where low_id = 1) then 600 else 20 end) n where low_id = 1`,
    sql`insert into conversation_sides (conversation_id, account_id, other_id, last_message_id, last_message_at, unread, waiting_since)
      select c.id, me, other, m.id, m.created_at, 1, m.created_at from conversations c
      cross join lateral (values (low_id, high_id), (high_id, low_id)) side (me, other)
      cross join lateral (select id, created_at from messages where conversation_id = c.id order by id desc limit 1) m
      where low_id = 1 on conflict do nothing`,
    sql`insert into message_quotes (message_id, owner_id, photo_id) select id, sender_id, 1 from messages where id % 3 = 0`,
  ]
  for (const statement of statements) await statement.execute(db)
  await growEvents(db, members, now)
  await growLog(db, Math.max(DUE * 2, members / 2), now)
  await sql`vacuum analyze`.execute(db)
}

/** Each classifier says something of everybody, its later options of ever fewer. */
function factsOf(id: RawBuilder<unknown>): RawBuilder<Facts> {
  const nth = (seed: number, count: number) =>
    sql`1 + floor(power(abs(hashint8extended(${id}, ${sql.lit(seed)}) % 1000) / 1000.0, 3) * ${sql.lit(count)})::int`
  const parts = classifiers.map(({ name, options }, seed) => {
    const values = sql`array[${sql.join(options.map(({ value }) => sql.lit(value)))}]`
    return sql`${sql.lit(name)}, jsonb_build_array((${values})[${nth(seed, options.length)}])`
  })
  return sql<Facts>`jsonb_build_object(${sql.join(parts)})`
}

/** Each in a transaction of its own, as they come: they are read by its number. */
async function growEvents(db: Db, members: number, now: Date): Promise<void> {
  const [count, of, at] = [Math.max(DUE * 2, members / 10), members, now.toISOString()]
  await sql
    .raw(
      `do $$ begin
        for n in 1..${count} loop
          perform set_config('synchronous_commit', 'off', true);
          insert into member_events (member_id, event, at)
            values (n % ${of} + 1, '{"type":"tickers"}', '${at}'::timestamptz - n % 9 * interval '1 minute');
          commit;
        end loop;
      end $$`,
    )
    .execute(db)
}

/** By months and sealed, but for the latest; some came before the job made their month. */
async function growLog(db: Db, count: number, now: Date): Promise<void> {
  for (let ahead = -15; ahead <= -MONTHS_AHEAD; ahead += MONTHS_AHEAD + 1)
    await addMonths(db, 'audit_log', monthStart(now, ahead))
  const write = (from: number, to: number, at: RawBuilder<Date>) =>
    sql`insert into audit_log (at, actor_id, action, subject_id, brand)
      select ${at}, 5 + n % 20, 'block', n, 'adultcrush' from generate_series(${from}::int, ${to}::int) n`.execute(
      db,
    )
  const at = sql`${now}::timestamptz`
  await write(1, count - DUE, sql`${at} - n::bigint * 7919 % 525600 * interval '1 minute'`)
  while ((await sealSome(db, DUE)) > 0);
  await write(count - DUE, count, sql`${at} - n % 1000 * interval '1 minute'`)
  await write(1, 300, sql`${monthStart(now, 1)}::timestamptz + n * interval '1 minute'`)
}

/**
 * Returns the growing tables with fewer rows than `least`, where a bad query plan would not show.
 */
export async function smallTables(db: Db, least: number): Promise<string[]> {
  const small: string[] = []
  for (const table of growingTables) {
    const { rows } = await sql`select from ${sql.table(table)} limit ${sql.lit(least)}`.execute(db)
    if (rows.length < least && !(filledTables as readonly string[]).includes(table))
      small.push(table)
  }
  return small
}

export async function runEverything(
  watch: Watch,
  network: Network,
  database: OpenDatabase,
): Promise<void> {
  const { app, db, now, call } = network
  const id = (name: (typeof castNames)[number]) => castNames.indexOf(name) + 1
  const [alice, bob] = await signIn(network, [
    { id: id('alice'), brand: 'adultcrush' },
    { id: id('bob'), brand: 'wivesnow' },
  ])
  const [eve] = await signIn(network, [{ id: id('eve'), brand: 'adultcrush' }], {
    secondFactorAt: now,
  })
  if (!alice || !bob || !eve) throw new Error('the cast is not there')
  const step = watch.during

  const { settings } = app.services
  await step('start: migrate', () => migrate(db))
  await step('start: brands', () => syncBrands(db))
  await step('start: demo', () =>
    prepareDemo(db, { now: later(now, DAY), sessionSecret: settings.sessionSecret }),
  )
  await step('start: app', () => createApp({ settings, database, clock: app.services.clock }))

  await step('poll: session', () => call(alice, 'GET /site/getParameters'))
  await step('poll: tickers', () => call(alice, 'GET /event/tickers'))
  await step('poll: notifications', () => call(alice, 'GET /event/newNotifications'))
  await step('poll: credits', () => call(bob, 'GET /profile/currentCreditsInfo'))
  await step('page: credit history', () => call(bob, 'GET /billing/creditHistory'))
  await step('poll: event stream', () => openStream(network, alice))

  for (const list of listNames) {
    await step(`list: ${list}`, () => call(alice, `GET /widget/${list}/page/1/count/24`))
    await step(`list: ${list}, page 4`, () => call(alice, `GET /widget/${list}/page/4/count/24`))
  }
  await step('list: home', () => call(alice, 'GET /widget/home'))
  await step('list: updates at home', () => call(alice, 'GET /userUpdate/moreUpdatesDashboard'))
  await step('list: updates at home, later', () =>
    call(alice, `GET /userUpdate/moreUpdatesDashboard?before=${Date.now()}-9`),
  )
  await step('list: updates of a member', () => call(alice, 'GET /userUpdate/member/id/2'))
  const searches = {
    'as it opens': '',
    country: 'radius=any',
    'London 25 km': 'country=GB&place=London&radius=25',
    'London 50 km, ages': 'country=GB&place=London&radius=50&ageFrom=30&ageTo=35',
    'Leeds 250 km': 'country=GB&place=Leeds&radius=250',
    'Alice Springs 250 km': 'country=AU&place=Alice+Springs&radius=250',
    'online, with photo': 'radius=any&online=on&withPhoto=on',
    'photo checked': 'radius=any&verified=on',
    'photo checked, near': 'radius=50&verified=on',
    linked: 'radius=any&linked=on',
    'linked, near': 'radius=50&linked=on',
    'what many say': 'radius=any&smoking=no&drinking=sometimes&drinking=no',
    'what many say, near': 'radius=50&smoking=no&languages=en',
    'what few say': 'radius=any&languages=fi&interests=motoring',
    'what few say, near, nearest': 'radius=50&languages=fi&sort=nearest',
    'what few say, everywhere': 'country=any&radius=any&relation=widowed&languages=ko&languages=fi',
    'what few say, online': 'radius=any&online=on&languages=fi&sort=newest',
    rarest: 'gender=nonbinary&ageFrom=60&radius=any',
    'everybody anywhere':
      'gender=woman&gender=man&gender=couple&gender=nonbinary&country=any&radius=any',
    'page 20': 'radius=any&page=20',
    nearest: 'radius=any&sort=nearest',
    'nearest, everywhere': 'country=any&radius=any&sort=nearest',
    newest: 'radius=any&sort=newest',
    'newest in London': 'country=GB&place=London&radius=25&sort=newest',
    'newest online': 'radius=any&online=on&sort=newest',
  }
  for (const [name, query] of Object.entries(searches))
    await step(`search: ${name}`, () => call(alice, `GET /search/users?${query}`))
  for (const [name, query] of Object.entries(searches))
    await step(`count: ${name}`, () => call(alice, `GET /search/count?${query}`))
  await step('saved searches', () => call(alice, 'GET /search/saved'))

  const { other } = await db
    .selectFrom('visible_profiles')
    .innerJoin('conversation_sides', 'conversation_sides.other_id', 'visible_profiles.account_id')
    .select('visible_profiles.account_id as other')
    .where('conversation_sides.account_id', '=', alice.id)
    .where('viewer_id', '=', alice.id)
    .where('seen_on', '=', alice.brand)
    .orderBy('other_id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  await step('profile', () => call(alice, `GET /profile/view/id/${other}`))
  await step('people around a profile', () => call(alice, `GET /profile/geoProfiles?id=${other}`))
  await step('like', () => call(alice, 'POST /match/like', { id: other }))
  await step('like of an answer taken back', () =>
    call(alice, 'POST /match/unlike', { id: other, prompt: 1 }),
  )
  await step('pass', async () => {
    const { members } = JSON.parse(await call(alice, 'GET /match/passed')) as {
      members: Array<{ id: number; isLiked: boolean }>
    }
    const id = members.find(({ isLiked }) => !isLiked)?.id
    await call(alice, 'POST /match/unpass', { id })
    await call(alice, 'POST /match/pass', { id })
  })
  await step('like taken back, and given again', async () => {
    await call(alice, 'POST /match/unlike', { id: other })
    await call(alice, 'POST /match/like', { id: other })
  })
  await step('answers', async () => {
    const answers = await db
      .selectFrom('prompt_answers')
      .select(['id', 'answer'])
      .where('account_id', '=', alice.id)
      .orderBy('position')
      .execute()
    await call(alice, 'POST /profile/prompts', { act: 'later', ...answers[0] })
    await call(alice, 'POST /profile/prompts', { act: 'remove', id: answers[0]?.id })
    await call(alice, 'POST /profile/prompts', { act: 'add', prompt: 'want', answer: 'A walk' })
  })
  await step('inbox', () => call(alice, 'GET /message/index'))
  await step('who waits for an answer', () => call(alice, 'GET /message/waiting'))
  await step('notices of bans', () => call(alice, 'GET /message/fraudNotices'))
  await step('not now', () => call(alice, 'POST /message/notNow', { id: other }))
  await step('inbox: older', () =>
    call(alice, `GET /message/index?before=${now.getTime()}-1000000000`),
  )
  for (const show of ['unread', 'hidden', 'matches'])
    await step(`inbox: ${show}`, () => call(alice, `GET /message/index?show=${show}`))
  await step('inbox: words', () => call(alice, 'GET /message/index?q=radio'))
  await step('corner of messages', () => call(alice, 'GET /widget/chatMessages'))
  await step('inbox: pin', async () => {
    for (const pinned of ['yes', 'no', 'yes'])
      await call(alice, 'POST /message/pin', { id: other, pinned })
    await call(alice, 'GET /message/index')
  })
  await step('chat', () => call(alice, `GET /message/chatMessages?id=${other}`))
  await step('chat: a hit of long ago', () =>
    call(alice, `GET /message/chatMessages?id=${other}&hit=1`),
  )
  await step('chat: words', async () => {
    await call(alice, `GET /message/find?id=${other}&q=message`)
    await call(alice, `GET /message/find?id=${other}&q=message&before=1000000000`)
  })
  await step('chat: older', () =>
    call(alice, `GET /message/chatMessages?id=${other}&before=1000000000`),
  )
  await step('chat: read', () => call(alice, 'POST /message/markAsRead', { id: other }))
  await step('chat: write', () =>
    call(bob, 'POST /message/chatMessages', { id: id('alice'), body: 'A word' }),
  )
  await step('chat: a message that is asked about', () =>
    call(bob, 'POST /message/chatMessages', {
      id: id('alice'),
      body: 'Text me on WhatsApp',
      isSure: 'yes',
    }),
  )
  await step('chat: the acts on a message', async () => {
    const { message } = JSON.parse(
      await call(bob, 'POST /message/chatMessages', { id: id('alice'), body: 'Another word' }),
    ) as { message: { id: number } }
    const chat = `GET /message/chatMessages?id=${bob.id}&reply=${message.id}`
    await call(alice, chat)
    await call(alice, 'POST /profile/revealMessage', { messageId: message.id })
    for (const reaction of ['love', 'wow', ''])
      await call(alice, 'POST /message/react', { messageId: message.id, reaction })
    await call(bob, 'POST /message/chatMessages', {
      id: id('alice'),
      body: 'And one more',
      replyTo: message.id,
    })
    await call(alice, 'POST /profile/reportAbuse', {
      id: bob.id,
      message: message.id,
      reason: 'scam',
    })
    await call(bob, 'POST /message/deleteForBoth', { messageId: message.id })
  })
  await step('photos: own', () => call(alice, 'GET /image/mine'))
  await step('photos: requests', () => call(alice, 'GET /image/requests'))
  await step('photos: check', () => call(alice, 'GET /image/poseCheck'))
  const mine = await db
    .selectFrom('photos')
    .select('id')
    .where('account_id', '=', alice.id)
    .execute()
  await step('photos: order', () =>
    call(alice, 'POST /image/order', { ids: mine.map((photo) => photo.id) }),
  )
  await step('photos: move', () =>
    call(alice, 'POST /image/manage', { id: mine[0]?.id, act: 'later' }),
  )
  const { key } = (await db
    .selectFrom('photos')
    .select('key')
    .where('account_id', '=', other)
    .limit(1)
    .executeTakeFirst()) ?? { key: 'none' }
  await step('photos: a file', async () => {
    await photoSeenBy(db, key, { id: alice.id, brand: 'adultcrush', at: now })
  })
  await step('sign in: by name', () => accountsWithLogin(db, 'alice'))
  await step('sign in: by address', () => accountsWithLogin(db, 'alice@demo.example'))
  await step('sign in: by passkey', async () => {
    const holder = {
      holderHash: hashToken('browser'),
      purpose: 'signIn' as const,
      brand: 'adultcrush',
    }
    await putChallenge(db, holder, hashToken('challenge'), app.services.clock.now())
    await takeChallenge(db, holder, app.services.clock.now())
    await passkeyByCredential(db, 'adultcrush', hashToken('passkey'))
    await recordUse(db, 1, 1, app.services.clock.now())
  })
  await step('passkeys: rename and remove', async () => {
    const { id } = await db
      .selectFrom('passkeys')
      .select('id')
      .where('account_id', '=', alice.id)
      .limit(1)
      .executeTakeFirstOrThrow()
    await call(alice, 'POST /profile/renamePasskey', { id, name: 'Tablet' })
    await call(alice, 'POST /profile/removePasskey', { id, password: DEMO_PASSWORD })
  })
  await step('lock', async () => {
    await call(alice, 'POST /profile/saveLock', { afterMinutes: 15, pin: '4711' })
    await call(alice, 'POST /profile/lockNow', {})
    await call(alice, 'POST /profile/unlock', { pin: '4711' })
    await call(alice, 'POST /profile/saveLock', { afterMinutes: 'off' })
  })

  await step('partners', async () => {
    await call(alice, 'GET /profile/partners')
    await call(alice, 'GET /profile/hint')
    await call(alice, `GET /profile/partners/id/${other}`)
    await call(alice, 'POST /profile/endPartner', { id: other })
  })
  for (const path of [
    '/profile/settings',
    '/profile/sessions',
    '/profile/passkeys',
    '/profile/blocked',
    '/profile/blocked?page=3',
    '/profile/reports',
    '/profile/looks',
    '/profile/decisions',
    '/profile/decisionNotices',
    '/profile/mine',
  ]) {
    await step(`settings: ${path}`, () => call(alice, `GET ${path}`))
  }
  await step('settings: save', async () => {
    await call(alice, 'POST /profile/saveSettings', {
      section: 'visibility',
      shownOnOtherBrands: true,
      showsOnline: true,
      showsReading: true,
      notesVisits: true,
    })
    await call(alice, 'POST /profile/save', {
      section: 'wishes',
      lookingFor: ['man', 'woman'],
      ageFrom: 30,
      ageTo: 45,
      distance: 50,
    })
  })
  for (const list of ['onlineNow', 'nearYou', 'newMembers'])
    await step(`list by wishes: ${list}`, () => call(alice, `GET /widget/${list}/page/1/count/24`))
  await step('search by wishes', () => call(alice, 'GET /search/users'))
  await step('settings: username', () =>
    call(alice, 'POST /profile/changeUsername', { username: 'Alma-of-old' }),
  )

  await step('help', () => call(alice, 'GET /help/index?q=credits'))
  const [question = ''] = app.services.texts
    .shipped()
    .flatMap(({ path }) => /^help\/all\/(.+)$/.exec(path)?.[1] ?? [])
  await step('help: was it useful', () =>
    call(alice, 'POST /help/log', { questionId: question.replace(/\.md$/, ''), wasUseful: true }),
  )
  for (const part of [
    'show=open',
    'show=open&brand=wivesnow',
    'show=open&page=3',
    'show=snoozed',
    'show=closed',
    'show=closed&brand=wivesnow',
    'show=closed&page=9',
    'who=mine',
    'who=nobody&brand=wivesnow',
    'find=answer',
    'show=closed&find=answer+me',
    'ticket=7',
  ]) {
    await step(`tickets: ${part}`, () => call(eve, `GET /staff/tickets?${part}`))
  }
  const picture = 'f'.repeat(32)
  await step('tickets: a picture', () => pictureById(db, 7))
  await step('tickets: pictures, stored', () => picturesThatExist(db, [picture]))
  await step('tickets: pictures, held back', () =>
    db.transaction().execute((trx) => showHeld(trx, [7])),
  )
  await step('tickets: pictures, all', () => storedTicketPictures(db, 0, 600))
  await step('tickets: pictures, for a copy', () => ticketPicturesToCopy(db, eve.id))
  await step('tickets: more urgent', async () => {
    const { id } = await db
      .selectFrom('tickets')
      .select('id')
      .where('closed_at', 'is', null)
      .where('priority', '=', 0)
      .limit(1)
      .executeTakeFirstOrThrow()
    await call(eve, 'POST /staff/ticket', { act: 'raise', id, priority: 'urgent' })
  })
  await step('staff work: next', () =>
    db.transaction().execute((trx) => leaseNext(trx, 'photos', eve.id, now)),
  )
  await step('staff work: held', () => taskHeldBy(db, 'photos', eve.id, now))
  const worker = { staffId: eve.id, hidesHard: true, at: now }
  await step('staff work: figures', () => queueLoads(db, queues, worker))
  await step('staff work: without hard ones', () => leftFor(db, queues, worker))
  await step('staff work: closed by itself', () =>
    db
      .transaction()
      .execute((trx) =>
        closeTasksAbout(trx, photoQueues, 9, { by: null, at: now, outcome: 'deleted' }),
      ),
  )
  await step('reporters', () => call(eve, 'GET /staff/reporters'))
  await step('tickets: texts', () => call(eve, 'GET /staff/cannedTexts'))
  for (const find of ['12', 'alice', 'alice@demo.example', 'ccbill:0001-900-77', 'ali'])
    await step(`staff: members by ${find}`, () => call(eve, `GET /staff/members?find=${find}`))
  for (const [path, body] of [
    ['memberNote', { act: 'add', note: 'Called us.' }],
    ['memberNote', { tag: 'press', act: 'tag' }],
    ['memberNote', { tag: 'press', act: 'untag' }],
  ] as const)
    await step(`staff: ${path}`, () =>
      call(eve, `POST /staff/${path}`, { accountId: alice.id, ...body }),
    )
  for (const [act, amount] of [['signOut'], ['giveDays', 1], ['giveDays', 900]] as const) {
    // What the round before asked for waits no more.
    await db
      .updateTable('member_acts')
      .set({ outcome: 'refused', decided_at: now })
      .where('account_id', '=', alice.id)
      .where('outcome', 'is', null)
      .execute()
    await step(`staff: ${act} ${amount ?? ''}`, () =>
      call(eve, 'POST /staff/actOnMember', { accountId: alice.id, act, amount, reason: 'Asked' }),
    )
  }
  const correction = { email: 'alice@new.example', proof: 'questions', proofNote: 'Three of them' }
  await step('staff: another address', () =>
    call(eve, 'POST /staff/actOnMember', {
      ...{ accountId: alice.id, act: 'correctAddress', reason: 'Asked' },
      ...correction,
    }),
  )
  await step('staff: an address is taken back', async () => {
    const { id: request } = await db
      .selectFrom('member_acts')
      .select('id')
      .where('account_id', '=', alice.id)
      .where('act', '=', 'correctAddress')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return call(eve, 'POST /staff/actOnMember', {
      ...{ accountId: alice.id, act: 'withdraw', request, reason: 'Wrong' },
    })
  })
  await step('staff: what waits for a second person', () => call(eve, 'GET /staff/approvals'))
  const own = await db
    .selectFrom('member_notes')
    .select(['id', 'account_id as accountId'])
    .where('author_id', '=', eve.id)
    .limit(1)
    .executeTakeFirstOrThrow()
  await step('staff: delete a note', () =>
    call(eve, 'POST /staff/memberNote', {
      act: 'delete',
      accountId: own.accountId,
      noteId: own.id,
    }),
  )
  await step('staff: the file of a member', () => call(eve, `GET /staff/member/${alice.id}`))
  await step('staff: advice', () => call(eve, `GET /staff/advice?accountId=${alice.id}`))
  await step('staff: photos that can be hidden', () =>
    call(eve, `GET /staff/hideablePhotos?accountId=${alice.id}`),
  )
  await step('staff work: desk', () => call(eve, 'GET /staff/queues'))
  await step('staff work: list', () => call(eve, 'GET /staff/tasks/cases?brand=adultcrush'))
  await step('staff work: take', () =>
    call(eve, 'POST /staff/task', {
      act: 'take',
      queues: ['photos', 'viewOnce', 'chatPhotos', 'poses'],
    }),
  )
  for (const queue of ['photos', 'reports'])
    await step(`staff work: ${queue}`, () => call(eve, `GET /staff/queue/${queue}`))
  await step('figures', () => call(eve, 'GET /staff/figures?days=90'))
  await step('board', () => call(eve, 'GET /staff/board?days=365'))
  await step('board of a brand', () => call(eve, 'GET /staff/board?brand=adultcrush&days=90'))
  await step('orders of authorities', () => call(eve, 'GET /staff/authorityOrders'))
  await step('transparency', () => call(eve, 'GET /site/transparency'))
  await step('fraud: rules', () => call(eve, 'GET /staff/fraud'))
  await step('fraud: hits', () => call(eve, 'GET /staff/fraudHits?rule=copies&after=2'))
  await step('fraud: a mark', () => call(eve, 'POST /staff/markFraudHit', { id: 2, right: 'yes' }))
  await step('fraud: a task', () => call(eve, 'GET /staff/ruleHits?id=1'))
  await step('removals: trusted flaggers', async () => {
    await call(eve, 'POST /staff/flagger', {
      act: 'add',
      name: 'A hotline',
      email: 'hotline@example.org',
    })
    const { flaggers } = JSON.parse(await call(eve, 'GET /staff/flaggers')) as {
      flaggers: Array<{ id: number }>
    }
    await call(eve, 'POST /staff/flagger', { act: 'end', id: flaggers[0]?.id })
  })
  await step('removals: confirm', async () => {
    await call(eve, 'POST /staff/flagger', {
      act: 'add',
      name: 'Another hotline',
      email: 'flagger@example.org',
    })
    const asked = await call(bob, 'POST /site/reportContent', {
      kind: 'illegal',
      targets: 'alice',
      goodFaith: 'on',
      name: 'Bob',
      email: 'flagger@example.org',
    })
    const { number } = JSON.parse(asked) as { number: string }
    await call(bob, 'POST /site/confirmRequest', {
      token: sign({ confirmedRemoval: Number(number.slice(2)) }, settings.sessionSecret),
    })
  })
  await step('removals: queue', () => call(eve, 'GET /staff/removal'))
  await step('removals: ask', () =>
    call(bob, 'POST /site/reportContent', {
      kind: 'illegal',
      targets: 'alice',
      goodFaith: 'on',
      name: 'Bob',
      email: 'bob@demo.example',
    }),
  )
  await step('removals: take', () =>
    call(eve, 'POST /staff/task', { act: 'take', queues: ['removals'] }),
  )
  await step('photo checks: take', () =>
    call(eve, 'POST /staff/task', { act: 'take', queues: ['poses'] }),
  )
  await step('photo checks: held', () => call(eve, 'GET /staff/pose'))
  for (const part of ['', '?brand=adultcrush&ad=page-wivesnow'])
    await step(`ads: ${part}`, () => call(eve, `GET /staff/adCounts${part}`))
  await step('promo codes', async () => {
    const code = { brand: 'adultcrush', code: 'EVERYTHING' }
    await call(eve, 'POST /staff/content/code', {
      act: 'add',
      ...code,
      percent: 10,
      until: later(now, DAY).toISOString().slice(0, 10),
    })
    await call(eve, 'GET /staff/content/codes')
    await call(bob, 'GET /billing/promoCode?code=everything')
    await call(eve, 'POST /staff/content/code', { act: 'end', ...code })
    await call(eve, 'POST /staff/content/code', { ...code, act: 'end', code: 'SECONDLOOK' })
  })
  await step('ads of publishers', async () => {
    const today = now.toISOString().slice(0, 10)
    const content = {
      ...{ link: 'site:wivesnow', headline: 'A headline', text: 'A text', action: 'Go' },
      ...{ picture: 'drawn:rings', weight: 1, from: today, until: today },
    }
    await call(eve, 'POST /staff/content/ad', {
      ...content,
      act: 'add',
      brand: 'adultcrush',
      slot: 'page',
    })
    const { ads } = JSON.parse(await call(eve, 'GET /staff/content/ads')) as {
      ads: Array<{ id: number; version: number }>
    }
    await call(bob, 'GET /site/getParameters')
    const { id, version } = ads[0] ?? { id: 0, version: 0 }
    await call(eve, 'POST /staff/content/ad', { ...content, act: 'change', id, version })
    await call(eve, 'POST /staff/content/ad', { act: 'end', id })
  })
  await step('affiliates', async () => {
    await call(eve, 'GET /staff/affiliates')
    await call(eve, 'GET /staff/affiliates/affiliate-1')
    const of = { id: 1 }
    await call(eve, 'POST /staff/affiliate', {
      ...{ act: 'add', code: 'every', name: 'Every', email: 'every@partners.example' },
    })
    await call(eve, 'POST /staff/affiliate', {
      ...{ ...of, act: 'terms', model: 'first', amount: '9', currency: 'USD', holdDays: 30 },
    })
    await call(eve, 'POST /staff/affiliate', {
      ...{ ...of, act: 'addCampaign', campaign: 'autumn', title: 'Autumn' },
      ...{ brand: 'adultcrush', path: '/' },
    })
    await call(eve, 'POST /staff/affiliate', { ...of, act: 'endCampaign', campaign: 'autumn' })
    await call(eve, 'POST /staff/affiliate', { ...of, act: 'postbackUrl', url: '' })
    await call(eve, 'GET /staff/approvals')
  })
  await step('affiliates: a charge and its refund', () =>
    db.transaction().execute(async (trx) => {
      await trx.updateTable('accounts').set({ source: 'affiliate-2' }).where('id', '=', 1).execute()
      const charged = {
        ...{ accountId: 1, brand: 'adultcrush', reference: 'every', currency: 'USD' },
        ...{ amount: 900, at: now },
      }
      await returnMoney(trx, { ...charged, amount: 100 })
      await earnByPayment(trx, { ...charged, isFirst: true })
      await returnMoney(trx, { ...charged, amount: 100 })
      await earnByJoin(trx, 1, now)
    }),
  )
  await step('texts', () => call(eve, 'GET /staff/content/texts'))
  await step('texts: history', () => call(eve, `GET /staff/content/text?path=help/all/${question}`))
  await step('texts: members to tell of new terms', () =>
    db
      .transaction()
      .execute((trx) =>
        membersAsked(trx, [{ brand: 'adultcrush', version: '2100-01-01' }], 0, 100),
      ),
  )
  await step('photos: later files', async () => {
    const due = await claimDue(db, now, later(now, 10 * MINUTE))
    if (due) await noteComplete(db, due, later(now, 10 * MINUTE))
  })
  await step('photos: copies and what was found', async () => {
    const { sha256, photoId } = (await storedHashes(db, mine[0]?.id ?? 1)) ?? {
      sha256: new Uint8Array(32),
      photoId: 1,
    }
    await exactCopies(db, sha256, alice.id, 5)
    await photosOfOthers(db, [photoId, photoId + 1], alice.id)
    await hashTableWith(db, sha256)
    await validHashes(db, [1, 2, 3])
    await findingsOf(db, photoId)
    await partnersAmong(db, alice.id, [bob.id])
  })

  for (const reading of readings)
    await step(`metrics: ${Object.keys(reading.metrics).join(', ')}`, () =>
      reading.read(app.services),
    )

  for (const job of [...allJobs, demoVisitsJob]) {
    const work = job.start(app.services)
    await step(`job: ${job.name}`, () => work.run(new AbortController().signal))
    if ('close' in work) await work.close?.()
  }
}

async function openStream(
  { app, now }: Network,
  viewer: { brand: string; cookie: string },
): Promise<void> {
  const host = `api.${viewer.brand}.localhost:4321`
  const gone = new AbortController()
  const request = new Request(`http://${host}/event/stream`, {
    headers: {
      Host: host,
      Cookie: viewer.cookie,
      Origin: `http://www.${viewer.brand}.localhost:4321`,
      'X-Requested-With': 'XMLHttpRequest',
    },
    signal: gone.signal,
  })
  const response = await app.frontDoor(request, '203.0.113.9', () =>
    Promise.reject(new Error('no pages here')),
  )
  if (!response.ok) throw new Error(`no stream at ${now.toISOString()}: ${response.status}`)
  await response.body?.cancel()
  gone.abort()
}

import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Erasure } from '#api/erasure.server.ts'
import { features } from '#features.server.ts'
import { BATCH } from '#jobs/worker.server.ts'
import { DAY } from '#lib/clock.ts'
import { eraseAccount, erasureJob, retentionJob } from '#members/leaving/erasure.server.ts'
import { erasuresOf } from '#members/leaving/erasures.server.ts'
import { chatPhotoName } from '#members/messages/chat-photos/chat-photos.ts'
import { viewOnceName } from '#members/messages/view-once/view-once.ts'
import { recordingName } from '#members/messages/voice/recordings.ts'
import { app, runJob, withApp } from '#tests/support/app.ts'
import { becomesPremium, type CastMember, joins } from '#tests/support/cast.ts'
import { erase, leave, meets } from '#tests/support/leaving.ts'
import { aPhoto, storedFiles, upload } from '#tests/support/photos.ts'

withApp()
let Dan: CastMember
let count = 0
beforeAll(async () => {
  await joins(app, { brand: 'adultcrush', username: 'Ned' })
})

// A session ends after thirty days without a visit, and these tests take years.
beforeEach(async () => {
  count += 1
  Dan = await joins(app, {
    brand: 'adultcrush',
    username: `Dan${count}`,
    gender: 'man',
    lookingFor: ['woman'],
  })
  await becomesPremium(app, Dan)
})

async function newcomer(): Promise<CastMember> {
  count += 1
  const member = await joins(app, { brand: 'adultcrush', username: `Anna${count}` })
  await becomesPremium(app, member)
  return member
}

type Column = { table: string; column: string }

/**
 * The columns that refer to an account: by a foreign key, or by their name where the row outlives
 * the account.
 */
async function columnsOfAccounts(): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.conrelid::regclass::text as table, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.confrelid = 'accounts'::regclass
    union
    select c.table_name, c.column_name from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
    where c.table_schema = 'public' and c.data_type = 'bigint' and not (select relispartition from pg_class where oid = to_regclass(c.table_name))
      -- Of a photo, a report or another thing that the job is about.
      and (c.table_name, c.column_name) <> ('tasks', 'subject_id')
      and c.column_name in ('account_id', 'actor_id', 'subject_id', 'member_id', 'user_id', 'owner_id', 'viewer_id', 'other_id', 'sender_id')
    order by 1, 2`.execute(app.db)
  return rows
}

function missingIn(erasures: readonly Erasure[], columns: readonly Column[]): string[] {
  const said = new Set(
    erasures.flatMap(({ table, columns: own }) => own.map((column) => `${table}.${column}`)),
  )
  return columns.map(({ table, column }) => `${table}.${column}`).filter((name) => !said.has(name))
}

describe('the table of erasures', () => {
  test('says of every column with an account’s id what happens to it, each once', async () => {
    const columns = await columnsOfAccounts()
    expect(columns.length).toBeGreaterThan(40)
    expect(missingIn(erasuresOf(features), columns)).toEqual([])
    const all = erasuresOf(features).flatMap(({ table, columns: own }) =>
      own.map((column) => `${table}.${column}`),
    )
    expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([])
  })

  test('is refused where the schema says one thing, and the room of a table does another', () => {
    const room = 'members/gifts'
    expect(() => erasuresOf([{ room }])).toThrow(/^\w+: its room does not do what the schema says$/)
    const erase = async () => 0
    expect(() => erasuresOf([{ room, erasures: { copy_searches: { erase } } }])).toThrow(
      'copy_searches: the schema says nothing of a member',
    )
    expect(() => erasuresOf([{ room, erasures: { hash_table: { erase } } }])).toThrow(
      'hash_table: its room erases what the schema does not',
    )
  })

  test('misses a table that somebody adds without saying so', async () => {
    const { db } = app
    await sql`create table gifts (id bigint primary key, given_by bigint not null references accounts)`.execute(
      db,
    )
    expect(missingIn(erasuresOf(features), await columnsOfAccounts())).toEqual(['gifts.given_by'])
    await sql`drop table gifts`.execute(db)
  })
})

/**
 * Gives the account a row in every table that is erased, by what the features do and, where none
 * does it here, by hand.
 */
async function fillEverything(Anna: CastMember): Promise<void> {
  const { db } = app
  const at = app.clock.now()
  const me = sql`${Anna.id}::bigint`
  const dan = sql`${Dan.id}::bigint`
  await upload(Anna, await aPhoto())
  await meets(app, Anna, Dan)
  const recording = String(Anna.id).padStart(32, '0')
  await app.services.photoFiles.write(
    new Map([
      [recordingName(recording), new Uint8Array(9)],
      [viewOnceName(recording), new Uint8Array(9)],
      [chatPhotoName(recording, 'large'), new Uint8Array(9)],
      [chatPhotoName(recording, 'small'), new Uint8Array(9)],
    ]),
  )
  for (const statement of [
    sql`insert into recordings (message_id, account_id, key, milliseconds) select id, sender_id, ${recording}, 2000 from messages where sender_id = ${me} limit 1`,
    sql`insert into view_once_photos (message_id, account_id, key, width, height, ends_at, file_until)
      select id, sender_id, ${recording}, 300, 400, ${at}, ${at} from messages where sender_id = ${me} limit 1`,
    sql`insert into chat_photos (id, account_id, other_id, brand, key, width, height, sent_at) values (nextval(pg_get_serial_sequence('messages', 'id')), ${me}, ${dan}, 'adultcrush', ${recording}, 300, 400, ${at})`,
    sql`insert into message_quotes (message_id, owner_id, prompt_id, question, answer) select id, ${me}, 1, 'Ask me about', 'Trees' from messages where sender_id = ${dan} limit 1`,
    sql`insert into prompt_answers (account_id, position, brand, prompt, question, answer, created_at) values (${me}, 1, 'adultcrush', 'want', 'What I want', 'A walk', ${at})`,
    sql`insert into updates (account_id, body, created_at) values (${me}, 'Out for a walk', ${at})`,
    sql`insert into pose_checks (account_id, pose, asked_at, sent_at, key) values (${me}, 'thumb', ${at}, ${at}, ${recording})`,
    sql`insert into liked_parts (liker_id, liked_id, photo_id, created_at) select liker_id, liked_id, 1, ${at} from likes where ${me} in (liker_id, liked_id)`,
    sql`update profiles set facts = '{"smoking": ["no"]}' where account_id = ${me}`,
    sql`insert into taken_likes (liker_id, liked_id, liked_at, parts, taken_at) values (${me}, ${dan}, ${at}, '[]', ${at}), (${dan}, ${me}, ${at}, '[]', ${at})`,
    sql`insert into passes (passer_id, passed_id, created_at) values (${me}, ${dan}, ${at}), (${dan}, ${me}, ${at})`,
    sql`insert into photo_grants (owner_id, viewer_id, granted_at) values (${me}, ${dan}, ${at}), (${dan}, ${me}, ${at})`,
    sql`insert into message_attempts (account_id, other_id, attempted_at) values (${me}, ${dan}, ${at}), (${dan}, ${me}, ${at})`,
    sql`insert into message_reveals (account_id, message_id, revealed_at) select account_id, m.id, ${at} from messages m
      join conversation_sides s on s.conversation_id = m.conversation_id and s.account_id <> m.sender_id where ${me} in (s.account_id, s.other_id)`,
    sql`insert into message_reactions (message_id, account_id, reaction, reacted_at) select m.id, account_id, 'love', ${at} from messages m
      join conversation_sides s on s.conversation_id = m.conversation_id where ${me} in (s.account_id, s.other_id)`,
    sql`insert into home_visits (account_id, seen_at) values (${me}, ${at})`,
    sql`insert into push_subscriptions (account_id, session_id, brand, endpoint, p256dh, auth, kinds, created_at)
      select account_id, id, brand, 'https://push.example.test/' || id, 'x', 'x', '{message}', ${at} from sessions where account_id = ${me} limit 1`,
    sql`insert into stays (account_id, country, place_id, place_name, region, latitude, longitude, from_day, until_day, created_at) values (${me}, 'GB', 1, 'London', 'England', 51, 0, '2026-11-20', '2099-01-01', ${at})`,
    sql`insert into pushes (subscription_id, kind, other_id, next_try_at) select id, 'message', ${me}, ${at} from push_subscriptions order by id limit 1 on conflict do nothing`,
    sql`insert into date_links (account_id, other_id, brand, token_hash, nonce, place, note, meets_at, utc_offset, hours, ends_at, shows_name, shows_photo, shows_brand, created_at)
      select mine, theirs, 'adultcrush', sha256(('link-' || mine)::bytea), 'n', 'Café', '', '2026-11-27T20:00', 0, 6, ${at}::timestamptz + interval '90 days', true, true, false, ${at}
      from (values (${me}, ${dan}), (${dan}, ${me})) as pair (mine, theirs) on conflict do nothing`,
    sql`insert into people_seen (account_id, started_at, seen, before) values (${me}, ${at}, 0::bit(8192), 0::bit(8192)) on conflict do nothing`,
    sql`insert into saved_searches (account_id, name, query, created_at) values (${me}, 'Near', 'radius=25', ${at})`,
    sql`insert into tickers_seen (account_id, ticker, seen_at) values (${me}, 'newLikes', ${at}) on conflict do nothing`,
    sql`insert into events (account_id, name, at) values (${me}, 'seen', ${at})`,
    sql`insert into onboarding_steps (account_id, step, opened_at, done_at) values (${me}, 'justRegistered', ${at}, ${at})`,
    sql`insert into fraud_notices (account_id, other_id, at) values (${me}, ${dan}, ${at}), (${dan}, ${me}, ${at})`,
    sql`insert into fraud_messages (account_id, other_id, is_first, has_contact, asks_money, at) values (${me}, ${dan}, true, false, false, ${at}::timestamptz + interval '9 years'), (${dan}, ${me}, true, false, false, ${at}::timestamptz + interval '9 years')`,
    sql`insert into rule_hits (rule, account_id, day, features, shadow, at) values ('copies', ${me}, '2026-11-20', '{}', true, ${at}) on conflict do nothing`,
    sql`insert into trusted_flaggers (name, email, added_at, added_by, ended_at, ended_by) values ('A hotline', 'hotline@example.org', ${at}, ${me}, ${at}, ${me})`,
    sql`insert into promo_codes (brand, code, percent, until, added_at, added_by, ended_at, ended_by) values ('adultcrush', ${`C${Anna.id}`}, 10, '2027-01-01', ${at}, ${me}, ${at}, ${me}) on conflict do nothing`,
    sql`insert into brand_pictures (name, alt, key, digest, width, height, added_at, added_by, changed_by) values ('n', 'a', ${`k${Anna.id}`}, ${`d${Anna.id}`}, 1, 1, ${at}, ${me}, ${me}) on conflict do nothing`,
    sql`insert into booked_ads (slot, link, headline, text, action, weight, runs_from, runs_until, added_at, added_by, changed_by, ended_by) values ('page', 'site:wivesnow', 'h', 't', 'a', 1, '2027-01-01', '2027-01-01', ${at}, ${me}, ${me}, ${me})`,
    sql`insert into affiliates (code, name, email, sealed_secret, added_at, added_by) values (${`a-${Anna.id}`}, 'A', 'a@partners.example', '', ${at}, ${me})`,
    sql`insert into commissions (token, affiliate_id, kind, account_id, campaign, subid, brand, reference, charge, amount, currency, earned_at, due_at)
      select 'c-' || id, id, 'share', ${me}, '', 'click', 'adultcrush', 'c-' || id, 100, 25, 'USD', ${at}, ${at} from affiliates where added_by = ${me}`,
    sql`insert into fraud_marks (hit_id, is_right, marked_at, marked_by) select id, true, ${at}, ${me} from rule_hits where account_id = ${me} on conflict do nothing`,
    sql`insert into account_changes (account_id, kinds, due_at, since) values (${me}, '{place}', ${at}::timestamptz + interval '90 days', ${at}) on conflict do nothing`,
    sql`insert into fraud_limits (account_id, kind, since, until) values (${me}, 'slow', ${at}, ${at}::timestamptz + interval '9 years')`,
    sql`insert into known_devices (device_hash, account_id, seen_at) values (sha256(${String(Anna.id)}::text::bytea), ${me}, ${at})`,
    sql`insert into passkeys (account_id, brand, credential_id, public_key, user_handle, sign_count, transports, name, created_at)
      values (${me}, 'adultcrush', sha256(${String(Anna.id)}::text::bytea), '\\x01', '\\x01', 0, '{}', 'Phone', ${at})`,
    sql`insert into former_usernames (username_key, username_look, account_id, given_up_at) values (${`old-${Anna.id}`}, ${`old-${Anna.id}`}, ${me}, ${at}::timestamptz + interval '90 days')`,
    sql`insert into reset_requests (brand, email, requested_at, account_id, due_at) values ('adultcrush', 'x', ${at}, ${me}, ${at}::timestamptz + interval '90 days')`,
    sql`insert into idempotency_keys (account_id, key, request_hash, status, answer, created_at) values (${me}, 'k', sha256('k'), 200, '{}', ${at}::timestamptz + interval '90 days')`,
    sql`insert into member_notes (account_id, author_id, body, created_at) values (${me}, ${dan}, 'Called us.', ${at}), (${dan}, ${me}, 'Called us.', ${at})`,
    sql`insert into member_acts (account_id, act, amount, reason, asked_by, asked_at, expires_at) values (${me}, 'giveDays', 30, 'A fault.', ${dan}, ${at}, ${at}), (${dan}, 'giveDays', 30, 'A fault.', ${me}, ${at}, ${at})`,
    sql`insert into member_tags (account_id, tag, author_id, created_at) values (${me}, 'press', ${dan}, ${at}), (${dan}, 'press', ${me}, ${at})`,
    sql`insert into second_factors (account_id, sealed_secret, last_step, confirmed_at) values (${me}, 'x', 1, ${at})`,
    sql`insert into second_factor_offers (session_id, account_id, sealed, offered_at) select id, account_id, 'x', ${at} from sessions where account_id = ${me} limit 1`,
    sql`insert into recovery_codes (account_id, code_hash) values (${me}, sha256('r'))`,
    sql`insert into staff_shifts (account_id, began_at, active_at) values (${me}, ${at}, ${at})`,
    sql`insert into staff_views (account_id, place, name, queues, brand) values (${me}, 'cases', 'Mine', '{reports}', '')`,
    sql`insert into staff_roles (account_id, role, given_at) values (${me}, 'support', ${at})`,
    sql`insert into coming_blocks (blocker_id, blocked_id, contact_id, takes_effect_at) values (${me}, ${dan}, 1, ${at}), (${dan}, ${me}, 2, ${at})`,
    sql`insert into blocked_contacts (account_id, contact_hash, created_at) values (${me}, '\\x01', ${at})`,
    sql`insert into partner_links (inviter_id, invitee_id, invited_at) select ${me}, id, ${at} from accounts where id <> ${me} order by id limit 1`,
    sql`insert into partner_links (inviter_id, invitee_id, invited_at, accepted_at) select id, ${me}, ${at}, ${at} from accounts where id <> ${me} order by id desc limit 1`,
    sql`insert into blocks (blocker_id, blocked_id, created_at) select ${me}, id, ${at} from accounts where id not in (${me}, ${dan}) limit 1`,
    sql`insert into exports (account_id, brand, asked_at, ready_at) values (${me}, 'adultcrush', ${at}, ${at})`,
    sql`insert into export_parts (export_id, part, bytes) select id, 0, 'zip' from exports where account_id = ${me}`,
    sql`insert into reports (reporter_id, reported_id, brand, reason, created_at, closed_at) values (${me}, ${dan}, 'adultcrush', 'scam', ${at}, ${at}), (${dan}, ${me}, 'adultcrush', 'fake', ${at}, null)`,
    sql`insert into decisions (account_id, person_hash, brand, scope, act, policy, severity, note, internal_note, is_automated, decided_by, decided_at)
      values (${me}, '\\x01', 'adultcrush', 'network', 'warn', 'spam', 'low', 'No advertising, please.', '', false, ${dan}, ${at})`,
    sql`insert into fraud_bans (decision_id, account_id, banned_at, due_at, done_at) select id, account_id, ${at}, ${at}, ${at} from decisions where account_id = ${me} on conflict do nothing`,
    sql`insert into held_messages (sender_id, other_id, brand, held_at, until) values (${me}, ${dan}, 'adultcrush', ${at}, ${at}), (${dan}, ${me}, 'adultcrush', ${at}, ${at})`,
    sql`insert into strikes (decision_id, account_id, person_hash, policy, weight, given_at) select id, account_id, person_hash, policy, 1, decided_at from decisions where account_id = ${me}`,
    sql`insert into muted_reporters (account_id, until, muted_at, muted_by) values (${me}, ${at}::timestamptz + interval '30 days', ${at}, ${dan})`,
    sql`insert into removed_texts (decision_id, account_id, words, removed_at) select id, account_id, '{}', decided_at from decisions where account_id = ${me}`,
    sql`insert into decision_notices (account_id, decision_id, what, at) select account_id, id, 'decided', decided_at from decisions where account_id = ${me} on conflict do nothing`,
    sql`insert into closed_sessions (token_hash, account_id, brand, expires_at) values (sha256(${Anna.username}::text::bytea), ${me}, 'adultcrush', ${at}::timestamptz + interval '90 days')`,
    sql`insert into brand_closures (account_id, brand) values (${me}, 'wivesnow')`,
    sql`insert into site_visits (month, brand, account_id) values ('2020-01-01', 'wivesnow', ${me})`,
    sql`insert into authority_orders (brand, received_at, authority, country, kind, category, recorded_by) values ('wivesnow', ${at}, 'A court', 'DE', 'remove', 'illegal', ${me})`,
    sql`insert into appeals (decision_id, account_id, words, made_at) select id, account_id, 'No.', decided_at from decisions where account_id = ${me}`,
    sql`insert into tickets (account_id, brand, email, subject, body, created_at, closed_at, closed_by, answer) values (${me}, 'adultcrush', 'x', 'A question', 'How?', ${at}, ${at}, ${dan}, 'So.')`,
    sql`insert into orders (account_id, brand, keyword, amount, currency, created_at, paid_at) values (${me}, 'adultcrush', 'ac-month', 2995, 'USD', ${at}, ${at})`,
    sql`insert into subscriptions (account_id, brand, provider, provider_reference, plan, started_at, paid_until) values (${me}, 'adultcrush', 'gateway', ${`sub-${Anna.id}`}, 'ac-month', ${at}, ${at}::timestamptz + interval '30 days')`,
    sql`insert into payments (order_id, account_id, brand, kind, amount, currency, processor, reference, charged_at) select id, account_id, brand, 'initial', amount, currency, 'gateway', 'pay-' || id, paid_at from orders where account_id = ${me}`,
    sql`insert into partner_access (account_id, brand, reference, granted_at, until, created_at) values (${me}, 'xmeeting', ${`partner-${Anna.id}`}, ${at}, ${at}, ${at})`,
    sql`insert into location_reveals (account_id, other_id, revealed_at) values (${me}, ${dan}, ${at}), (${dan}, ${me}, ${at})`,
    sql`insert into credit_lots (account_id, source, reference, created_at) values (${me}, 'grant', 'welcome', ${at})`,
    sql`insert into credit_entries (account_id, lot_id, amount, reason, created_at) select account_id, id, 3, 'grant', ${at} from credit_lots where account_id = ${me}`,
    sql`insert into audit_log (at, actor_id, action, subject_id, brand) values (${at}, ${me}, 'block', ${dan}, 'adultcrush')`,
    sql`insert into mails (account_id, brand, kind, recipient, subject, text_body, html_body, queued_at, next_try_at) values (${me}, 'adultcrush', 'test', 'x', 'x', 'x', 'x', ${at}, ${at}::timestamptz + interval '90 days')`,
    sql`insert into mail_suppressions (email_hash, list, since) values (sha256(${Anna.username}::text::bytea), 'news', ${at})`,
  ])
    await statement.execute(db)
}

/** How many rows of each column hold this account's id. */
async function rowsWith(accountId: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { table, column } of await columnsOfAccounts()) {
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from ${sql.table(table)} where ${sql.ref(column)} = ${accountId}`.execute(
      app.db,
    )
    counts[`${table}.${column}`] = rows[0]?.n ?? 0
  }
  return counts
}

const namesOf = (which: ReadonlyArray<Erasure['onErasure']>) =>
  erasuresOf(features)
    .filter(({ onErasure }) => which.includes(onErasure))
    .flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`))

describe('an erasure', () => {
  test('leaves of an account in every table what the table of erasures says, and its files nowhere', async () => {
    const Anna = await newcomer()
    await fillEverything(Anna)
    const before = await rowsWith(Anna.id)
    // Each of these has something to erase, so that nothing passes because it was empty.
    const empty = namesOf(['erased']).filter((name) => before[name] === 0)
    expect(
      empty.filter(
        (name) =>
          !['tokens.account_id', 'blocks.blocked_id', 'matches.low_id', 'matches.high_id'].includes(
            name,
          ),
      ),
    ).toEqual([])
    expect(await storedFiles(app)).not.toEqual([])
    await leave(Anna)
    app.clock.advance(15 * DAY)
    await erase(app)
    const after = await rowsWith(Anna.id)
    expect(Object.fromEntries(namesOf(['erased']).map((name) => [name, after[name] ?? 0]))).toEqual(
      Object.fromEntries(namesOf(['erased']).map((name) => [name, 0])),
    )
    for (const name of [
      'orders.account_id',
      'payments.account_id',
      'subscriptions.account_id',
      'credit_lots.account_id',
      'reports.reporter_id',
      'reports.reported_id',
      'tickets.account_id',
      'decisions.account_id',
      'strikes.account_id',
      'departures.account_id',
    ]) {
      expect([name, after[name]]).toEqual([name, before[name] === 0 ? 1 : before[name]])
    }
    // What an affiliate earned by her stays, and says neither by whom nor by which click.
    expect([before['commissions.account_id'], after['commissions.account_id']]).toEqual([1, 0])
    expect(
      await app.db
        .selectFrom('commissions')
        .select(['amount', 'subid'])
        .where('reference', 'like', 'c-%')
        .execute(),
    ).toEqual([{ amount: 25, subid: null }])
    expect(await storedFiles(app)).toEqual([])
    const { rows } = await sql`select * from export_parts`.execute(app.db)
    expect(rows).toEqual([])
  })

  test('takes the messages of who left, and leaves the other their own', async () => {
    const Anna = await newcomer()
    await meets(app, Anna, Dan)
    const silent = await newcomer()
    await becomesPremium(app, silent)
    await leave(Anna)
    app.clock.advance(15 * DAY)
    await erase(app)
    const { rows } = await sql<{ sender_id: number; body: string }>`
      select m.sender_id, m.body from messages m join conversations c on c.id = m.conversation_id where ${Anna.id} in (c.low_id, c.high_id)`.execute(
      app.db,
    )
    expect(rows).toEqual([{ sender_id: Dan.id, body: `From ${Dan.username}` }])
    const side = await app.db
      .selectFrom('conversation_sides')
      .selectAll()
      .where('other_id', '=', Anna.id)
      .executeTakeFirstOrThrow()
    const last = await sql<{
      id: number
    }>`select max(id)::int as id from messages where conversation_id = ${side.conversation_id}`.execute(
      app.db,
    )
    expect([side.unread, side.last_message_id]).toEqual([0, last.rows[0]?.id])
  })

  test('goes on where a crash at any step stopped it, and twice at once does no harm', async () => {
    const all = erasuresOf(features)
    const steps = all.filter((step) => 'erase' in step && step.erase !== undefined)
    const Anna = await newcomer()
    await fillEverything(Anna)
    await leave(Anna)
    app.clock.advance(15 * DAY)
    const gone = new AbortController().signal
    for (let at = 0; at < steps.length; at += 3) {
      const crashing = all.map((step) =>
        step === steps[at] ? { ...step, erase: () => Promise.reject(new Error('a crash')) } : step,
      ) as Erasure[]
      await expect(eraseAccount(app.services, Anna.id, gone, crashing)).rejects.toThrow('a crash')
      expect(
        (
          await app.db
            .selectFrom('departures')
            .selectAll()
            .where('account_id', '=', Anna.id)
            .executeTakeFirstOrThrow()
        ).erased_at,
      ).toBeNull()
    }
    await Promise.all([
      eraseAccount(app.services, Anna.id, gone),
      eraseAccount(app.services, Anna.id, gone),
    ])
    const after = await rowsWith(Anna.id)
    expect(namesOf(['erased']).filter((name) => after[name] !== 0)).toEqual([])
    expect(
      (
        await app.db
          .selectFrom('departures')
          .selectAll()
          .where('account_id', '=', Anna.id)
          .executeTakeFirstOrThrow()
      ).erased_at,
    ).not.toBeNull()
  })

  test('that fails for one does not keep the others waiting, and is tried again', async () => {
    const first = await newcomer()
    const second = await newcomer()
    await upload(first, await aPhoto())
    await leave(first)
    app.clock.advance(1000)
    await leave(second)
    app.clock.advance(15 * DAY)
    const photoFiles = {
      ...app.services.photoFiles,
      remove: () => Promise.reject(new Error('the bucket is gone')),
    }
    await erasureJob.start({ ...app.services, photoFiles }).run(new AbortController().signal)
    const erasedAt = async ({ id }: CastMember) =>
      (
        await app.db
          .selectFrom('departures')
          .selectAll()
          .where('account_id', '=', id)
          .executeTakeFirstOrThrow()
      ).erased_at
    expect([await erasedAt(first), (await erasedAt(second)) === null]).toEqual([null, false])
    expect(app.logged.join()).toContain('the bucket is gone')
    app.clock.advance(11 * 60_000)
    await erase(app)
    expect(await erasedAt(first)).not.toBeNull()
  })

  test('works in batches, and ends between two of them when the process stops', async () => {
    const Anna = await newcomer()
    await meets(app, Anna, Dan)
    const messages = BATCH * 2 + 5
    await sql`
      insert into messages (conversation_id, sender_id, kind, body, created_at)
      select conversation_id, ${Anna.id}, 'text', 'Message ' || n, ${app.clock.now()} from conversation_sides, generate_series(1, ${sql.lit(messages)}) n where account_id = ${Anna.id}`.execute(
      app.db,
    )
    const left = async () =>
      (
        await sql<{
          n: number
        }>`select count(*)::int as n from messages where sender_id = ${Anna.id}`.execute(app.db)
      ).rows[0]?.n
    await leave(Anna)
    app.clock.advance(15 * DAY)
    const stopping = new AbortController()
    const once = erasuresOf(features).map((step) => {
      if (step.table !== 'messages' || !('erase' in step) || step.erase === undefined) return step
      const { erase: inner } = step
      return {
        ...step,
        erase: async (...given: Parameters<typeof inner>) => (stopping.abort(), inner(...given)),
      }
    }) as Erasure[]
    await eraseAccount(app.services, Anna.id, stopping.signal, once)
    expect(await left()).toBe(messages + 1 - BATCH)
    await erase(app)
    expect(await left()).toBe(0)
  })
})

describe('what is kept', () => {
  test('is deleted by the job when its period has ended, and not before', async () => {
    const Anna = await newcomer()
    await fillEverything(Anna)
    await leave(Anna)
    app.clock.advance(15 * DAY)
    await erase(app)
    const sweep = () => runJob(app, retentionJob)
    const left = async () => {
      const after = await rowsWith(Anna.id)
      return Object.keys(after).filter(
        (name) => after[name] !== 0 && namesOf(['kept']).includes(name),
      )
    }
    await sweep()
    expect(await left()).toEqual(
      expect.arrayContaining([
        'audit_log.actor_id',
        'credit_entries.account_id',
        'departures.account_id',
        'orders.account_id',
        'reports.reporter_id',
        'tickets.account_id',
      ]),
    )
    app.clock.advance(366 * DAY)
    await sweep()
    // The report about Anna was never decided.
    expect(await left()).toEqual([
      'appeals.account_id',
      'audit_log.actor_id',
      'audit_log.subject_id',
      'credit_entries.account_id',
      'credit_lots.account_id',
      'decisions.account_id',
      'departures.account_id',
      'fraud_bans.account_id',
      'orders.account_id',
      'payments.account_id',
      'reports.reported_id',
      'strikes.account_id',
      'subscriptions.account_id',
    ])
    app.clock.advance(2 * 366 * DAY)
    await sweep()
    expect(await left()).not.toContain('decisions.account_id')
    // The log goes by months.
    app.clock.advance(31 * DAY)
    await sweep()
    expect(await left()).toEqual([
      'credit_entries.account_id',
      'credit_lots.account_id',
      'orders.account_id',
      'payments.account_id',
      'reports.reported_id',
      'subscriptions.account_id',
    ])
    app.clock.advance(8 * 366 * DAY)
    await sweep()
    expect(await left()).toEqual(['reports.reported_id'])
  })

  test('of counts is deleted after three years', async () => {
    const { db } = app
    const day = (ago: number) =>
      new Date(app.clock.now().getTime() - ago * DAY).toISOString().slice(0, 10)
    for (const ago of [1, 1000, 1200]) {
      await sql`insert into help_votes (brand, question_id, day, useful, not_useful) values ('adultcrush', 'aged', ${day(ago)}, 1, 0)`.execute(
        db,
      )
      await sql`insert into message_questions (rule, event, day, count) values ('aged', 'asked', ${day(ago)}, 1)`.execute(
        db,
      )
    }
    await runJob(app, retentionJob)
    expect(
      (
        await db
          .selectFrom('help_votes')
          .select('day')
          .where('question_id', '=', 'aged')
          .orderBy('day')
          .execute()
      ).map((row) => row.day),
    ).toEqual([day(1000), day(1)])
    expect(
      await db.selectFrom('message_questions').select('day').where('rule', '=', 'aged').execute(),
    ).toHaveLength(2)
  })

  test('keeps the ledger of who is still here, whatever its age', async () => {
    const Anna = await newcomer()
    const { db } = app
    await sql`insert into credit_lots (account_id, source, reference, created_at) values (${Anna.id}, 'grant', 'old', ${app.clock.now()})`.execute(
      db,
    )
    await sql`insert into credit_entries (account_id, lot_id, amount, reason, created_at) select account_id, id, 3, 'grant', created_at from credit_lots where account_id = ${Anna.id}`.execute(
      db,
    )
    app.clock.advance(11 * 366 * DAY)
    await runJob(app, retentionJob)
    expect((await rowsWith(Anna.id))['credit_entries.account_id']).toBe(1)
  })
})

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { grantCredits } from '#money/credits/credits.sql.ts'
import { signIn } from '../support/network.ts'
import { busiestMembers, MEMBERS, openMembers, startNetwork } from './network.ts'
import { takeTurns } from './turns.ts'

/** One inbox is full: 2,000 conversations, one of them 5,000 messages long. */
const network = await startNetwork()
const { db, call, now } = network

const busiest = await busiestMembers(db).limit(50).execute()
const viewers = await signIn(network, busiest)
const [collector] = await signIn(
  network,
  await openMembers(db).where('accounts.brand', '=', 'wivesnow').limit(1).execute(),
)
if (!collector) throw new Error('nobody there')
await fillInbox(collector.id)
await db.transaction().execute((trx) =>
  grantCredits(trx, collector.id, {
    credits: 1_000_000,
    source: 'grant',
    reference: 'bench',
    expiresAt: null,
    at: now,
  }),
)
await sql`vacuum analyze`.execute(db)

const partners = new Map<number, number[]>()
for (const { id } of [...viewers, collector]) {
  const rows = await sql<{ id: number }>`
    select side.other_id as id from conversation_sides side
    join visible_profiles p on p.account_id = side.other_id and p.viewer_id = side.account_id
    join accounts me on me.id = side.account_id and p.seen_on = me.brand
    where side.account_id = ${id} order by side.last_message_at desc limit 40`.execute(db)
  partners.set(
    id,
    rows.rows.map((row) => row.id),
  )
}
const viewer = (turn: number) => viewers[turn % viewers.length] ?? collector
const partner = (id: number, turn: number) =>
  partners.get(id)?.[turn % (partners.get(id)?.length ?? 1)] ?? 0

process.stdout.write(
  `${MEMBERS} members; ${busiest.at(-1)?.conversations}–${busiest[0]?.conversations} conversations each, 2,000 in the full inbox\n`,
)
await takeTurns(
  db,
  [
    { name: 'select 1', run: () => sql`select 1`.execute(db) },
    { name: 'inbox', run: (turn) => call(viewer(turn), 'GET /message/index'), target: 5 },
    { name: 'inbox, full', run: () => call(collector, 'GET /message/index'), target: 5 },
    {
      name: 'inbox, unread',
      run: (turn) => call(viewer(turn), 'GET /message/index?show=unread'),
      target: 5,
    },
    {
      name: 'inbox, full, unread',
      run: () => call(collector, 'GET /message/index?show=unread'),
      target: 5,
    },
    {
      name: 'inbox, hidden',
      run: (turn) => call(viewer(turn), 'GET /message/index?show=hidden'),
      target: 5,
    },
    {
      name: 'inbox, matches',
      run: (turn) => call(viewer(turn), 'GET /message/index?show=matches'),
      target: 5,
    },
    {
      name: 'inbox, words',
      run: (turn) => call(viewer(turn), 'GET /message/index?q=week'),
      target: 5,
    },
    {
      name: 'inbox, words of nobody',
      run: (turn) => call(viewer(turn), 'GET /message/index?q=xyzzy'),
      target: 5,
    },
    {
      name: 'inbox, full, words of nobody',
      run: () => call(collector, 'GET /message/index?q=xyzzy'),
    },
    {
      name: 'corner of messages',
      run: (turn) => call(viewer(turn), 'GET /widget/chatMessages'),
      target: 5,
    },
    {
      name: 'chat',
      run: (turn) =>
        call(viewer(turn), `GET /message/chatMessages?id=${partner(viewer(turn).id, turn)}`),
      target: 3,
    },
    {
      name: 'chat of 5,000 messages',
      run: () => call(collector, `GET /message/chatMessages?id=${partner(collector.id, 0)}`),
      target: 3,
    },
    {
      name: 'a message, paid in credits',
      run: (turn) =>
        call(collector, 'POST /message/chatMessages', {
          id: partner(collector.id, turn),
          body: `A word ${randomUUID()}`,
        }),
    },
    {
      name: 'mark as read',
      run: (turn) =>
        call(collector, 'POST /message/markAsRead', { id: partner(collector.id, turn) }),
    },
  ],
  { rounds: 6, runs: 50 },
)
await network.close()

async function fillInbox(memberId: number): Promise<void> {
  await sql`
    insert into conversations (low_id, high_id, created_at)
    select least(id, ${memberId}), greatest(id, ${memberId}), ${now}::timestamptz from accounts
    where id <> ${memberId} order by id limit 2000 on conflict do nothing`.execute(db)
  await sql`
    insert into messages (conversation_id, sender_id, kind, body, created_at)
    select c.id, case when low_id = ${memberId} then high_id else low_id end, 'text', 'How was your week?', ${now}::timestamptz - c.id * interval '1 second'
    from conversations c where ${memberId} in (low_id, high_id)`.execute(db)
  await sql`
    insert into messages (conversation_id, sender_id, kind, body, created_at)
    select c.id, case when n % 2 = 0 then low_id else high_id end, 'text', 'Message ' || n, ${now}::timestamptz
    from (select * from conversations where ${memberId} in (low_id, high_id) order by id desc limit 1) c, generate_series(1, 5000) n`.execute(
    db,
  )
  await sql`
    insert into conversation_sides (conversation_id, account_id, other_id, last_message_id, last_message_at, unread)
    select c.id, side.me, side.other, m.id, m.created_at, 0
    from conversations c
    cross join lateral (values (low_id, high_id), (high_id, low_id)) side (me, other)
    cross join lateral (select id, created_at from messages where conversation_id = c.id order by id desc limit 1) m
    where ${memberId} in (low_id, high_id)
    on conflict (account_id, other_id) do update set last_message_id = excluded.last_message_id, last_message_at = excluded.last_message_at`.execute(
    db,
  )
}

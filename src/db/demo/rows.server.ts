import { hashOf } from './random.ts'
import { TERMS_VERSION } from '../../features/accounts/terms.ts'
import { sizeAt, WIDTHS } from '../../features/photos/photos.ts'
import type { Trx } from '../connection.server.ts'
import { AVATAR_SIZE, avatarThumbhash } from './avatars.ts'
import { castNames } from './cast.ts'
import { advanceIds, insertRows } from './insert.server.ts'
import { ledgerOf } from './ledger.ts'
import type { DemoPerson } from './people.ts'
import type { DemoMessage, Ties } from './ties.ts'

/** The last domain of the e-mail addresses of demo members: reserved, so that no mail can reach anybody. */
export const DEMO_DOMAIN = 'demo.example'
const EVE = castNames.indexOf('eve') + 1

/** Ids that the next rows get; accounts are numbered by whoever makes the people. */
export type NextIds = { conversation: number; message: number; lot: number; order: number }

/** Writes people and all that is between them; `next` is moved on. */
export async function writePart(
  trx: Trx,
  people: readonly DemoPerson[],
  ties: Ties,
  context: { now: Date; passwordHash: string; next: NextIds },
): Promise<void> {
  await writePeople(trx, people, context.passwordHash)
  await writeTies(trx, ties)
  const sent = await writeConversations(trx, ties, context.next)
  await writeLedgers(trx, people, sent, context)
  await advanceIds(trx, ['accounts', 'conversations', 'messages', 'credit_lots', 'orders'])
}

async function writePeople(trx: Trx, people: readonly DemoPerson[], passwordHash: string): Promise<void> {
  await insertRows(
    trx,
    'accounts',
    {
      id: 'bigint',
      brand: 'text',
      username: 'text',
      email: 'text',
      password_hash: 'text',
      email_confirmed_at: 'timestamptz',
      terms_version: 'text',
      terms_accepted_at: 'timestamptz',
      sensitive_data_accepted_at: 'timestamptz',
      owns_email: 'boolean',
      premium_until: 'timestamptz',
      first_premium_at: 'timestamptz',
      staff_since: 'timestamptz',
      created_at: 'timestamptz',
    },
    people.map((person) => ({
      id: person.id,
      brand: person.brand.id,
      username: person.username,
      email: `${person.username.toLowerCase()}@${DEMO_DOMAIN}`,
      password_hash: passwordHash,
      email_confirmed_at: person.joinedAt,
      terms_version: TERMS_VERSION,
      terms_accepted_at: person.joinedAt,
      sensitive_data_accepted_at: person.joinedAt,
      owns_email: true,
      premium_until: person.premiumUntil,
      first_premium_at: person.firstPremiumAt,
      staff_since: person.staffSince,
      created_at: person.joinedAt,
    })),
  )
  await insertRows(
    trx,
    'profiles',
    {
      account_id: 'bigint',
      brand: 'text',
      gender: 'text',
      looking_for: 'text[]',
      birthday: 'date',
      country: 'text',
      place_id: 'integer',
      place_name: 'text',
      region: 'text',
      latitude: 'real',
      longitude: 'real',
      headline: 'text',
      about: 'text',
      shown_on_other_brands: 'boolean',
      safe_mode: 'boolean',
      has_photo: 'boolean',
      last_seen_at: 'timestamptz',
      created_at: 'timestamptz',
    },
    people.map((person) => ({
      account_id: person.id,
      brand: person.brand.id,
      gender: person.gender,
      looking_for: person.lookingFor,
      birthday: person.birthday,
      ...person.place,
      headline: person.headline,
      about: person.about,
      shown_on_other_brands: person.isShownOnOtherBrands,
      safe_mode: person.isSafe,
      has_photo: person.photos.some((photo) => !photo.isPrivate),
      last_seen_at: person.lastSeenAt,
      created_at: person.joinedAt,
    })),
  )
  const size = sizeAt(AVATAR_SIZE, WIDTHS[2])
  await insertRows(
    trx,
    'photos',
    {
      account_id: 'bigint',
      key: 'text',
      width: 'integer',
      height: 'integer',
      placeholder: 'text',
      description: 'text',
      is_private: 'boolean',
      is_primary: 'boolean',
      approved_at: 'timestamptz',
      created_at: 'timestamptz',
    },
    people.flatMap((person) =>
      person.photos.map((photo) => ({
        account_id: person.id,
        key: photo.key,
        ...size,
        placeholder: avatarThumbhash(photo.key),
        description: photo.description,
        is_private: photo.isPrivate,
        is_primary: photo.isPrimary,
        approved_at: photo.at,
        created_at: photo.at,
      })),
    ),
  )
  await insertRows(
    trx,
    'updates',
    { account_id: 'bigint', body: 'text', created_at: 'timestamptz' },
    people.flatMap((person) => person.updates.map(({ body, at }) => ({ account_id: person.id, body, created_at: at }))),
  )
}

async function writeTies(trx: Trx, ties: Ties): Promise<void> {
  await insertRows(
    trx,
    'views',
    { viewer_id: 'bigint', viewed_id: 'bigint', viewed_at: 'timestamptz' },
    ties.views.map(({ from, to, at }) => ({ viewer_id: from, viewed_id: to, viewed_at: at })),
  )
  await insertRows(
    trx,
    'likes',
    { liker_id: 'bigint', liked_id: 'bigint', created_at: 'timestamptz' },
    ties.likes.map(({ from, to, at }) => ({ liker_id: from, liked_id: to, created_at: at })),
  )
  await insertRows(
    trx,
    'matches',
    { low_id: 'bigint', high_id: 'bigint', created_at: 'timestamptz' },
    ties.matches.map(({ low, high, at }) => ({ low_id: low, high_id: high, created_at: at })),
  )
  await insertRows(
    trx,
    'blocks',
    { blocker_id: 'bigint', blocked_id: 'bigint', created_at: 'timestamptz' },
    ties.blocks.map(({ from, to, at }) => ({ blocker_id: from, blocked_id: to, created_at: at })),
  )
  await insertRows(
    trx,
    'photo_grants',
    { owner_id: 'bigint', viewer_id: 'bigint', requested_at: 'timestamptz', granted_at: 'timestamptz' },
    ties.grants.map(({ owner, viewer, requestedAt, grantedAt }) => ({
      owner_id: owner,
      viewer_id: viewer,
      requested_at: requestedAt,
      granted_at: grantedAt,
    })),
  )
  await insertRows(
    trx,
    'reports',
    {
      reporter_id: 'bigint',
      reported_id: 'bigint',
      brand: 'text',
      reason: 'text',
      details: 'text',
      created_at: 'timestamptz',
      closed_at: 'timestamptz',
      closed_by: 'bigint',
      outcome: 'text',
    },
    ties.reports.map((report) => ({
      reporter_id: report.from,
      reported_id: report.to,
      brand: report.brand,
      reason: report.reason,
      details: report.details,
      created_at: report.at,
      closed_at: report.closedAt,
      closed_by: report.closedAt === null ? null : EVE,
      outcome: report.outcome,
    })),
  )
}

type Sent = Map<number, Array<{ id: number; at: Date }>>

/** Returns what each member sent, for the ledger. */
async function writeConversations(trx: Trx, ties: Ties, next: NextIds): Promise<Sent> {
  const sent: Sent = new Map()
  const conversations: Array<{ id: number; low_id: number; high_id: number; created_at: Date }> = []
  const messages: Array<{ id: number; conversation_id: number; sender_id: number; kind: string; body: string; created_at: Date }> = []
  const sides: Array<{
    conversation_id: number
    account_id: number
    other_id: number
    unread: number
    last_read_at: Date | null
    last_message_id: number
    last_message_at: Date
  }> = []
  for (const { low, high, messages: lines } of ties.conversations) {
    const [first, last] = [lines[0], lines.at(-1)]
    if (!first || !last) continue
    const id = next.conversation++
    conversations.push({ id, low_id: low, high_id: high, created_at: first.at })
    for (const line of lines) {
      const messageId = next.message++
      messages.push({ id: messageId, conversation_id: id, sender_id: line.from, kind: 'text', body: line.body, created_at: line.at })
      const own = sent.get(line.from) ?? []
      own.push({ id: messageId, at: line.at })
      sent.set(line.from, own)
    }
    for (const [account, other] of [[low, high], [high, low]] as const) {
      sides.push({
        conversation_id: id,
        account_id: account,
        other_id: other,
        unread: lines.filter((line) => line.to === account && !line.isRead).length,
        last_read_at: lastRead(lines, account),
        last_message_id: next.message - 1,
        last_message_at: last.at,
      })
    }
  }
  await insertRows(trx, 'conversations', { id: 'bigint', low_id: 'bigint', high_id: 'bigint', created_at: 'timestamptz' }, conversations)
  await insertRows(
    trx,
    'conversation_sides',
    {
      conversation_id: 'bigint',
      account_id: 'bigint',
      other_id: 'bigint',
      unread: 'integer',
      last_read_at: 'timestamptz',
      last_message_id: 'bigint',
      last_message_at: 'timestamptz',
    },
    sides,
  )
  await insertRows(
    trx,
    'messages',
    { id: 'bigint', conversation_id: 'bigint', sender_id: 'bigint', kind: 'text', body: 'text', created_at: 'timestamptz' },
    messages,
  )
  return sent
}

/** When the last message that an account has read was sent: it was there then, or a moment later. */
function lastRead(lines: readonly DemoMessage[], account: number): Date | null {
  return lines.findLast((line) => line.from === account || line.isRead)?.at ?? null
}

async function writeLedgers(
  trx: Trx,
  people: readonly DemoPerson[],
  sent: Sent,
  { now, next }: { now: Date; next: NextIds },
): Promise<void> {
  const all = people.flatMap((person) =>
    ledgerOf(person, sent.get(person.id) ?? [], now).map((lot) => ({
      person,
      lot,
      id: next.lot++,
      orderId: lot.order === null ? null : next.order++,
    })),
  )
  await insertRows(
    trx,
    'orders',
    {
      id: 'bigint',
      account_id: 'bigint',
      brand: 'text',
      keyword: 'text',
      amount: 'integer',
      currency: 'text',
      gateway_reference: 'text',
      paid_at: 'timestamptz',
      created_at: 'timestamptz',
    },
    all.flatMap(({ person, lot: { order }, orderId }) =>
      order === null || orderId === null
        ? []
        : [
            {
              id: orderId,
              account_id: person.id,
              brand: person.brand.id,
              keyword: order.keyword,
              amount: order.amount,
              currency: order.currency,
              gateway_reference: `demo-${orderId}-${hashOf(person.username).toString(36)}`,
              paid_at: order.at,
              created_at: order.at,
            },
          ],
    ),
  )
  await insertRows(
    trx,
    'credit_lots',
    { id: 'bigint', account_id: 'bigint', source: 'text', expires_at: 'timestamptz', reference: 'text', created_at: 'timestamptz' },
    all.map(({ person, lot, id, orderId }) => ({
      id,
      account_id: person.id,
      source: lot.source,
      expires_at: lot.expiresAt,
      reference: referenceOf(person, lot.at, orderId),
      created_at: lot.at,
    })),
  )
  await insertRows(
    trx,
    'credit_entries',
    { account_id: 'bigint', lot_id: 'bigint', amount: 'integer', reason: 'text', reference: 'text', created_at: 'timestamptz' },
    all.flatMap(({ person, lot, id, orderId }) =>
      lot.entries.map((entry) => ({
        account_id: person.id,
        lot_id: id,
        amount: entry.amount,
        reason: entry.reason,
        reference:
          entry.reason === 'expiry' ? null
          : entry.messageId === null ? referenceOf(person, lot.at, orderId)
          : `message:${entry.messageId}`,
        created_at: entry.at,
      })),
    ),
  )
}

/** The welcome credits' reference is the one that onboarding gives, so that nobody is welcomed twice. */
function referenceOf(person: DemoPerson, at: Date, orderId: number | null): string {
  if (orderId !== null) return `order:${orderId}`
  return at.getTime() === person.joinedAt.getTime() ? 'welcome' : 'demo'
}

import type { Trx } from '../db/connection.server.ts'
import { castNames } from './cast.ts'
import { insertRows } from './insert.server.ts'
import type { DemoMessage, Ties } from './ties.ts'

const EVE = castNames.indexOf('eve') + 1

/** Writes all ties except messages. */
export async function writeTies(trx: Trx, ties: Ties): Promise<void> {
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
    'partner_links',
    { inviter_id: 'bigint', invitee_id: 'bigint', invited_at: 'timestamptz', accepted_at: 'timestamptz' },
    ties.partners.map(({ inviter, invitee, invitedAt, linkedAt }) => ({
      inviter_id: inviter,
      invitee_id: invitee,
      invited_at: invitedAt,
      accepted_at: linkedAt,
    })),
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

/** To whom and when each member sent messages. */
export type Sent = Map<number, Array<{ to: number; at: Date }>>

/** Writes conversations for both sides, and their messages; returns what each member sent, for the ledger. */
export async function writeConversations(trx: Trx, ties: Ties, next: { conversation: number; message: number }): Promise<Sent> {
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
    waiting_since: Date | null
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
      own.push({ to: line.from === low ? high : low, at: line.at })
      sent.set(line.from, own)
    }
    for (const [account, other] of [
      [low, high],
      [high, low],
    ] as const) {
      sides.push({
        conversation_id: id,
        account_id: account,
        other_id: other,
        unread: lines.filter((line) => line.to === account && !line.isRead).length,
        last_read_at: lastRead(lines, account),
        last_message_id: next.message - 1,
        last_message_at: last.at,
        waiting_since: lines.slice(lines.findLastIndex(({ from }) => from === account) + 1)[0]?.at ?? null,
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
      waiting_since: 'timestamptz',
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

/** When the last message that an account has read was sent; the account was online at that time or later. */
function lastRead(lines: readonly DemoMessage[], account: number): Date | null {
  return lines.findLast((line) => line.from === account || line.isRead)?.at ?? null
}

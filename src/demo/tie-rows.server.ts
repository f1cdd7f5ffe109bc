import type { Trx } from '../db/connection.server.ts'
import type { Database } from '../db/schema.ts'
import { castNames } from './cast.ts'
import type { DemoMessage } from './correspondence.ts'
import { insertRows } from './insert.server.ts'
import type { Ties } from './ties.ts'

const EVE = castNames.indexOf('eve') + 1

/** Writes all ties except messages. */
export async function writeTies(trx: Trx, ties: Ties): Promise<void> {
  await writePairs(trx, 'views', ['viewer_id', 'viewed_id', 'viewed_at'], ties.views)
  await writePairs(trx, 'likes', ['liker_id', 'liked_id', 'created_at'], ties.likes)
  const matches = ties.matches.map(({ low, high, at }) => ({ from: low, to: high, at }))
  await writePairs(trx, 'matches', ['low_id', 'high_id', 'created_at'], matches)
  await writePairs(trx, 'blocks', ['blocker_id', 'blocked_id', 'created_at'], ties.blocks)
  await insertRows(
    trx,
    'partner_links',
    {
      inviter_id: 'bigint',
      invitee_id: 'bigint',
      invited_at: 'timestamptz',
      accepted_at: 'timestamptz',
    },
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
    {
      owner_id: 'bigint',
      viewer_id: 'bigint',
      requested_at: 'timestamptz',
      granted_at: 'timestamptz',
    },
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

type Pair = { from: number; to: number; at: Date }

async function writePairs(
  trx: Trx,
  table: keyof Database,
  [from, to, at]: readonly [string, string, string],
  pairs: readonly Pair[],
): Promise<void> {
  const rows = pairs.map((pair) => ({ [from]: pair.from, [to]: pair.to, [at]: pair.at }))
  await insertRows(trx, table, { [from]: 'bigint', [to]: 'bigint', [at]: 'timestamptz' }, rows)
}

/** To whom and when each member sent messages. */
export type Sent = Map<number, Array<{ to: number; at: Date }>>

/**
 * Writes conversations for both sides, and their messages; returns what each member sent, for the
 * ledger.
 */
export async function writeConversations(
  trx: Trx,
  ties: Ties,
  next: { conversation: number; message: number },
): Promise<Sent> {
  const sent: Sent = new Map()
  const conversations: Array<{ id: number; low_id: number; high_id: number; created_at: Date }> = []
  const messages: Array<{
    id: number
    conversation_id: number
    sender_id: number
    kind: string
    body: string
    created_at: Date
  }> = []
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
      messages.push({
        id: messageId,
        conversation_id: id,
        sender_id: line.from,
        kind: 'text',
        body: line.body,
        created_at: line.at,
      })
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
        waiting_since:
          lines.slice(lines.findLastIndex(({ from }) => from === account) + 1)[0]?.at ?? null,
      })
    }
  }
  await insertRows(
    trx,
    'conversations',
    { id: 'bigint', low_id: 'bigint', high_id: 'bigint', created_at: 'timestamptz' },
    conversations,
  )
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
    {
      id: 'bigint',
      conversation_id: 'bigint',
      sender_id: 'bigint',
      kind: 'text',
      body: 'text',
      created_at: 'timestamptz',
    },
    messages,
  )
  return sent
}

/**
 * When the last message that an account has read was sent; the account was online at that time or
 * later.
 */
function lastRead(lines: readonly DemoMessage[], account: number): Date | null {
  return lines.findLast((line) => line.from === account || line.isRead)?.at ?? null
}

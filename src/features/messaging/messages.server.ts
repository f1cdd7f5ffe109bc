import { ApiError } from '../../api/errors.ts'
import { claimOf, once } from '../../api/idempotency.server.ts'
import { type Handler, handle } from '../../api/router.server.ts'
import type { Scope } from '../../api/session.server.ts'
import { tell } from '../../api/event-hub.server.ts'
import type { Db, Trx } from '../../db/connection.server.ts'
import { lockAccount, supportAmong } from '../accounts/accounts.sql.ts'
import { standingOf } from '../billing/standing.server.ts'
import { correspondents } from './correspondents.server.ts'
import { noteRead } from './inbox.sql.ts'
import { chatMessages, logMessageAttempt, type Message, revealMessage, sendMessage } from './messages.contract.ts'
import {
  countReveals,
  findOther,
  lastReadAt,
  type MessageRow,
  messagesBetween,
  receivedMessage,
  recordAttempt,
  recordReveal,
} from './messages.sql.ts'
import { isMasked, MASK, type Membership, REVEALS_A_DAY, rules } from './rules.ts'
import { sendLetter } from './sending.server.ts'

const PAGE = 30

const chatHandler = handle(chatMessages, async ({ query, scope, services }) => {
  const { member, brand } = scope
  const found = await findOther(services.db, scope, query.id)
  if (!found) throw new ApiError('unavailable')
  const [[other], support, rows, readAt, { membership }] = await Promise.all([
    correspondents(services, scope, [found]),
    supportAmong(services.db, [found.id]),
    messagesBetween(services.db, member.id, found.id, query.before ?? null, PAGE + 1),
    lastReadAt(services.db, found.id, member.id),
    standingOf(services.db, scope),
  ])
  if (!other) throw new ApiError('unavailable')
  const isSupport = support.has(found.id)
  return {
    other: { ...other, isSupport },
    messages: rows
      .slice(0, PAGE)
      .map((row) => present(row, member.id, isMasked({ isMine: row.senderId === member.id, isRevealed: row.isRevealed, isFromSupport: isSupport }, brand.billing.model, membership)))
      .reverse(),
    hasOlder: rows.length > PAGE,
    otherReadAt: readAt?.toISOString() ?? null,
    revealsLeft: await revealsLeft(services.db, scope, membership),
  }
})

function present(row: Omit<MessageRow, 'isRevealed'>, memberId: number, masked: boolean): Message {
  return {
    id: row.id,
    isMine: row.senderId === memberId,
    kind: row.kind,
    body: masked ? MASK : row.body,
    isMasked: masked,
    sentAt: row.sentAt.toISOString(),
  }
}

const sendHandler = handle(sendMessage, async (call) => {
  const { body, scope, services, at } = call
  const { member } = scope
  const claim = claimOf(call, 'POST /message/chatMessages', member.id)
  return once(services.db, { ...claim, key: claim.key ?? body.key ?? null }, async (trx) => {
    const { id, currentCredits } = await sendLetter(trx, scope, { to: body.id, kind: 'text', body: body.body })
    const message = present({ id, senderId: member.id, kind: 'text', body: body.body, sentAt: at }, member.id, false)
    return { message, currentCredits, next: chatPath(body.id) }
  })
})

const revealHandler = handle(revealMessage, async ({ body, scope, services }) => {
  const { member, brand, at } = scope
  return services.db.transaction().execute(async (trx) => {
    // Of two reveals at once, the second waits here and then sees the first.
    await lockAccount(trx, member.id)
    const message = await receivedMessage(trx, scope, body.messageId)
    if (!message) throw new ApiError('notFound', { detail: 'This message is no longer there.' })
    const { membership } = await standingOf(trx, scope)
    const isFromSupport = (await supportAmong(trx, [message.senderId])).has(message.senderId)
    const seen = { isMine: false, isRevealed: message.isRevealed, isFromSupport }
    if (isMasked(seen, brand.billing.model, membership)) {
      if ((await revealsLeft(trx, scope, membership)) === 0) {
        throw new ApiError('needsPremium', { detail: 'You have read your message of today. Come back tomorrow, or upgrade to read them all.' })
      }
      await recordReveal(trx, member.id, body.messageId, at)
      if (await noteRead(trx, { accountId: member.id, otherId: message.senderId }, body.messageId, true)) {
        await tell(trx, message.senderId, { type: 'read', otherId: member.id })
      }
    }
    return {
      messageId: body.messageId,
      body: message.body,
      revealsLeft: await revealsLeft(trx, scope, membership),
      next: chatPath(message.senderId),
    }
  })
})

const attemptHandler = handle(logMessageAttempt, async ({ body, scope, services }) => {
  if (!(await findOther(services.db, scope, body.id))) throw new ApiError('unavailable')
  await recordAttempt(services.db, scope.member.id, body.id, scope.at)
  return { ok: true as const }
})

/** Reveals that are left today, the day being UTC's; null where nothing is masked. */
async function revealsLeft(db: Db | Trx, { member, brand, at }: Scope, membership: Membership): Promise<number | null> {
  if (rules[brand.billing.model][membership].reads === 'all') return null
  const today = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()))
  return Math.max(0, REVEALS_A_DAY - (await countReveals(db, member.id, today)))
}

function chatPath(otherId: number): string {
  return `/messages?with=${otherId}#newest`
}

export const messageHandlers: Handler[] = [chatHandler, sendHandler, revealHandler, attemptHandler]

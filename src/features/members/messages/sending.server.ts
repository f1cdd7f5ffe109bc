import { ApiError, fieldError } from '../../../api/errors.ts'
import { countHit, hitsOn } from '../../../api/limits.server.ts'
import type { Scope } from '../../../api/session.server.ts'
import type { Db, Trx } from '../../../db/connection.server.ts'
import { later, MINUTE } from '../../../lib/clock.ts'
import { lengthOf } from '../../../lib/texts.ts'
import { membershipOn } from '../../core/accounts/membership.ts'
import { limitedUntil } from '../../core/accounts/standing.sql.ts'
import { notifyMember } from '../../core/live/event-hub.server.ts'
import { queuePush } from '../../core/notifications/push.sql.ts'
import { observeMessage } from '../../core/rules/fraud.server.ts'
import type { MessageRuleId } from '../../core/rules/message-rules.ts'
import { HOLD_MINUTES } from '../../core/rules/rules.ts'
import { billingStatusOf } from '../../money/checkout/billing-status.server.ts'
import { spendCredits } from '../../money/credits/credits.sql.ts'
import { type NamedPart, type Part, partNamed } from '../likes/parts.sql.ts'
import { holdConversation, passOnTo } from './held-messages.sql.ts'
import { isMuted } from './inbox.sql.ts'
import {
  addMessage,
  enterConversation,
  findOther,
  isUnanswered,
  type MessageKind,
} from './messages.sql.ts'
import type { StoredRecording } from './recordings.sql.ts'
import { mayWrite, writingRulesOf } from './rules.ts'
import type { NewViewOnce } from './view-once.sql.ts'

/** assurance 7: limit of new conversations per member. */
const NEW_CONVERSATIONS = { most: 20, seconds: 24 * 60 * 60 }
const newConversationsOf = (memberId: number) => `new-conversations:account:${memberId}`

/** How many conversations a member may still start in the present window. */
export async function newConversationsLeft(db: Db, memberId: number, at: Date): Promise<number> {
  return Math.max(0, NEW_CONVERSATIONS.most - (await hitsOn(db, newConversationsOf(memberId), at)))
}

export type OutgoingMessage = {
  to: number
  kind: MessageKind
  /** Of a voice message what its sender typed of it. */
  body: string
  recording?: StoredRecording
  viewOnce?: NewViewOnce
  /** What `warningFor` found. */
  warning: MessageRuleId | null
  /** Credits, if not the brand's price of a message: a magic message is paid for all recipients together. */
  price?: number
  /** What of the receiver's profile it is about. */
  about?: NamedPart
}

/** Throws what `deliver` throws before it spends credits: `spendCredits` alone knows the balance for sure. */
async function priceOf(
  db: Db | Trx,
  scope: Scope,
  message: Pick<OutgoingMessage, 'to' | 'kind' | 'body' | 'price'>,
): Promise<number> {
  const { brand, member, at } = scope
  const most = brand.limits.maxMessageChars
  if (lengthOf(message.body) > most)
    throw fieldError(
      message.kind === 'voice' ? 'transcript' : 'body',
      `Please use at most ${most} characters.`,
    )
  if (message.to === member.id)
    throw new ApiError('forbidden', { detail: 'You cannot write to yourself.' })
  const other = await findOther(db, scope, message.to)
  if (!other) throw new ApiError('unavailable')
  if (!other.isOpen) throw new ApiError('verifiedOnly')
  const rules = writingRulesOf(brand.billing)
  const price = message.price ?? rules.price
  const verdict = mayWrite(
    { ...rules, price },
    membershipOn(brand.billing, member, null, at).membership,
    price,
  )
  if (!verdict.may) throw new ApiError(verdict.code)
  return verdict.price
}

/** For work that comes before a message is sent: refuses what would be refused then, as things stand. */
export async function refuseMessage(
  db: Db,
  scope: Scope,
  message: Pick<OutgoingMessage, 'to' | 'kind' | 'body'>,
): Promise<void> {
  const price = await priceOf(db, scope, message)
  const { credits } = await billingStatusOf(db, scope)
  if (price > (credits ?? price)) throw new ApiError('noCredits')
}

async function refuseWhileLimited(trx: Trx, memberId: number, at: Date): Promise<void> {
  const until = await limitedUntil(trx, memberId, at)
  if (until === null) return
  const day = until.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
  throw new ApiError('forbidden', {
    detail: `You cannot write first messages until ${day}: our mail to you says why. You can answer whoever writes to you.`,
  })
}

/**
 * Throws `invalid`, `forbidden`, `unavailable`, `notFound`, `verifiedOnly`, `needsPremium`, `noCredits` or `tooMany`; the
 * caller then rolls back.
 */
export async function deliver(
  trx: Trx,
  scope: Scope,
  message: OutgoingMessage,
): Promise<{ id: number; currentCredits: number | null; about: Part | null }> {
  const { member, at } = scope
  const price = await priceOf(trx, scope, message)
  const about = await partNamed(trx, scope, message.to, message.about ?? {})

  // The account is always locked before the conversation; another order could deadlock.
  const currentCredits =
    price > 0
      ? await spendCredits(trx, member.id, {
          credits: price,
          reason: 'message',
          reference: `to:${message.to}`,
          at,
        })
      : (await billingStatusOf(trx, scope)).credits
  const conversation = await enterConversation(trx, member.id, message.to, at)
  if (conversation.isNew) await refuseWhileLimited(trx, member.id, at)
  // A magic message has a daily limit of its own.
  if (conversation.isNew && message.kind !== 'magic') {
    await countHit(trx, newConversationsOf(member.id), NEW_CONVERSATIONS, at)
  }
  // A magic message goes to ten people in the same words. What is no first message is counted if a rule about words fits it.
  const isObserved = message.kind !== 'magic' && (conversation.isNew || message.warning !== null)
  const observed = isObserved
    ? await observeMessage(
        trx,
        scope,
        { to: message.to, isFirst: conversation.isNew, body: message.body },
        (otherId) => isUnanswered(member.id, otherId),
      )
    : null
  if (conversation.isNew && message.kind === 'text' && observed?.isHeld === true) {
    const until = later(at, HOLD_MINUTES * MINUTE)
    await holdConversation(trx, {
      conversationId: conversation.id,
      senderId: member.id,
      recipientId: message.to,
      brand: scope.brand.id,
      at,
      until,
    })
  }
  const { id, sides } = await addMessage(trx, {
    conversationId: conversation.id,
    from: member.id,
    to: message.to,
    kind: message.kind,
    body: message.body,
    recording: message.recording ?? null,
    viewOnce: message.viewOnce ?? null,
    warning: message.warning ?? (observed?.isWarned ? 'copies' : null),
    about,
    at,
  })
  await notifyMember(trx, member.id, { type: 'message', otherId: message.to })
  // Of whom a message is held for: whoever writes to its sender has decided to talk.
  if (!sides.includes(member.id))
    await passOnTo(trx, {
      conversationId: conversation.id,
      recipientId: member.id,
      senderId: message.to,
      at,
    })
  if (!sides.includes(message.to)) return { id, currentCredits, about }
  await notifyMember(trx, message.to, { type: 'message', otherId: member.id })
  if ((await isMuted(trx, { accountId: message.to, otherId: member.id })) !== true)
    await queuePush(trx, message.to, member.id, 'message', at)
  return { id, currentCredits, about }
}

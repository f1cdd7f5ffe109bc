import { ApiError, fieldError } from '#api/errors.ts'
import { countHit, hitsOn } from '#api/limits.server.ts'
import type { Scope } from '#api/member.server.ts'
import { membershipOn } from '#core/accounts/standing/membership.ts'
import { limitedUntil } from '#core/accounts/standing/standing.sql.ts'
import { countFirst } from '#core/figures/counting.sql.ts'
import { notifyMember } from '#core/live/event-hub.server.ts'
import { queuePush } from '#core/notifications/push.sql.ts'
import { screen } from '#core/rules/fraud.server.ts'
import type { MessageRuleId } from '#core/rules/message-rules.ts'
import { HOLD_MINUTES } from '#core/rules/rules.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { later, MINUTE } from '#lib/clock.ts'
import { lengthOf } from '#lib/texts.ts'
import { type NamedPart, type Part, partNamed } from '#members/likes/parts.sql.ts'
import { billingStatusOf } from '#money/checkout/billing-status.server.ts'
import { spendCredits } from '#money/credits/credits.sql.ts'
import { messageToQuote, type Quoted } from '../acts/replies.sql.ts'
import { holdConversation, passOnTo } from '../held/held-messages.sql.ts'
import { marksOf } from '../inbox/inbox.sql.ts'
import {
  addMessage,
  enterConversation,
  findOther,
  isUnanswered,
  type MessageKind,
} from '../messages.sql.ts'
import type { NewViewOnce } from '../view-once/view-once.sql.ts'
import type { StoredRecording } from '../voice/recordings.sql.ts'
import { mayWrite, writingRulesOf } from './rules.ts'

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
  /**
   * Credits, if not the brand's price of a message: a magic message is paid for all recipients
   * together.
   */
  price?: number
  /** What of the receiver's profile it is about. */
  about?: NamedPart
  /** The message of the same conversation that it answers. */
  replyTo?: number | undefined
}

/**
 * The price of a message that may be sent; `spendCredits` alone knows for sure whether there is
 * enough for it.
 */
async function admit(
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
  if (message.to === member.id) throw new ApiError('forbidden', 'You cannot write to yourself.')
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

/**
 * For work that comes before a message is sent: refuses what would be refused then, as things
 * stand.
 */
export async function refuseMessage(
  db: Db,
  scope: Scope,
  message: Pick<OutgoingMessage, 'to' | 'kind' | 'body'>,
): Promise<void> {
  const price = await admit(db, scope, message)
  const { credits } = await billingStatusOf(db, scope)
  if (price > (credits ?? price)) throw new ApiError('noCredits')
}

async function refuseWhileLimited(trx: Trx, memberId: number, at: Date): Promise<void> {
  const until = await limitedUntil(trx, memberId, at)
  if (until === null) return
  const day = until.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
  throw new ApiError(
    'forbidden',
    `You cannot write first messages until ${day}: our mail to you says why. You can answer whoever writes to you.`,
  )
}

/**
 * Throws `invalid`, `forbidden`, `unavailable`, `notFound`, `verifiedOnly`, `needsPremium`,
 * `noCredits` or `tooMany`; the caller then rolls back.
 */
export async function deliver(
  trx: Trx,
  scope: Scope,
  message: OutgoingMessage,
): Promise<{
  id: number
  currentCredits: number | null
  about: Part | null
  quoted: Quoted | null
}> {
  const price = await admit(trx, scope, message)
  const about = await partNamed(trx, scope, message.to, message.about ?? {})
  // The account is always locked before the conversation; another order could deadlock.
  const currentCredits = await pay(trx, scope, message.to, price)
  const stored = await store(trx, scope, message, about)
  await announce(trx, { senderId: scope.member.id, to: message.to, at: scope.at }, stored)
  return { id: stored.id, currentCredits, about, quoted: stored.quoted }
}

/**
 * As `deliver`, of what is a message only once staff have approved it: it is paid for now, and counts
 * as a first message where nothing is written yet. Returns the credits that are left.
 */
export async function payAhead(
  trx: Trx,
  scope: Scope,
  message: Pick<OutgoingMessage, 'to' | 'kind' | 'body'>,
): Promise<number | null> {
  const { member, at } = scope
  const { to, body } = message
  const price = await admit(trx, scope, message)
  const currentCredits = await pay(trx, scope, to, price)
  if ((await marksOf(trx, { accountId: member.id, otherId: to })) === null) {
    await refuseWhileLimited(trx, member.id, at)
    await countHit(trx, newConversationsOf(member.id), NEW_CONVERSATIONS, at)
    await screen(trx, scope, { to, isFirst: true, body }, (id) => isUnanswered(member.id, id))
  }
  return currentCredits
}

/** Returns the credits that are left; null for who pays none. */
async function pay(trx: Trx, scope: Scope, to: number, price: number): Promise<number | null> {
  const { member, at } = scope
  if (price === 0) return (await billingStatusOf(trx, scope)).credits
  return spendCredits(trx, member.id, {
    credits: price,
    reason: 'message',
    reference: `to:${to}`,
    at,
  })
}

/** `sides`: those of the two who see it now. */
type Stored = {
  id: number
  conversationId: number
  sides: readonly number[]
  quoted: Quoted | null
}

async function store(
  trx: Trx,
  scope: Scope,
  message: OutgoingMessage,
  about: Part | null,
): Promise<Stored> {
  const { member, brand, at } = scope
  const { to, kind, body } = message
  const { id: conversationId, isNew } = await enterConversation(trx, member.id, to, at)
  if (isNew) {
    await refuseWhileLimited(trx, member.id, at)
    await countFirst(trx, member.id, 'message', at)
  }
  // A magic message has a daily limit of its own.
  if (isNew && kind !== 'magic')
    await countHit(trx, newConversationsOf(member.id), NEW_CONVERSATIONS, at)
  // It goes to ten people in the same words. What is no first message is counted if a rule about
  // words fits it.
  const screened =
    kind !== 'magic' && (isNew || message.warning !== null)
      ? await screen(trx, scope, { to, isFirst: isNew, body }, (otherId) =>
          isUnanswered(member.id, otherId),
        )
      : { isWarned: false, isHeld: false }
  if (isNew && kind === 'text' && screened.isHeld)
    await holdConversation(trx, {
      conversationId,
      senderId: member.id,
      recipientId: to,
      brand: brand.id,
      at,
      until: later(at, HOLD_MINUTES * MINUTE),
    })
  const { replyTo } = message
  const quoted = replyTo === undefined ? null : await messageToQuote(trx, member.id, to, replyTo)
  if (replyTo !== undefined && quoted === null)
    throw new ApiError('notFound', 'The message that you answer is not there.')
  const { id, sides } = await addMessage(trx, {
    conversationId,
    from: member.id,
    to,
    kind,
    body,
    recording: message.recording ?? null,
    viewOnce: message.viewOnce ?? null,
    warning: message.warning ?? (screened.isWarned ? 'copies' : null),
    about,
    replyTo: quoted?.id ?? null,
    at,
  })
  return { id, conversationId, sides, quoted }
}

/** Tells both of a message that was added: as it arrives, and who has it. */
export async function announce(
  trx: Trx,
  { senderId, to, at }: { senderId: number; to: number; at: Date },
  { conversationId, sides }: Pick<Stored, 'conversationId' | 'sides'>,
): Promise<void> {
  await notifyMember(trx, senderId, { type: 'message', otherId: to })
  // Of whom a message is held for: whoever writes to its sender has decided to talk.
  if (!sides.includes(senderId))
    await passOnTo(trx, { conversationId, recipientId: senderId, senderId: to, at })
  if (!sides.includes(to)) return
  await notifyMember(trx, to, { type: 'message', otherId: senderId })
  if (!(await marksOf(trx, { accountId: to, otherId: senderId }))?.isMuted)
    await queuePush(trx, to, senderId, 'message', at)
}

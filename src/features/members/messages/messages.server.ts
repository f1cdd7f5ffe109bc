import { type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import { claimOfWords, once } from '#api/idempotency.server.ts'
import type { Scope } from '#api/member.server.ts'
import { lockAccount } from '#core/accounts/accounts.sql.ts'
import { showReading } from '#core/accounts/settings/settings.sql.ts'
import { notifyMember } from '#core/live/event-hub.server.ts'
import { warningInWords } from '#core/rules/message-rules.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { billingStatusOf } from '#money/checkout/billing-status.server.ts'
import { partNamed } from '../likes/parts.sql.ts'
import { type PhotoViewer, photoViewer, signedAddress } from '../photos/files/addresses.server.ts'
import { noReactions } from './acts/reactions.ts'
import { messageToQuote, type Quoted } from './acts/replies.sql.ts'
import { quotedWords } from './acts/replies.ts'
import { notThereAsRows, shownPhoto, withPhotos } from './chat-photos/chat-photos-shown.server.ts'
import { correspondents } from './correspondents.server.ts'
import { marksOf, recordReadTime } from './inbox/inbox.sql.ts'
import {
  chatMessages,
  logMessageAttempt,
  type Message,
  revealMessage,
  sendMessage,
} from './messages.contract.ts'
import {
  countReveals,
  countSince,
  findOther,
  messageAfter,
  messagesBetween,
  receivedMessage,
  recordAttempt,
  recordReveal,
  type StoredMessage,
} from './messages.sql.ts'
import { shownParts } from './quotes.sql.ts'
import { viewOnceOf } from './view-once/view-once.ts'
import type { StoredRecording } from './voice/recordings.sql.ts'
import { recordingName } from './voice/recordings.ts'
import { warningFor } from './writing/questions.server.ts'
import {
  DELETED,
  HIDDEN,
  isMasked,
  MASK,
  mayWrite,
  readsOf,
  REVEALS_A_DAY,
  writingRulesOf,
} from './writing/rules.ts'
import { newConversationsLeft, deliver } from './writing/sending.server.ts'

const PAGE = 30
/** Messages above one that was searched for, and how many after it come with it at most. */
const ABOVE_HIT = 10
const MOST_TO_HIT = 500

const chatHandler = handle(chatMessages, async ({ query, scope, services }) => {
  const { member, brand, at } = scope
  const found = await findOther(services.db, scope, query.id)
  if (!found) throw new ApiError('unavailable')
  const { before, most } = await placeIn(services.db, scope, query)
  const [[other], rows, left, isReadingShown, { membership, credits }, marks, answered, photos] =
    await Promise.all([
      correspondents(services, scope, [found]),
      messagesBetween(services.db, member.id, found.id, before, most + 1),
      revealsLeft(services.db, scope),
      showReading(services.db, found.id),
      billingStatusOf(services.db, scope),
      marksOf(services.db, { accountId: member.id, otherId: found.id }),
      query.reply === undefined
        ? null
        : messageToQuote(services.db, member.id, found.id, query.reply),
      notThereAsRows(services.db, member.id, found),
    ])
  if (!other) throw new ApiError('unavailable')
  const viewer = photoViewer(services, scope)
  const shown = withPhotos(rows.slice(0, most), photos, {
    before: before ?? undefined,
    hasOlder: rows.length > most,
  })
  const [[named = null], parts] = await Promise.all([
    partNamed(services.db, scope, found.id, query).then(
      (part) => shownParts(services.db, viewer, [part]),
      nullIfGone,
    ),
    shownParts(
      services.db,
      viewer,
      shown.map(({ about }) => about),
    ),
  ])
  const reads = readsOf(member, brand.billing, at)
  const verdict = mayWrite(writingRulesOf(brand.billing), membership, credits ?? 0)
  return {
    other,
    messages: shown
      .map((row, index) => {
        const { quoted, ...stored } = row
        const isMine = row.senderId === member.id
        return present(
          {
            ...stored,
            about: parts[index] ?? null,
            replyTo: presentQuote(quoted, member.id, reads),
          },
          viewer,
          isMasked({ isMine, isRevealed: row.isRevealed }, reads),
        )
      })
      .reverse(),
    hasOlder: rows.length > most,
    hasNewer: before !== null,
    otherReadAt: isReadingShown ? (found.readAt?.toISOString() ?? null) : null,
    revealsLeft: left,
    writing: {
      price: verdict.price,
      code: !found.isOpen ? ('verifiedOnly' as const) : verdict.may ? null : verdict.code,
    },
    newLeft:
      query.before !== undefined || rows.length > 0
        ? null
        : await newConversationsLeft(services.db, member.id, at),
    isMuted: marks?.isMuted ?? null,
    isPinned: marks?.isPinned ?? null,
    isMatch: found.isMatch,
    about: named,
    replyTo: presentQuote(answered, member.id, reads),
  }
})

/** Which messages are shown: so many before one, or the newest. */
async function placeIn(
  db: Db,
  { member }: Scope,
  { id, before, hit }: { id: number; before?: number | undefined; hit?: number | undefined },
): Promise<{ before: number | null; most: number }> {
  if (hit === undefined || before !== undefined) return { before: before ?? null, most: PAGE }
  const since = await countSince(db, member.id, id, hit, MOST_TO_HIT)
  if (since < MOST_TO_HIT) return { before: null, most: Math.max(PAGE, since + ABOVE_HIT) }
  return { before: await messageAfter(db, member.id, id, hit, PAGE), most: PAGE + ABOVE_HIT }
}

/** Whoever follows a link to a part that is gone writes without it. */
function nullIfGone(error: unknown): [] {
  if (error instanceof ApiError && error.code === 'notFound') return []
  throw error
}

/** What is quoted is hidden as it is in its own place. */
function presentQuote(
  quoted: Quoted | null,
  memberId: number,
  reads: ReturnType<typeof readsOf>,
): Message['replyTo'] {
  if (quoted === null) return null
  const { id, message } = quoted
  const isMine = message?.senderId === memberId
  if (message === null || message.kind === 'deleted')
    return { id, isMine, text: DELETED, isMasked: false }
  const { kind, body, isRevealed } = message
  const masked = isMasked({ isMine, isRevealed }, reads)
  return { id, isMine, text: masked ? HIDDEN : quotedWords(kind, body), isMasked: masked }
}

/** A part of the viewer's own profile is shown also while the words about it are masked. */
export function present(
  row: Omit<StoredMessage, 'isRevealed'> &
    Partial<Pick<Message, 'about' | 'replyTo' | 'reactions'>>,
  viewer: PhotoViewer,
  isHidden: boolean,
): Message {
  const isMine = row.senderId === viewer.id
  // That a message was deleted is shown to everybody.
  const masked = isHidden && row.kind !== 'deleted'
  return {
    id: row.id,
    isMine,
    kind: row.kind,
    body: masked ? MASK : row.kind === 'deleted' ? DELETED : row.body,
    voice: masked ? null : voiceOf(row.recording, viewer),
    viewOnce: masked || row.viewOnce === null ? null : viewOnceOf(row.viewOnce, viewer.at),
    ...(masked ? {} : shownPhoto(row.photo, viewer)),
    isMasked: masked,
    warning: masked || isMine ? null : warningInWords(row.warning),
    about: row.about ?? null,
    replyTo: row.replyTo ?? null,
    reactions: masked ? noReactions : (row.reactions ?? noReactions),
    sentAt: row.sentAt.toISOString(),
  }
}

function voiceOf(recording: StoredRecording | null, viewer: PhotoViewer): Message['voice'] {
  return (
    recording && {
      src: signedAddress(recordingName(recording.key), recording.key, viewer),
      seconds: recording.milliseconds / 1000,
    }
  )
}

const sendHandler = handle(sendMessage, async (call) => {
  const { body, scope, services, at } = call
  const { member } = scope
  const claim = claimOfWords(call, 'POST /message/chatMessages', member.id, {
    key: body.key,
    to: body.id,
    body: body.body,
  })
  const warning = await warningFor(services.db, scope, { ...body, to: body.id, kind: 'text' })
  return once(services.db, claim, async (trx) => {
    const { id, currentCredits, about, quoted } = await deliver(trx, scope, {
      to: body.id,
      kind: 'text',
      body: body.body,
      warning,
      about: body,
      replyTo: body.replyTo,
    })
    const viewer = photoViewer(services, scope)
    const [part = null] = await shownParts(trx, viewer, [about])
    const row = {
      id,
      senderId: member.id,
      kind: 'text',
      body: body.body,
      recording: null,
      viewOnce: null,
      warning,
      about: part,
      replyTo: presentQuote(quoted, member.id, readsOf(member, scope.brand.billing, at)),
      sentAt: at,
    } as const
    const message = present(row, viewer, false)
    return { message, currentCredits, next: chatPath(body.id) }
  })
})

const revealHandler = handle(revealMessage, async ({ body, scope, services }) => {
  const { member, brand, at } = scope
  return services.db.transaction().execute(async (trx) => {
    // The lock makes a concurrent reveal wait, so that it counts this one.
    await lockAccount(trx, member.id)
    const message = await receivedMessage(trx, scope, body.messageId)
    if (!message) throw new ApiError('notFound', 'This message is no longer there.')
    const seen = { isMine: false, isRevealed: message.isRevealed }
    if (isMasked(seen, readsOf(member, brand.billing, at))) {
      if ((await revealsLeft(trx, scope)) === 0) {
        throw new ApiError(
          'needsPremium',
          'You have read your message of today. Come back tomorrow, or get full access to read them all.',
        )
      }
      await recordReveal(trx, member.id, body.messageId, at)
      if (
        member.showsReading &&
        (await recordReadTime(
          trx,
          { accountId: member.id, otherId: message.senderId },
          body.messageId,
          true,
        ))
      ) {
        await notifyMember(trx, message.senderId, { type: 'read', otherId: member.id })
      }
    }
    return {
      messageId: body.messageId,
      body: message.body,
      voice: voiceOf(message.recording, photoViewer(services, scope)),
      viewOnce: message.viewOnce && viewOnceOf(message.viewOnce, at),
      ...shownPhoto(message.photo, photoViewer(services, scope)),
      warning: warningInWords(message.warning),
      revealsLeft: await revealsLeft(trx, scope),
      next: chatPath(message.senderId),
    }
  })
})

const attemptHandler = handle(logMessageAttempt, async ({ body, scope, services }) => {
  if (!(await findOther(services.db, scope, body.id))) throw new ApiError('unavailable')
  await recordAttempt(services.db, scope.member.id, body.id, scope.at)
  return { ok: true as const }
})

/** Reveals left on the current UTC day; null if no message is masked. */
async function revealsLeft(db: Db | Trx, { member, brand, at }: Scope): Promise<number | null> {
  if (readsOf(member, brand.billing, at) === 'all') return null
  const today = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()))
  return Math.max(0, REVEALS_A_DAY - (await countReveals(db, member.id, today)))
}

function chatPath(otherId: number): string {
  return `/messages?with=${otherId}#newest`
}

export const messageHandlers: Handler[] = [chatHandler, sendHandler, revealHandler, attemptHandler]

import { notifyMember } from '#core/live/event-hub.server.ts'
import { queuePush } from '#core/notifications/push.sql.ts'
import { isKnown } from '#core/people/shown-to/visible.sql.ts'
import type { HeldFile } from '#db/columns.ts'
import type { Trx } from '#db/connection.server.ts'
import { later } from '#lib/clock.ts'
import { addMessage, enterConversation, type NewMessage } from '../messages.sql.ts'
import { VIEW_ONCE_LASTS } from '../view-once/view-once.ts'
import { giveHeldPhotoBack, takeHeldFiles } from './held-messages.sql.ts'

type Two = { senderId: number; recipientId: number }
type Withheld = Pick<NewMessage, 'kind' | 'body' | 'recording' | 'viewOnce'>

export async function areInTouch(trx: Trx, { senderId, recipientId }: Two): Promise<boolean> {
  return (await isKnown(trx, recipientId, senderId)) && (await isKnown(trx, senderId, recipientId))
}

export function withheldWords(body: string): Withheld {
  return { kind: 'text', body, recording: null, viewOnce: null }
}

/** The days of a photo for one view begin anew. */
export function withheldFile(file: HeldFile & { key: string; body: string }, at: Date): Withheld {
  const { key, body } = file
  if (file.kind === 'voice')
    return {
      kind: 'voice',
      body,
      recording: { key, milliseconds: file.facts.milliseconds },
      viewOnce: null,
    }
  const { width, height, isApproved, rules, findings, sha256, pdq, quality } = file.facts
  const hashes =
    sha256 === null || pdq === null || quality === null
      ? null
      : { sha256: Buffer.from(sha256, 'hex'), pdq: Buffer.from(pdq, 'hex'), quality }
  const viewOnce = {
    key,
    width,
    height,
    rules,
    findings,
    hashes,
    approvedAt: isApproved ? at : null,
    endsAt: later(at, VIEW_ONCE_LASTS),
  }
  return { kind: 'viewOnce', body, recording: null, viewOnce }
}

/** Sends what was withheld, as messages of now. Returns the ids, in their order. */
export async function sendWithheld(
  trx: Trx,
  { senderId, recipientId }: Two,
  messages: readonly Withheld[],
  at: Date,
): Promise<number[]> {
  const { id: conversationId } = await enterConversation(trx, senderId, recipientId, at)
  const ids: number[] = []
  let isShown = false
  for (const message of messages) {
    const { id, sides } = await addMessage(trx, {
      ...message,
      conversationId,
      from: senderId,
      to: recipientId,
      warning: null,
      about: null,
      at,
    })
    ids.push(id)
    isShown = sides.includes(recipientId)
  }
  await notifyMember(trx, senderId, { type: 'message', otherId: recipientId })
  if (isShown) {
    await notifyMember(trx, recipientId, { type: 'message', otherId: senderId })
    await queuePush(trx, recipientId, senderId, 'message', at)
  }
  return ids
}

/**
 * Approves a photo that was withheld with a message and refused: it is sent with that, or by itself
 * where that was passed on already. False if there is none.
 */
export async function giveWithheldPhotoBack(
  trx: Trx,
  photo: { messageId: number; ownerId: number; at: Date },
): Promise<boolean> {
  const message = await giveHeldPhotoBack(trx, photo.messageId, photo.ownerId)
  if (!message) return false
  if (!message.isPassedOn || !(await areInTouch(trx, message))) return true
  const files = await takeHeldFiles(trx, message.id)
  await sendWithheld(
    trx,
    message,
    files.map((file) => withheldFile(file, photo.at)),
    photo.at,
  )
  return true
}

import { type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import { notifyMember } from '#core/live/event-hub.server.ts'
import type { Trx } from '#db/connection.server.ts'
import { forgetUnusedChatPhotos, takeBack } from '../chat-photos/chat-photos.server.ts'
import { chatPhotoNames } from '../chat-photos/chat-photos.ts'
import { findOther, lockConversation, messageOf } from '../messages.sql.ts'
import { deletePhotosForOneView } from '../view-once/view-once.server.ts'
import { recordingName } from '../voice/recordings.ts'
import { forgetUnusedRecordings } from '../voice/voice.server.ts'
import { isMasked, mayDelete, readsOf } from '../writing/rules.ts'
import { deleteForBoth, reactToMessage } from './acts.contract.ts'
import { emptyMessage, messageInChat } from './acts.sql.ts'
import { setReaction } from './reactions.sql.ts'

const gone = () => new ApiError('notFound', 'This message is no longer there.')

const reactHandler = handle(
  reactToMessage,
  async ({ body: { messageId, reaction }, scope, services }) => {
    const { member, brand, at } = scope
    return services.db.transaction().execute(async (trx) => {
      const message = await messageInChat(trx, member.id, messageId)
      if (!message || !(await findOther(trx, scope, message.otherId))) throw gone()
      const { otherId, senderId, isRevealed } = message
      const isMine = senderId === member.id
      if (isMasked({ isMine, isRevealed }, readsOf(member, brand.billing, at)))
        throw new ApiError('needsPremium')
      const kept = reaction === '' ? null : reaction
      await setReaction(trx, { accountId: member.id, messageId }, kept, at)
      await tellBoth(trx, [member.id, otherId], messageId)
      return { ok: true as const, next: placeOf(otherId, messageId) }
    })
  },
)

const deleteHandler = handle(deleteForBoth, async ({ body: { messageId }, scope, services }) => {
  const { member, at } = scope
  const { db } = services
  const taken = await takeBack(services, scope, messageId)
  if (taken) return { ok: true as const, next: `/messages?with=${taken.otherId}#newest` }
  const message = await messageOf(db, messageId)
  if (message?.senderId !== member.id || !(await findOther(db, scope, message.otherId)))
    throw gone()
  const { otherId, sentAt } = message
  if (message.kind !== 'deleted' && !mayDelete({ isMine: true, sentAt }, at))
    throw new ApiError(
      'conflict',
      'A message can be deleted for both within 15 minutes of sending.',
    )
  const files = await db.transaction().execute(async (trx) => {
    const conversationId = await lockConversation(trx, member.id, otherId)
    if (conversationId === undefined) throw gone()
    const deletion = { messageId, conversationId, senderId: member.id, otherId, at }
    const emptied = await emptyMessage(trx, deletion)
    if (emptied === null) return null
    await tellBoth(trx, [member.id, otherId], messageId)
    await notifyMember(trx, otherId, { type: 'tickers' })
    return emptied
  })
  // What a report holds of a voice message, or of a photo, stays until that is decided.
  if (files?.recording) await forgetUnusedRecordings(services, [recordingName(files.recording)])
  if (files?.chatPhoto) await forgetUnusedChatPhotos(services, chatPhotoNames(files.chatPhoto))
  if (files?.photo) await deletePhotosForOneView(services, [files.photo])
  return { ok: true as const, next: placeOf(otherId, messageId) }
})

async function tellBoth(
  trx: Trx,
  [a, b]: readonly [number, number],
  messageId: number,
): Promise<void> {
  await notifyMember(trx, a, { type: 'changed', otherId: b, messageId })
  await notifyMember(trx, b, { type: 'changed', otherId: a, messageId })
}

/** Where the message is shown, however long ago it was. */
function placeOf(otherId: number, messageId: number): string {
  return `/messages?with=${otherId}&hit=${messageId}#hit`
}

export const actHandlers: Handler[] = [reactHandler, deleteHandler]

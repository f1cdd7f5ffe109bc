import { answering } from '#api/domain-events.server.ts'
import { messagesBetweenThem } from '../reports/events.server.ts'
import { EVIDENCE_MESSAGES } from '../reports/evidence.ts'
import { chatPhotoName } from './chat-photos/chat-photos.ts'
import { lockConversation, messagesBetween } from './messages.sql.ts'
import { recordingName } from './voice/recordings.ts'
import { isMasked, readsOf } from './writing/rules.ts'

/**
 * What the caller cannot read or hear does not go with a report; of a photo for one view, only that
 * there was one. A message is deleted for both before the report's transaction, or after it.
 */
export const messagesForReport = answering(
  messagesBetweenThem,
  async (_, db, { scope, otherId, messageId = null }) => {
    const { brand, member, at } = scope
    await lockConversation(db, member.id, otherId)
    const last = async (upTo: number | null, most: number) =>
      messagesBetween(db, member.id, otherId, upTo === null ? null : upTo + 1, most)
    const only = async (id: number) => (await last(id, 1)).filter((row) => row.id === id)
    const reads = readsOf(member, brand.billing, at)
    const found = messageId === null ? await last(null, EVIDENCE_MESSAGES) : await only(messageId)
    const [about] = found
    const answered = messageId === null ? null : (about?.quoted?.id ?? null)
    const rows = answered === null ? found : [...found, ...(await only(answered))]
    return rows
      .toReversed()
      .map(({ id, senderId, kind, body, recording, photo, sentAt, isRevealed }) => {
        const isMine = senderId === member.id
        const isHidden = isMasked({ isMine, isRevealed }, reads)
        return {
          isMine,
          kind,
          text: isHidden || body === '' ? null : body,
          recording:
            isHidden || recording === null
              ? null
              : { key: recording.key, file: recordingName(recording.key) },
          ...(isHidden || !photo
            ? {}
            : { photo: { key: photo.key, file: chatPhotoName(photo.key, 'large') } }),
          at: sentAt.toISOString(),
          ...(id === messageId ? { isReported: true as const } : {}),
        }
      })
  },
)

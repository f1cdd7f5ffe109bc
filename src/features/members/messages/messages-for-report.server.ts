import { answering } from '../../../api/domain-events.server.ts'
import { messagesBetweenThem } from '../reports/events.server.ts'
import { EVIDENCE_MESSAGES } from '../reports/evidence.ts'
import { messagesBetween } from './messages.sql.ts'
import { recordingName } from './recordings.ts'
import { isMasked, readsOf } from './rules.ts'

/**
 * What the caller cannot read or hear does not go with a report; of a photo, only that there was
 * one.
 */
export const messagesForReport = answering(
  messagesBetweenThem,
  async (_, db, { scope, otherId }) => {
    const { brand, member, at } = scope
    const rows = await messagesBetween(db, member.id, otherId, null, EVIDENCE_MESSAGES)
    const reads = readsOf(member, brand.billing, at)
    return rows.toReversed().map(({ senderId, kind, body, recording, sentAt, isRevealed }) => {
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
        at: sentAt.toISOString(),
      }
    })
  },
)

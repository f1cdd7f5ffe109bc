import type { Services } from '../../api/services.server.ts'
import { supportAmong } from '../accounts/accounts.sql.ts'
import { EVIDENCE_MESSAGES } from '../moderation/evidence.ts'
import { messagesBetween } from './messages.sql.ts'
import { isMasked, readsOf } from './rules.ts'

/** What the caller cannot read does not go with a report; of a voice message or a photo, only that there was one. */
export const messagesForReport: Services['messagesForReport'] = async (trx, { brand, member, at }, otherId) => {
  const rows = await messagesBetween(trx, member.id, otherId, null, EVIDENCE_MESSAGES)
  const isFromSupport = (await supportAmong(trx, [otherId])).has(otherId)
  const reads = readsOf(member, brand.billing, at)
  return rows.toReversed().map(({ senderId, kind, body, sentAt, isRevealed }) => {
    const isMine = senderId === member.id
    return { isMine, kind, text: isMasked({ isMine, isRevealed, isFromSupport }, reads) || body === '' ? null : body, at: sentAt.toISOString() }
  })
}

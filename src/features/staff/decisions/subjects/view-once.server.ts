import {
  givePhotoBack,
  judgePhoto,
  waitsForStaff,
} from '#members/messages/view-once/view-once-check.server.ts'
import type { SubjectEffects } from './subject-effects.server.ts'

export const viewOnce: SubjectEffects = {
  concerns: ({ act, about_kind: kind }) => kind === 'viewOnce' && act !== 'restore',
  async outdated(_, trx, _person, { about_id: messageId }) {
    return !(await waitsForStaff(trx, messageId ?? 0))
  },
  async apply(trx, _, { act, about_id: messageId, account_id: ownerId }, { isGone, at }) {
    if (isGone) return {}
    const state = await judgePhoto(trx, {
      messageId: messageId ?? 0,
      ownerId,
      approved: act === 'none',
      at,
    })
    return { photo: state === 'withheld' ? 'withheld' : 'notShown' }
  },
  async giveBack(trx, { id: ownerId }, { about_id: messageId }, at) {
    await givePhotoBack(trx, { messageId: messageId ?? 0, ownerId, at })
  },
}

import {
  giveChatPhotoBack,
  judgeChatPhoto,
} from '#members/messages/chat-photos/chat-photos-check.server.ts'
import { waitingChatPhoto } from '#members/messages/chat-photos/chat-photos.sql.ts'
import { policyOf } from '../decisions.ts'
import type { SubjectEffects } from './subject-effects.server.ts'

export const chatPhoto: SubjectEffects = {
  concerns: ({ act, about_kind: kind }) => kind === 'chatPhoto' && act !== 'restore',
  async outdated(_, trx, _person, { about_id: id }) {
    return (await waitingChatPhoto(trx, id ?? 0)) === undefined
  },
  async apply(trx, _, { act, about_id: id, note, policy, account_id: senderId }, { isGone, at }) {
    if (isGone) return {}
    const photo = { id: id ?? 0, senderId, at }
    const reason = note === '' ? policyOf(policy).text : note
    await judgeChatPhoto(
      trx,
      act === 'none' ? { ...photo, approved: true } : { ...photo, approved: false, reason },
    )
    return act === 'none' ? {} : { photo: 'notSentOn' }
  },
  async giveBack(trx, { id: senderId }, { about_id: id }, at) {
    await giveChatPhotoBack(trx, { id: id ?? 0, senderId, at })
  },
}

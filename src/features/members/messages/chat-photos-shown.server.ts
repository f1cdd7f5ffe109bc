import type { Db } from '../../../db/connection.server.ts'
import { notThereYet } from './chat-photos.sql.ts'
import { notThereInWords } from './chat-photos.ts'
import type { MessageRow } from './messages.sql.ts'
import { noReactions } from './reactions.ts'

/** What the other does not have, among the sender's own messages; the latest first. */
export async function notThereAsRows(
  db: Db,
  senderId: number,
  other: { id: number; username: string },
): Promise<MessageRow[]> {
  const photos = await notThereYet(db, senderId, other.id)
  return photos.map(({ id, sentAt, state, reason, ...photo }) => ({
    id,
    senderId,
    kind: 'photo',
    body: notThereInWords(state, other.username, reason),
    sentAt,
    isRevealed: true,
    recording: null,
    viewOnce: null,
    photo,
    warning: null,
    about: null,
    quoted: null,
    reactions: noReactions,
  }))
}

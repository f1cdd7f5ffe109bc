import type { Db } from '#db/connection.server.ts'
import { lastingAddress, type PhotoViewer } from '#members/photos/files/addresses.server.ts'
import { noReactions } from '../acts/reactions.ts'
import type { Message } from '../messages.contract.ts'
import type { MessageRow } from '../messages.sql.ts'
import { notThereYet, type StoredChatPhoto } from './chat-photos.sql.ts'
import { chatPhotoName, notThereInWords } from './chat-photos.ts'

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

/** What the other does not have yet stands among the messages of a page, by its number. */
export function withPhotos(
  rows: readonly MessageRow[],
  photos: readonly MessageRow[],
  { before, hasOlder }: { before: number | undefined; hasOlder: boolean },
): MessageRow[] {
  const oldest = hasOlder ? (rows.at(-1)?.id ?? 0) : 0
  const here = photos.filter(({ id }) => id > oldest && (before === undefined || id < before))
  return here.length === 0 ? [...rows] : [...rows, ...here].toSorted((a, b) => b.id - a.id)
}

const SHOWN_WIDTH = 272

/** Its addresses stay the same for a day: with new ones, each refresh would load it again. */
export function shownPhoto(
  photo: StoredChatPhoto | null | undefined,
  viewer: PhotoViewer,
): Pick<Message, 'photo'> {
  if (!photo) return {}
  const { key, isHeld, isShown, ...size } = photo
  const width = Math.min(SHOWN_WIDTH, size.width)
  const height = Math.round((width * size.height) / size.width)
  const at = (file: 'large' | 'small') =>
    isShown ? lastingAddress(chatPhotoName(key, file), key, viewer) : null
  return {
    photo: {
      isHeld,
      large: at('large'),
      image: { src: at('small') ?? '', width, height, alt: 'Photo', loading: 'lazy' },
    },
  }
}

import type { PictureSubject } from '#core/tasks/tasks.ts'
import type { KeptFinding } from '#db/columns.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { isChatPhotoOpen, refusedChatPhotoFile } from './chat-photos/chat-photos-check.server.ts'
import { chatPhotoById, waitingChatPhoto } from './chat-photos/chat-photos.sql.ts'
import { chatPhotoName } from './chat-photos/chat-photos.ts'
import { refusedFile } from './view-once/view-once-check.server.ts'
import { viewOnceFile, waitingViewOnce } from './view-once/view-once.sql.ts'
import { viewOnceName } from './view-once/view-once.ts'

type Found = { key: string; findings: readonly KeptFinding[] }
type Waiting = Found & { ownerId: number; rules: string | null; isCompared: boolean }
type Stored = Found & { sha256: Uint8Array | null; pdq: Uint8Array | null }

type SentPicture = {
  /** The name of the largest file. */
  file(key: string): string
  /** One that waits for staff. */
  waiting(db: Db | Trx, id: number): Promise<Waiting | undefined>
  stored(db: Db | Trx, id: number): Promise<Stored | undefined>
  /** The name of the file of a refused one, as long as it is kept. */
  refused(db: Db, id: number): Promise<string | null>
  /** Whether a task about it has something to decide still. */
  isOpen(trx: Trx, id: number, isMatch: boolean): Promise<boolean>
}

/** What staff look at of photos that were sent to one person, which no profile has. */
export const sentPictures: Record<Exclude<PictureSubject, 'photo'>, SentPicture> = {
  viewOnce: {
    file: viewOnceName,
    waiting: waitingViewOnce,
    stored: viewOnceFile,
    refused: refusedFile,
    isOpen: async (trx, id) => (await waitingViewOnce(trx, id)) !== undefined,
  },
  chatPhoto: {
    file: (key) => chatPhotoName(key, 'large'),
    waiting: waitingChatPhoto,
    stored: chatPhotoById,
    refused: refusedChatPhotoFile,
    isOpen: isChatPhotoOpen,
  },
}

import type { Feature } from '#api/feature.ts'
import { actHandlers } from './acts/acts.server.ts'
import { chatPhotoDoor } from './chat-photos/chat-photo-door.server.ts'
import { chatPhotosThatExist, storedChatPhotos } from './chat-photos/chat-photo-files.sql.ts'
import {
  chatPhotoHandlers,
  chatPhotoJob,
  chatPhotoSweepJob,
} from './chat-photos/chat-photos.server.ts'
import { readChatPhotoName } from './chat-photos/chat-photos.ts'
import { findHandlers } from './find/find.server.ts'
import { storedHeldFiles } from './held/held-messages.sql.ts'
import { inboxHandlers } from './inbox/inbox.server.ts'
import { pinHandlers } from './inbox/pins.server.ts'
import { waitingHandlers } from './inbox/waiting.server.ts'
import { messagingCollections, messagingErasures } from './leaving.sql.ts'
import { messagesForReport } from './messages-for-report.server.ts'
import { messageHandlers } from './messages.server.ts'
import { typingHandlers } from './typing/typing.server.ts'
import { viewOnceHandlers, viewOnceJob, viewOnceSweepJob } from './view-once/view-once.server.ts'
import { storedViewOnce, viewOnceThatExist } from './view-once/view-once.sql.ts'
import { readViewOnceName } from './view-once/view-once.ts'
import { recordingDoor } from './voice/recording-door.server.ts'
import { recordingsThatExist, storedRecordings } from './voice/recordings.sql.ts'
import { readRecordingName } from './voice/recordings.ts'
import { recordingSweepJob, voiceHandlers } from './voice/voice.server.ts'
import { questionHandlers } from './writing/questions.server.ts'

export const messages: Feature = {
  room: 'members/messages',
  handlers: [
    ...inboxHandlers,
    ...pinHandlers,
    ...findHandlers,
    ...messageHandlers,
    ...actHandlers,
    ...waitingHandlers,
    ...typingHandlers,
    ...questionHandlers,
    ...voiceHandlers,
    ...viewOnceHandlers,
    ...chatPhotoHandlers,
  ],
  jobs: [recordingSweepJob, viewOnceJob, viewOnceSweepJob, chatPhotoJob, chatPhotoSweepJob],
  doors: [recordingDoor, chatPhotoDoor],
  erasures: messagingErasures,
  collections: messagingCollections,
  fileKinds: [
    {
      what: 'voice message',
      keyOf: readRecordingName,
      known: recordingsThatExist,
      rows: storedRecordings,
    },
    {
      what: 'photo for one view',
      keyOf: readViewOnceName,
      known: viewOnceThatExist,
      rows: storedViewOnce,
    },
    {
      what: 'photo in a chat',
      keyOf: readChatPhotoName,
      known: chatPhotosThatExist,
      rows: storedChatPhotos,
    },
    // Their names are those of the two kinds before, which know them.
    {
      what: 'voice message or photo that was withheld',
      keyOf: () => null,
      known: async () => new Set(),
      rows: storedHeldFiles,
    },
  ],
  answers: [messagesForReport],
}

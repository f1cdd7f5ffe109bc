import { storedHeldFiles } from '../features/messaging/held-letters.sql.ts'
import { recordingsThatExist, storedRecordings } from '../features/messaging/recordings.sql.ts'
import { readRecordingName } from '../features/messaging/recordings.ts'
import { storedViewOnce, viewOnceThatExist } from '../features/messaging/view-once.sql.ts'
import { readViewOnceName } from '../features/messaging/view-once.ts'
import {
  readReportPhotoName,
  reportPhotosThatExist,
  storedReportPhotos,
} from '../features/moderation/report.sql.ts'
import { type FileKind, photoFileKind } from '../features/photos/files-check.server.ts'
import { preservedThatExist, storedPreserved } from '../features/preservation/pictures.sql.ts'
import { readPreservedName } from '../features/preservation/preserved.ts'
import { posesThatExist, storedPoses } from '../features/verification/pose-checks.sql.ts'
import { readPoseFileName } from '../features/verification/pose-checks.ts'
import { distinct } from '../lib/distinct.ts'

/** What features keep in the store of photos. */
export const fileKinds: readonly FileKind[] = distinct(
  'kinds of files',
  [
    photoFileKind,
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
    // Their names are those of the two kinds before, which know them.
    {
      what: 'voice message or photo that was withheld',
      keyOf: () => null,
      known: async () => new Set(),
      rows: storedHeldFiles,
    },
    {
      what: 'photo of a report',
      keyOf: readReportPhotoName,
      known: reportPhotosThatExist,
      rows: storedReportPhotos,
    },
    {
      what: 'kept copy of a picture on a list',
      keyOf: readPreservedName,
      known: preservedThatExist,
      rows: storedPreserved,
    },
    { what: 'photo of a check', keyOf: readPoseFileName, known: posesThatExist, rows: storedPoses },
  ],
  ({ what }) => what,
)

import { storedHeldFiles } from '../features/members/messages/held-letters.sql.ts'
import {
  recordingsThatExist,
  storedRecordings,
} from '../features/members/messages/recordings.sql.ts'
import { readRecordingName } from '../features/members/messages/recordings.ts'
import { storedViewOnce, viewOnceThatExist } from '../features/members/messages/view-once.sql.ts'
import { readViewOnceName } from '../features/members/messages/view-once.ts'
import { type FileKind, photoFileKind } from '../features/members/photos/files-check.server.ts'
import { posesThatExist, storedPoses } from '../features/members/poses/pose-checks.sql.ts'
import { readPoseFileName } from '../features/members/poses/pose-checks.ts'
import {
  readReportPhotoName,
  reportPhotosThatExist,
  storedReportPhotos,
} from '../features/members/reports/report.sql.ts'
import { preservedThatExist, storedPreserved } from '../features/staff/hash-lists/pictures.sql.ts'
import { readPreservedName } from '../features/staff/hash-lists/preserved.ts'
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

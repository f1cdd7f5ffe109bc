import type { Feature } from '#api/feature.ts'
import { verificationCollections, verificationErasures } from './leaving.sql.ts'
import { poseCheckHandlers } from './pose-checks.server.ts'
import { posesThatExist, storedPoses } from './pose-checks.sql.ts'
import { readPoseFileName } from './pose-checks.ts'

export const poses: Feature = {
  room: 'members/poses',
  handlers: poseCheckHandlers,
  erasures: verificationErasures,
  collections: verificationCollections,
  fileKinds: [
    { what: 'photo of a check', keyOf: readPoseFileName, known: posesThatExist, rows: storedPoses },
  ],
}

import type { Feature } from '#api/feature.ts'
import { poseQueueHandlers, poseSweepJob } from './pose-queue.server.ts'

export const poses: Feature = {
  room: 'staff/poses',
  handlers: poseQueueHandlers,
  jobs: [poseSweepJob],
}

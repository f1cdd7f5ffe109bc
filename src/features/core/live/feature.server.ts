import type { Feature } from '#api/feature.ts'
import { eventSweepJob } from './event-sweep.server.ts'
import { streamHandlers } from './stream.server.ts'

export const live: Feature = {
  room: 'core/live',
  handlers: streamHandlers,
  jobs: [eventSweepJob],
}

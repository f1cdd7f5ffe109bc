import type { Feature } from '#api/feature.ts'
import { reporterHandlers } from './reporters.server.ts'

export const evidence: Feature = {
  room: 'staff/evidence',
  handlers: reporterHandlers,
}

import type { Feature } from '../../../api/feature.ts'
import { consoleHandlers } from './console.server.ts'
import { memberFileHandlers } from './member-file.server.ts'

export const queue: Feature = {
  room: 'staff/queue',
  handlers: [...consoleHandlers, ...memberFileHandlers],
}

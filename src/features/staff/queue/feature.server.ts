import type { Feature } from '../../../api/feature.ts'
import { consoleHandlers } from './console.server.ts'
import { taskListHandlers } from './task-list.server.ts'

export const queue: Feature = {
  room: 'staff/queue',
  handlers: [...consoleHandlers, ...taskListHandlers],
}

import type { Feature } from '#api/feature.ts'
import type { Kinds } from '#core/tasks/verdicts.server.ts'
import { consoleHandlers } from './console.server.ts'
import { severalHandlers } from './several.server.ts'
import { taskListHandlers } from './task-list.server.ts'
import { undoHandler } from './undo.server.ts'

export const queue = (verdicts: Kinds): Feature => ({
  room: 'staff/queue',
  handlers: [...consoleHandlers, ...taskListHandlers, ...severalHandlers, undoHandler(verdicts)],
})

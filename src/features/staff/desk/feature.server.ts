import type { Feature } from '#api/feature.ts'
import { taskHandlers } from './task.server.ts'

export const desk: Feature = { room: 'staff/desk', handlers: taskHandlers }

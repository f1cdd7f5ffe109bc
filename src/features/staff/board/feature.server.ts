import type { Feature } from '../../../api/feature.ts'
import { boardHandlers } from './board.server.ts'

export const board: Feature = { room: 'staff/board', handlers: boardHandlers }

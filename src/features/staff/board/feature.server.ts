import type { Feature } from '#api/feature.ts'
import { boardHandlers } from './board.server.ts'
import {
  joinsReading,
  ordersReading,
  refundReading,
  silenceReading,
} from './business-reading.server.ts'
import { morningJob } from './morning.server.ts'

export const board: Feature = {
  room: 'staff/board',
  handlers: boardHandlers,
  jobs: [morningJob],
  readings: [joinsReading, ordersReading, silenceReading, refundReading],
}

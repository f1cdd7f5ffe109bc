import type { Feature } from '#api/feature.ts'
import { fraudPageHandlers } from './fraud-page.server.ts'

export const fraud: Feature = {
  room: 'staff/fraud',
  handlers: fraudPageHandlers,
}

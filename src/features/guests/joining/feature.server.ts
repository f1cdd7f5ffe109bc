import type { Feature } from '#api/feature.ts'
import { registrationHandlers } from './registration.server.ts'

export const joining: Feature = {
  room: 'guests/joining',
  handlers: registrationHandlers,
}

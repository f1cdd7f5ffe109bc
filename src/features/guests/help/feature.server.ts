import type { Feature } from '#api/feature.ts'
import { helpHandlers } from './help.server.ts'

export const help: Feature = {
  room: 'guests/help',
  handlers: helpHandlers,
}

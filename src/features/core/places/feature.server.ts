import type { Feature } from '#api/feature.ts'
import { placeHandlers } from './places.server.ts'

export const places: Feature = {
  room: 'core/places',
  handlers: placeHandlers,
}

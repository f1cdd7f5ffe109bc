import type { Feature } from '#api/feature.ts'
import { emailOfferHandlers } from './email-offers.server.ts'
import { redirectHandlers } from './redirects.server.ts'

export const promo: Feature = {
  room: 'guests/promo',
  handlers: [...redirectHandlers, ...emailOfferHandlers],
}

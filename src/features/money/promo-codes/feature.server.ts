import type { Feature } from '#api/feature.ts'
import { promoCodeHandlers } from './promo-codes.server.ts'

export const promoCodes: Feature = {
  room: 'money/promo-codes',
  handlers: promoCodeHandlers,
}

import type { Feature } from '#api/feature.ts'
import { billingCollections, billingErasures } from './leaving.sql.ts'
import { orderHandlers } from './orders.server.ts'
import { partnerHandlers } from './partner/passthrough.server.ts'

export const checkout: Feature = {
  room: 'money/checkout',
  handlers: [...orderHandlers, ...partnerHandlers],
  erasures: billingErasures,
  collections: billingCollections,
}

import type { Feature } from '#api/feature.ts'
import { creditHistoryHandlers } from './credit-history.server.ts'
import { creditExpiryJob, creditsHandlers } from './credits.server.ts'
import { revealLocationHandlers } from './reveal-location.server.ts'

export const credits: Feature = {
  room: 'money/credits',
  handlers: [...creditsHandlers, ...revealLocationHandlers, ...creditHistoryHandlers],
  jobs: [creditExpiryJob],
}

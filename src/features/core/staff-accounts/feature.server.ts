import type { Feature } from '#api/feature.ts'
import { secondFactorHandlers } from './second-factor.server.ts'

export const staffAccounts: Feature = {
  room: 'core/staff-accounts',
  handlers: secondFactorHandlers,
}

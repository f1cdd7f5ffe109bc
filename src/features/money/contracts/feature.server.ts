import type { Feature } from '#api/feature.ts'
import { cancellationJob } from './cancel.server.ts'
import { dunningJob } from './dunning/dunning.server.ts'
import { declarationHandlers, declarationJob } from './ending/declarations.server.ts'
import { reminderJob } from './ending/reminders.server.ts'
import { refundJob } from './refunds.server.ts'

export const contracts: Feature = {
  room: 'money/contracts',
  handlers: declarationHandlers,
  jobs: [cancellationJob, declarationJob, refundJob, reminderJob, dunningJob],
}

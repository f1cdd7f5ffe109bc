import type { Feature } from '#api/feature.ts'
import { authorityOrderHandlers } from './authority-orders.server.ts'
import { deadlineReading } from './deadline-reading.server.ts'
import { deadlineJob } from './deadlines.server.ts'
import { figuresHandlers } from './queue-figures.server.ts'
import { queueReading } from './queue-reading.server.ts'
import { recipientsJob } from './recipients.server.ts'
import { transparencyHandlers } from './transparency.server.ts'

export const transparency: Feature = {
  room: 'staff/transparency',
  handlers: [...figuresHandlers, ...transparencyHandlers, ...authorityOrderHandlers],
  jobs: [deadlineJob, recipientsJob],
  readings: [queueReading, deadlineReading],
}

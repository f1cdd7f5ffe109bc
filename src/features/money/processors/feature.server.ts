import type { Feature } from '../../../api/feature.ts'
import { ccbillJob } from './ccbill/job.server.ts'
import { ccbillHandlers } from './ccbill/webhook.server.ts'
import { cardFrameDoor } from './gateway/card-frame.server.ts'
import { gatewayHandlers } from './gateway/webhook.server.ts'
import type { Receive } from './processor.ts'
import { verotelHandlers } from './verotel/verotel.server.ts'

export const processors = (receive: Receive): Feature => ({
  room: 'money/processors',
  handlers: [...gatewayHandlers(receive), ...verotelHandlers(receive), ...ccbillHandlers],
  jobs: [ccbillJob(receive)],
  doors: [cardFrameDoor],
})

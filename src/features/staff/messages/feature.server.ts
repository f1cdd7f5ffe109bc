import { hearing } from '#api/domain-events.server.ts'
import type { Feature } from '#api/feature.ts'
import { decisionLifted } from '../decisions/events.server.ts'
import { fraudNoticeHandlers, fraudNoticeJob } from './fraud-notices.server.ts'
import { passOnWithheld } from './held-messages.server.ts'
import { heldMessageHandlers, heldMessageJob } from './held-messages.server.ts'
import { staffMessageErasures } from './leaving.sql.ts'

export const messages: Feature = {
  room: 'staff/messages',
  handlers: [...fraudNoticeHandlers, ...heldMessageHandlers],
  jobs: [fraudNoticeJob, heldMessageJob],
  erasures: staffMessageErasures,
  hears: [
    hearing(decisionLifted, (services, trx, { decisionId, at }) =>
      passOnWithheld(services, trx, decisionId, at),
    ),
  ],
}

import type { Feature } from '../../../api/feature.ts'
import { fraudNoticeHandlers, fraudNoticeJob } from './fraud-notices.server.ts'
import { heldLetterHandlers, heldLetterJob } from './held-letters.server.ts'
import { staffMessageErasures } from './leaving.sql.ts'

export const messages: Feature = {
  room: 'staff/messages',
  handlers: [...fraudNoticeHandlers, ...heldLetterHandlers],
  jobs: [fraudNoticeJob, heldLetterJob],
  erasures: staffMessageErasures,
}

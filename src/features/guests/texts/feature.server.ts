import type { Feature } from '../../../api/feature.ts'
import { draftHandlers } from './drafts.server.ts'
import { historyHandlers } from './history.server.ts'
import { previewHandlers } from './preview.server.ts'
import { textsJob } from './published-texts.server.ts'

export const texts: Feature = {
  room: 'guests/texts',
  handlers: [...draftHandlers, ...historyHandlers, ...previewHandlers],
  everyProcess: [textsJob],
}

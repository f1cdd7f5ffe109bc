import type { Feature } from '../../../api/feature.ts'
import { changeHandlers } from './changes.server.ts'
import { previewHandlers } from './preview.server.ts'
import { textsJob } from './published-texts.server.ts'
import { publicationsJob } from './schedule.server.ts'
import { textHandlers } from './texts.server.ts'

export const texts: Feature = {
  room: 'guests/texts',
  handlers: [...textHandlers, ...changeHandlers, ...previewHandlers],
  everyProcess: [textsJob],
  jobs: [publicationsJob],
}

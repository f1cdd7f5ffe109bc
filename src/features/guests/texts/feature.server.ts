import type { Feature } from '#api/feature.ts'
import { changeHandlers } from './history/changes.server.ts'
import { previewHandlers } from './previews/preview.server.ts'
import { textsJob } from './publishing/published-texts.server.ts'
import { publicationsJob } from './publishing/schedule.server.ts'
import { textHandlers } from './texts.server.ts'

export const texts: Feature = {
  room: 'guests/texts',
  handlers: [...textHandlers, ...changeHandlers, ...previewHandlers],
  everyProcess: [textsJob],
  jobs: [publicationsJob],
}

import type { Feature } from '#api/feature.ts'
import { brandPictureSweepJob } from './picture-files.server.ts'
import { pictureHandlers } from './pictures.server.ts'

export const pictures: Feature = {
  room: 'guests/pictures',
  handlers: pictureHandlers,
  jobs: [brandPictureSweepJob],
}

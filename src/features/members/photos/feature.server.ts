import type { Feature } from '../../../api/feature.ts'
import { photoAccessHandlers, photoAccessSweepJob } from './access.server.ts'
import { photoFileKind } from './files-check.server.ts'
import { copySearchJob } from './hashes/removed.server.ts'
import { photoHashJob } from './hashes/stored.server.ts'
import { laterRenditionsJob } from './later-renditions.server.ts'
import { photoCollections, photoErasures } from './leaving.sql.ts'
import { mediaDoor } from './media.server.ts'
import { photoHandlers } from './photos.server.ts'
import { photoSweepJob } from './sweep.server.ts'

export const photos: Feature = {
  room: 'members/photos',
  handlers: [...photoHandlers, ...photoAccessHandlers],
  jobs: [photoSweepJob, laterRenditionsJob, photoHashJob, copySearchJob, photoAccessSweepJob],
  doors: [mediaDoor],
  erasures: photoErasures,
  collections: photoCollections,
  fileKinds: [photoFileKind],
}

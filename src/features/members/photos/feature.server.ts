import type { Feature } from '#api/feature.ts'
import { photoAccessHandlers, photoAccessSweepJob } from './access/access.server.ts'
import { photoFileKind } from './files/files-check.server.ts'
import { laterRenditionsJob } from './files/later-renditions.server.ts'
import { mediaDoor } from './files/media.server.ts'
import { photoSweepJob } from './files/sweep.server.ts'
import { copySearchJob } from './hashes/removed.server.ts'
import { photoHashJob } from './hashes/stored.server.ts'
import { photoCollections, photoErasures } from './leaving.sql.ts'
import { photoHandlers } from './own/photos.server.ts'

export const photos: Feature = {
  room: 'members/photos',
  handlers: [...photoHandlers, ...photoAccessHandlers],
  jobs: [photoSweepJob, laterRenditionsJob, photoHashJob, copySearchJob, photoAccessSweepJob],
  doors: [mediaDoor],
  erasures: photoErasures,
  collections: photoCollections,
  fileKinds: [photoFileKind],
}

import type { Feature } from '../../../api/feature.ts'
import { geoHandlers } from './geo-profiles.server.ts'
import { homeHandlers } from './home.server.ts'
import { discoveryCollections } from './leaving.sql.ts'
import { listHandlers } from './lists.server.ts'
import { magicMessageHandlers } from './magic-message.server.ts'
import { profileHintHandlers } from './profile-hint.server.ts'
import { profileHandlers } from './profile.server.ts'
import { savedSearchHandlers } from './saved-searches.server.ts'
import { searchHandlers } from './search.server.ts'
import { seenSweepJob } from './seen.server.ts'

export const search: Feature = {
  room: 'members/search',
  handlers: [
    ...searchHandlers,
    ...savedSearchHandlers,
    ...listHandlers,
    ...homeHandlers,
    ...geoHandlers,
    ...magicMessageHandlers,
    ...profileHandlers,
    ...profileHintHandlers,
  ],
  jobs: [seenSweepJob],
  collections: discoveryCollections,
}

import type { Feature } from '#api/feature.ts'
import { homeHandlers } from './home/home.server.ts'
import { profileHintHandlers } from './home/profile-hint.server.ts'
import { discoveryCollections } from './leaving.sql.ts'
import { listHandlers } from './lists/lists.server.ts'
import { magicMessageHandlers } from './magic-message/magic-message.server.ts'
import { geoHandlers } from './profile/geo-profiles.server.ts'
import { profileHandlers } from './profile/profile.server.ts'
import { savedSearchHandlers } from './saved-searches/saved-searches.server.ts'
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

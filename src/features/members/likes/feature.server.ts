import type { Feature } from '#api/feature.ts'
import { matchingCollections } from './leaving.sql.ts'
import { likeHandlers, takenLikeSweepJob } from './likes.server.ts'
import { partnerLinkHandlers } from './partners.server.ts'

export const likes: Feature = {
  room: 'members/likes',
  handlers: [...likeHandlers, ...partnerLinkHandlers],
  jobs: [takenLikeSweepJob],
  collections: matchingCollections,
}

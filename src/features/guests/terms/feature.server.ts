import type { Feature } from '#api/feature.ts'
import { consentHandlers } from './consent.server.ts'
import { legalCollections } from './leaving.sql.ts'
import { termsHandlers } from './terms.server.ts'

export const terms: Feature = {
  room: 'guests/terms',
  handlers: [...termsHandlers, ...consentHandlers],
  collections: legalCollections,
}

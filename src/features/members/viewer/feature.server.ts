import type { Feature } from '#api/feature.ts'
import { backHandlers } from './back-links.server.ts'
import { viewerCollections } from './leaving.sql.ts'
import { pageErrorHandlers } from './page-errors.server.ts'
import { parametersHandlers } from './parameters.server.ts'
import { tickerHandlers } from './tickers.server.ts'

export const viewer: Feature = {
  room: 'members/viewer',
  handlers: [...parametersHandlers, ...backHandlers, ...pageErrorHandlers, ...tickerHandlers],
  collections: viewerCollections,
}

import { answering } from '#api/domain-events.server.ts'
import { statementsOfPhotos } from '#members/photos/events.server.ts'
import { decisionsOnPhotos } from '../decisions.sql.ts'
import { statementPath } from './statements.server.ts'

/** Of photos that no decision refused there is no such page. */
export const photoStatements = answering(statementsOfPhotos, async (services, _, asked) => {
  const decisions = await decisionsOnPhotos(services.db, asked.accountId, asked.photoIds)
  return new Map(
    [...decisions].map(([photoId, decisionId]) => [photoId, statementPath(services, decisionId)]),
  )
})

import type { Services } from '../../../api/services.server.ts'
import { decisionsOnPhotos } from './decisions.sql.ts'
import { statementPath } from './statements.server.ts'

/** Where the owner of refused photos reads why; of photos that no decision refused there is no such page. */
export async function statementsOfPhotos(
  services: Services,
  accountId: number,
  photoIds: readonly number[],
): Promise<Map<number, string>> {
  const decisions = await decisionsOnPhotos(services.db, accountId, photoIds)
  return new Map(
    [...decisions].map(([photoId, decisionId]) => [photoId, statementPath(services, decisionId)]),
  )
}

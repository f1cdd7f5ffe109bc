import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import { photoViewer } from '../photos/files/addresses.server.ts'
import type { ShownPart } from './parts.contract.ts'
import { ownPartsShown, partsLikedBy } from './parts.sql.ts'

/**
 * What each of these members likes of the viewer's own profile. The caller checks whether the
 * viewer may see who likes them.
 */
export async function likedOfViewer(
  services: Services,
  scope: Scope,
  likers: readonly number[],
): Promise<(likerId: number) => ShownPart[]> {
  const parts = await partsLikedBy(services.db, likers, scope.member.id)
  const shown = await ownPartsShown(
    services.db,
    photoViewer(services, scope),
    [...parts.values()].flat(),
  )
  return (likerId) => shown(parts.get(likerId) ?? [])
}

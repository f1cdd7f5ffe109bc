import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import { isOnline } from '#core/people/shown-to/presence.ts'
import { ageOn } from '#lib/clock.ts'
import { photoViewer } from '../photos/files/addresses.server.ts'
import { picturesOf } from '../photos/photos.sql.ts'
import type { Correspondent } from './messages.contract.ts'

type Person = { id: number; username: string; birthday: string; lastSeenAt: Date }

/**
 * Returns people as a conversation shows them, in the given order. Callers pass only rows of
 * `visible_profiles`.
 */
export async function correspondents(
  services: Services,
  scope: Scope,
  people: readonly Person[],
): Promise<Correspondent[]> {
  const ids = people.map(({ id }) => id)
  const pictures = await picturesOf(services.db, ids, photoViewer(services, scope))
  return people.map(({ id, username, birthday, lastSeenAt }) => ({
    userId: id,
    username,
    age: ageOn(birthday, scope.at),
    isOnline: isOnline(lastSeenAt, scope.at),
    picture: pictures.get(id) ?? null,
  }))
}

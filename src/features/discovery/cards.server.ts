import type { Services } from '../../api/services.server.ts'
import type { Scope } from '../../api/session.server.ts'
import { ageOn } from '../../lib/clock.ts'
import { photoViewer, pictureOf } from '../photos/addresses.server.ts'
import { distanceBand, distanceKm } from '../places/places.ts'
import { isNew, isOnline } from '../people/presence.ts'
import { countSeen } from './seen.server.ts'
import type { Card } from './cards.contract.ts'
import { peopleForCards } from './cards.sql.ts'

/**
 * The cards of these members, in this order. The second half of every list: the ids are found elsewhere,
 * here they are hydrated, and only what the viewer may know is presented. Who has become invisible in
 * between is left out, and so is whoever works for us: they are here to help, not to be met. Throws ApiError
 * `tooMany` where the viewer has seen a great many people already.
 */
export async function cardsOf(services: Services, scope: Scope, memberIds: readonly number[]): Promise<Card[]> {
  if (memberIds.length === 0) return []
  const viewer = photoViewer(services, scope)
  const [people] = await Promise.all([peopleForCards(services.db, scope, viewer, memberIds), countSeen(services, scope, memberIds)])
  const byId = new Map(people.map((person) => [person.id, person]))
  return memberIds.flatMap((id) => {
    const person = byId.get(id)
    if (!person || person.isSupport) return []
    const { username, gender, placeName, region, headline, isLiked } = person
    return {
      id,
      username,
      age: ageOn(person.birthday, scope.at),
      gender,
      placeName,
      region,
      distance: distanceBand(distanceKm(scope.member, person)),
      isOnline: isOnline(person.lastSeenAt, scope.at),
      isNew: isNew(person.joinedAt, scope.at),
      headline,
      picture: person.photo && pictureOf(person.photo, viewer),
      isLiked,
    }
  })
}

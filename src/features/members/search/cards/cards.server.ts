import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import { isNew, isOnline } from '#core/people/shown-to/presence.ts'
import { distanceBand, unitOf } from '#core/places/distances.ts'
import { distanceKm } from '#core/places/places.ts'
import { ageOn } from '#lib/clock.ts'
import { photoViewer, pictureOf } from '#members/photos/files/addresses.server.ts'
import { countSeen } from '../seen.server.ts'
import type { Card } from './cards.contract.ts'
import { peopleForCards } from './cards.sql.ts'

/**
 * Leaves out members who became invisible. Throws ApiError `tooMany` if the viewer has seen too
 * many.
 */
export async function cardsOf(
  services: Services,
  scope: Scope,
  memberIds: readonly number[],
): Promise<Card[]> {
  if (memberIds.length === 0) return []
  const viewer = photoViewer(services, scope)
  const unit = unitOf(scope.member)
  const [people] = await Promise.all([
    peopleForCards(services.db, scope, memberIds),
    countSeen(services, scope, memberIds),
  ])
  const byId = new Map(people.map((person) => [person.id, person]))
  return memberIds.flatMap((id) => {
    const person = byId.get(id)
    if (!person) return []
    const { username, placeName, headline, isLiked, likesBack, stay } = person
    const home = distanceKm(scope.member, person)
    const away = stay ? distanceKm(scope.member, stay) : home
    return {
      id,
      username,
      age: ageOn(person.birthday, scope.at),
      placeName,
      distance: distanceBand(Math.min(home, away), unit),
      visiting: stay && away < home ? { placeName: stay.placeName, until: stay.until } : null,
      isOnline: isOnline(person.lastSeenAt, scope.at),
      isNew: isNew(person.joinedAt, scope.at),
      headline,
      picture: person.photo && pictureOf(person.photo, viewer),
      verifiedAt: person.verifiedAt?.toISOString() ?? null,
      isLiked,
      isMatched: isLiked && likesBack,
    }
  })
}

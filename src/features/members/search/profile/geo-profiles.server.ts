import { type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import { placeOfMember } from '#core/people/place.sql.ts'
import { isVisible } from '#core/people/shown-to/visible.sql.ts'
import { placeById } from '#core/places/places.server.ts'
import { cellOf } from '#core/places/places.ts'
import { cardsOf } from '../cards/cards.server.ts'
import { strangersAmong } from '../home/home.sql.ts'
import { searchFor } from '../search.sql.ts'
import { lookedFor } from '../wishes.server.ts'
import { geoProfiles } from './geo-profiles.contract.ts'
import { geoRadius } from './geo-profiles.ts'

/** So many of those around are looked at for some who are not met yet. */
const CONSIDERED = 30

const geoHandler = handle(geoProfiles, async ({ query, scope, services }) => {
  const id = query.id ?? scope.member.id
  if (id !== scope.member.id && !(await isVisible(services.db, scope, id)))
    throw new ApiError('unavailable')
  const place = await placeOfMember(services.db, id)
  const town = placeById(place.id)
  const wanted = lookedFor(scope)
  if (!town || !wanted.countries.includes(town.country))
    return { place, radius: geoRadius, members: [] }
  const around = { ...wanted, country: null, circle: { centre: cellOf(town), km: geoRadius } }
  const people = await searchFor(services.db, scope, around, { limit: CONSIDERED, offset: 0 })
  const ids = await strangersAmong(services.db, scope, [people], query.count + 1)
  const members = await cardsOf(
    services,
    scope,
    ids.filter((one) => one !== id).slice(0, query.count),
  )
  return { place, radius: geoRadius, members }
})

export const geoHandlers: Handler[] = [geoHandler]

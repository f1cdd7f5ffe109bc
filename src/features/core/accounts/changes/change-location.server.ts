import { type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import { movePerson, placeOfMember } from '#core/people/place.sql.ts'
import { chosenPlace } from '#core/places/places.server.ts'
import { placeColumns } from '#core/places/towns.server.ts'
import { profilePage } from '#sites/profile-parts.ts'
import { noteChange } from './account-changes.sql.ts'
import { changeLocation } from './change-location.contract.ts'
import { mayChangeLocation } from './change-location.ts'

const changeHandler = handle(changeLocation, async ({ body, scope, services }) => {
  const { member, brand, at } = scope
  if (!mayChangeLocation(brand, member, at))
    throw new ApiError('needsPremium', `On ${brand.name}, premium members can change their place.`)
  const place = chosenPlace(body)
  return services.db.transaction().execute(async (trx) => {
    const before = await placeOfMember(trx, member.id)
    await movePerson(trx, member.id, placeColumns(place))
    const after = await placeOfMember(trx, member.id)
    if (after.id !== before.id) await noteChange(trx, member.id, 'place', at)
    return { place: after, next: profilePage('place', 'place') }
  })
})

export const changeLocationHandlers: Handler[] = [changeHandler]

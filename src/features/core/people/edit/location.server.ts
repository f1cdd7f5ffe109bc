import { type Handler, handle } from '#api/call.server.ts'
import { placeOfMember } from '../place.sql.ts'
import { currentLocation } from './location.contract.ts'

const locationHandler = handle(currentLocation, async ({ scope, services }) => ({
  place: await placeOfMember(services.db, scope.member.id),
}))

export const locationHandlers: Handler[] = [locationHandler]

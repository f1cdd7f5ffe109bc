import { type Handler, handle } from '#api/call.server.ts'
import { ApiError, fieldError } from '#api/errors.ts'
import { deleteStay, ownStay, saveStay, sweepStays } from '#core/people/shown-to/visiting.sql.ts'
import { wrongDays } from '#core/people/shown-to/visiting.ts'
import { chosenPlace } from '#core/places/places.server.ts'
import { placeColumns } from '#core/places/towns.server.ts'
import { inBatches, type Job } from '#jobs/worker.server.ts'
import { DAY, HOUR, later } from '#lib/clock.ts'
import { profilePage } from '#sites/profile-parts.ts'
import { mayChangeLocation } from './change-location.ts'
import { endVisiting, getVisiting, setVisiting } from './visiting.contract.ts'

const getHandler = handle(getVisiting, async ({ scope, services, at }) => ({
  visiting: (await ownStay(services.db, scope.member.id, at)) ?? null,
}))

const setHandler = handle(
  setVisiting,
  async ({ body: { from, until, ...given }, scope, services }) => {
    const { member, brand, at } = scope
    if (!mayChangeLocation(brand, member, at))
      throw new ApiError(
        'needsPremium',
        `On ${brand.name}, premium members can be found in a second place.`,
      )
    const wrong = wrongDays({ from, until }, at)
    if (wrong) throw fieldError(wrong.field, wrong.message)
    const columns = placeColumns(chosenPlace(given))
    await saveStay(services.db, member.id, columns, { from, until }, at)
    const { place_id: id, place_name: name, region, country } = columns
    return {
      place: { id, name, region, country },
      next: profilePage('visiting', 'visiting'),
    }
  },
)

const endHandler = handle(endVisiting, async ({ scope, services }) => ({
  ended: await deleteStay(services.db, scope.member.id),
}))

export const visitingHandlers: Handler[] = [getHandler, setHandler, endHandler]

/** Deletes the rows of visits that are over; nothing shows them any more. */
export const staySweepJob: Job = {
  name: 'staySweep',
  period: HOUR,
  start: ({ db, clock }) => ({
    run(stopping) {
      return inBatches(stopping, (most) => sweepStays(db, later(clock.now(), -2 * DAY), most))
    },
  }),
}

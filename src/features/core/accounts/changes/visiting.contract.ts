import { z } from 'zod'
import { endpoint } from '#api/contract.ts'
import { place, placeFields } from '#core/places/places.contract.ts'

const day = z.string({ error: 'Please choose a day.' }).max(20)

/** Not in the specification: a second place for some days, where searches find a member as well. */
export const getVisiting = endpoint({
  method: 'get',
  path: '/profile/visiting',
  summary:
    'Where a member is on a visit, or will be; the days are those of UTC, the last one included',
  access: 'member',
  answer: z.object({
    visiting: place.extend({ from: z.iso.date(), until: z.iso.date() }).nullable(),
  }),
})

export const setVisiting = endpoint({
  method: 'post',
  path: '/profile/visiting',
  summary:
    'Be found in a second place for some days, which replaces another one; on some brands for premium members only',
  access: 'member',
  body: z.object({ ...placeFields, from: day, until: day }),
  answer: z.object({ place, next: z.string() }),
  errors: ['needsPremium'],
  // As few as moves: nobody measures distances from many places.
  limits: [{ name: 'change-location', per: 'account', most: 10, seconds: 86_400 }],
  pageForm: { name: 'edit-profile' },
})

export const endVisiting = endpoint({
  method: 'post',
  path: '/profile/endVisiting',
  summary: 'End or call off one’s visit',
  access: 'member',
  body: z.object({}),
  answer: z.object({ ended: z.boolean() }),
  pageForm: { next: '/profile/edit/profile?part=visiting&saved=visit-ended#visiting' },
})

import { z } from 'zod'
import { endpoint } from '#api/contract.ts'
import { place, placeFields } from '#core/places/places.contract.ts'

export const changeLocation = endpoint({
  method: 'post',
  path: '/profile/changeLocation',
  summary: 'Move to another place; on some brands for premium members only',
  access: 'member',
  body: z.object(placeFields),
  answer: z.object({ place, next: z.string() }),
  errors: ['needsPremium'],
  // Few enough that nobody measures distances from many places.
  limits: [{ name: 'change-location', per: 'account', most: 10, seconds: 86_400 }],
  pageForm: { name: 'edit-profile' },
})

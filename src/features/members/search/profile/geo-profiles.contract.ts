import { z } from 'zod'
import { endpoint, id } from '#api/contract.ts'
import { card } from '../cards/cards.contract.ts'
import { MOST_AROUND } from './geo-profiles.ts'

/**
 * The specification has only the name. On a profile it leads on to people nearby whom the viewer
 * has not met: those whom they look for, around the town that the profile names. The profile's own
 * cell plays no part, so that the list says no more about its place than the name does.
 */
export const geoProfiles = endpoint({
  method: 'get',
  path: '/profile/geoProfiles',
  summary:
    'People around the town that a member’s profile names (`id`; without it, around one’s own), whom one looks for and has not met yet',
  access: 'member',
  query: z.object({
    id: id.optional(),
    count: z.coerce
      .number()
      .int()
      .min(1)
      .default(MOST_AROUND)
      .transform((count) => Math.min(count, MOST_AROUND)),
  }),
  answer: z.object({
    place: z.object({ id: z.number(), name: z.string(), region: z.string(), country: z.string() }),
    /** Kilometres around the town. */
    radius: z.number(),
    members: z.array(card),
  }),
  errors: ['unavailable'],
  limits: [{ name: 'widget', per: 'account', most: 120, seconds: 60, inMemory: true }],
})

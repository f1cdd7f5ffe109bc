import { z } from 'zod'
import { endpoint, text } from '../../api/contract.ts'

const place = z.object({
  id: z.int(),
  name: z.string(),
  /** State, province or part of the country; the country's name where that is all we know. */
  region: z.string(),
  country: z.string(),
})

export const searchPlaces = endpoint({
  method: 'get',
  path: '/location/places',
  summary: 'Towns of a country by the beginning of their name, the largest first; without a query, the largest of all.',
  access: 'anyone',
  query: z.object({
    country: z.string().regex(/^[A-Z]{2}$/, 'Please choose a country.'),
    query: text(80).default(''),
  }),
  answer: z.object({ places: z.array(place) }),
  errors: ['invalid'],
  limits: [{ name: 'places', per: 'ip', most: 60, seconds: 60 }],
})

export const currentLocation = endpoint({
  method: 'get',
  path: '/location/current',
  summary: 'The town that the member’s place shows as. Nothing is derived from where the request comes from.',
  access: 'signedIn',
  answer: z.object({ place }),
  errors: [],
})

import { z } from 'zod'
import { endpoint, textField } from '#api/contract.ts'

export const place = z.object({
  id: z.int(),
  name: z.string(),
  /** State, province or part of the country; the country's name if unknown. */
  region: z.string(),
  country: z.string(),
})

export const country = z
  .string({ error: 'Please choose a country.' })
  .regex(/^[A-Z]{2}$/, 'Please choose a country.')

export const placeFields = {
  country,
  place: z.string().trim().max(100, 'Please use at most 100 characters.').default(''),
  placeId: z.preprocess(
    (value) => (value === '' ? undefined : value),
    z.coerce.number().int().positive().optional(),
  ),
}

export const searchPlaces = endpoint({
  method: 'get',
  path: '/location/places',
  summary:
    'Towns of a country by the beginning of their name, the largest first; without a query, the largest of all.',
  access: 'anyone',
  query: z.object({
    country,
    query: textField(80).default(''),
  }),
  answer: z.object({ places: z.array(place) }),
  limits: [{ name: 'places', per: 'ip', most: 60, seconds: 60 }],
})

import { z } from 'zod'
import { MIN_AGE, MAX_AGE, radii } from './wishes.ts'

const absent = (value: unknown) => (value === '' || value === undefined ? null : value)
const age = z.preprocess(
  absent,
  z.coerce
    .number({ error: 'Please enter a number.' })
    .int('Please enter a whole number.')
    .min(MIN_AGE, `Please enter at least ${MIN_AGE}.`)
    .max(MAX_AGE, `Please enter at most ${MAX_AGE}.`)
    .nullable(),
)

/** Whom a member would like to meet, besides whom they look for; null: any. */
export const wishedFields = {
  ageFrom: age,
  ageTo: age,
  /** Kilometres; null: nearest first, as far as there are people. */
  distance: z.preprocess(
    absent,
    z.union([z.null(), z.coerce.number().pipe(z.literal([...radii]))], {
      error: 'Please choose a distance.',
    }),
  ),
}

/** Asked when joining; what a form leaves out stays as it is. */
export const wishedAtFirst = {
  ageFrom: wishedFields.ageFrom.optional(),
  ageTo: wishedFields.ageTo.optional(),
  distance: wishedFields.distance.optional(),
}

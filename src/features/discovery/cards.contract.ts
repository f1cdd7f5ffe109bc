import { z } from 'zod'
import { gender } from '../people/genders.contract.ts'
import { pictureSchema } from '../photos/photos.contract.ts'

/** A member in search and lists. Locations are place names and distance bands, never coordinates. */
export const card = z.object({
  id: z.number(),
  username: z.string(),
  age: z.number(),
  gender: gender,
  placeName: z.string(),
  region: z.string(),
  distance: z.string(),
  isOnline: z.boolean(),
  isNew: z.boolean(),
  headline: z.string(),
  picture: pictureSchema.nullable(),
  isLiked: z.boolean(),
})
export type Card = z.output<typeof card>

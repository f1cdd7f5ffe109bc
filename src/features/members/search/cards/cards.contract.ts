import { z } from 'zod'
import { pictureSchema } from '#core/people/pictures/pictures.contract.ts'
import { shownPart } from '#members/likes/parts.contract.ts'

/**
 * A member in search and lists. Locations are place names and distance bands, never coordinates.
 */
export const card = z.object({
  id: z.number(),
  username: z.string(),
  age: z.number(),
  placeName: z.string(),
  /** To where they are on a visit, if that is nearer. */
  distance: z.string(),
  /** Where they are on a visit today, and its last day; null if their own place is nearer. */
  visiting: z.object({ placeName: z.string(), until: z.iso.date() }).nullable(),
  isOnline: z.boolean(),
  isNew: z.boolean(),
  headline: z.string(),
  picture: pictureSchema.nullable(),
  /** When staff compared a photo in a pose with the main photo. */
  verifiedAt: z.iso.datetime().nullable(),
  isLiked: z.boolean(),
  isMatched: z.boolean(),
  /**
   * What they like of the viewer's own profile: in the list of who likes the viewer, and in news of
   * likes and matches.
   */
  likedOfYours: z.array(shownPart).optional(),
  /** What they and the viewer both say of themselves: of new people on the dashboard. */
  inCommon: z.string().optional(),
})
export type Card = z.output<typeof card>

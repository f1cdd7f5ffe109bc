import { z } from 'zod'

/**
 * A photo as the viewer may see it. Its addresses are built from `base` and `query` (pictures.ts).
 */
export const pictureSchema = z.object({
  /** Address of all renditions, up to the width: the media host and the photo's key. */
  base: z.string(),
  /** The signature that all renditions share, which works for this viewer alone. */
  query: z.string(),
  /** Those of the largest rendition. */
  width: z.number(),
  height: z.number(),
  placeholder: z.string(),
  /** The owner's description, used as alt text; often empty. */
  description: z.string(),
})
export type Picture = z.infer<typeof pictureSchema>

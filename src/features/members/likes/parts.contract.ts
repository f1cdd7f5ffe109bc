import { z } from 'zod'
import { id } from '#api/contract.ts'
import { pictureSchema } from '#core/people/pictures/pictures.contract.ts'
import { shownAnswer } from '#core/people/prompts/prompts.contract.ts'

/**
 * Fields that name a part of somebody's profile, a photo or an answer, which a like or a message is
 * about.
 */
export const partFields = { photo: id.optional(), prompt: id.optional() }

export function namesOnePart({
  photo,
  prompt,
}: {
  photo?: number | undefined
  prompt?: number | undefined
}): boolean {
  return photo === undefined || prompt === undefined
}

export const ONE_PART = {
  path: ['prompt'],
  error: 'Please choose the photo or the answer, not both.',
}

/**
 * A part as a viewer may see it: `picture` is null where the photo is gone, or not theirs to see.
 */
export const shownPart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('photo'), id: z.number(), picture: pictureSchema.nullable() }),
  shownAnswer.extend({ kind: z.literal('prompt') }),
])
export type ShownPart = z.output<typeof shownPart>

import { z } from 'zod'
import { endpoint, id } from '#api/contract.ts'
import { namesOnePart, ONE_PART, partFields } from './parts.contract.ts'

export const matchAction = endpoint({
  method: 'post',
  path: '/match/{action}',
  summary:
    'Like a member, or take a like back; two who like each other are a match. `pass` leaves somebody out of what one is shown, until `unpass` or a like; nobody else learns of it, and whom one likes cannot be passed.',
  access: 'member',
  params: z.object({ action: z.enum(['like', 'unlike', 'pass', 'unpass']) }),
  /**
   * `back`: the page that a form leads back to. `asks`: whoever did not ask is refused where a match
   * would end. A like may name a photo or an answer, which its receiver then sees; with it,
   * `unlike` takes back that alone.
   */
  body: z
    .object({
      id,
      back: z.string().max(500).optional(),
      asks: z.literal('yes').optional(),
      ...partFields,
    })
    .refine(namesOnePart, ONE_PART),
  answer: z.object({
    liked: z.boolean(),
    isMatch: z.boolean(),
    /** A like taken back a moment ago is as before: nobody is told of a match again. */
    isRestored: z.literal(true).optional(),
    next: z.string().optional(),
  }),
  errors: ['unavailable', 'conflict', 'areYouSure'],
  limits: [{ name: 'like', per: 'account', most: 300, seconds: 3600 }],
  pageForm: { name: 'like', asks: true },
})

import { z } from 'zod'
import { doneAndNext, endpoint } from '#api/contract.ts'
import { profileParts } from './profile-hint.ts'

/** Not in the specification: what one's own profile does not say yet. Nobody else learns of it. */
export const getProfileHint = endpoint({
  method: 'get',
  path: '/profile/hint',
  summary: 'What a member’s own profile does not say yet; nothing for whoever wants no hint',
  access: 'member',
  answer: z.object({ missing: z.array(z.enum(profileParts)) }),
  limits: [{ name: 'profile-hint', per: 'account', most: 240, seconds: 60, inMemory: true }],
})

export const hideProfileHint = endpoint({
  method: 'post',
  path: '/profile/hideHint',
  summary: 'Show no more hints at what one’s profile does not say',
  access: 'member',
  body: z.object({ back: z.string().max(500).optional() }),
  answer: doneAndNext,
  limits: [{ name: 'hide-hint', per: 'account', most: 60, seconds: 600 }],
  pageForm: {},
})

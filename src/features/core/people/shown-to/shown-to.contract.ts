import { z } from 'zod'
import { endpoint } from '#api/contract.ts'
import { shownToChoices } from './shown-to.ts'

/** Not in the specification: who finds a member. Signing in does not change it. */
export const setShownTo = endpoint({
  method: 'post',
  path: '/profile/setShownTo',
  summary: 'Be found by everybody, only by those whom one likes, or by nobody new: a break',
  access: 'signedIn',
  /** `back`: a page of ours that is shown then; else where it is set. */
  body: z.object({
    to: z.enum(shownToChoices, { error: 'Please choose one.' }),
    back: z.string().max(500).optional(),
  }),
  answer: z.object({
    to: z.enum(shownToChoices),
    since: z.iso.datetime().nullable(),
    next: z.string(),
  }),
  limits: [{ name: 'shown-to', per: 'account', most: 60, seconds: 600 }],
  pageForm: {},
})

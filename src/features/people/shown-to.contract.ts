import { z } from 'zod'
import { endpoint } from '../../api/contract.ts'
import { shownToChoices } from './shown-to.ts'

/** Not in the specification: who finds a member. Signing in does not change it. */
export const setShownTo = endpoint({
  method: 'post',
  path: '/profile/setShownTo',
  summary: 'Be found by everybody, only by those whom one likes, or by nobody new: a break',
  access: 'signedIn',
  body: z.object({ to: z.enum(shownToChoices, { error: 'Please choose one.' }) }),
  answer: z.object({ to: z.enum(shownToChoices), since: z.iso.datetime().nullable() }),
  limits: [{ name: 'shown-to', per: 'account', most: 60, seconds: 600 }],
  pageForm: { name: 'shown-to', next: '/profile/edit/settings?saved=shown-to#shown-to' },
})

import { z } from 'zod'
import { endpoint } from '#api/contract.ts'
import { accessKinds } from './accesses.ts'

/** Not in the specification: when support looked at what is private of a member. */
export const listAccesses = endpoint({
  method: 'get',
  path: '/profile/looks',
  summary:
    'On which days of the last twelve months support looked at something private of the member, without who it was',
  access: 'signedIn',
  answer: z.object({ looks: z.array(z.object({ day: z.iso.date(), what: z.enum(accessKinds) })) }),
  limits: [{ name: 'list-looks', per: 'account', most: 120, seconds: 60 }],
})

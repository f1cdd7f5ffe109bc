import { z } from 'zod'
import { endpoint } from '#api/contract.ts'

/** Not in the specification: a deleted account can come back before it is erased. */

export const getComeBack = endpoint({
  method: 'get',
  path: '/site/comeBack',
  summary:
    'The deleted account that this browser may give back, and when it is erased; null where there is none',
  access: 'anyone',
  answer: z.object({
    /** The link that was opened has given the account back already. */
    isKept: z.boolean(),
    account: z.object({ username: z.string(), eraseAt: z.iso.datetime() }).nullable(),
  }),
})

export const comeBack = endpoint({
  method: 'post',
  path: '/site/comeBack',
  summary: 'Undo the deletion of the account, and sign in',
  access: 'anyone',
  body: z.object({}),
  answer: z.object({ next: z.string() }),
  errors: ['conflict'],
  limits: [{ name: 'come-back', per: 'ip', most: 30, seconds: 3600 }],
  pageForm: { name: 'come-back' },
})

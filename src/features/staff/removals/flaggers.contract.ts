import { z } from 'zod'
import { doneAndNext, endpoint, id, textField } from '#api/contract.ts'
import { email } from '#core/accounts/passwords/credentials.contract.ts'
import { MAX_FLAGGER } from './flaggers.ts'

export const getFlaggers = endpoint({
  method: 'get',
  path: '/staff/flaggers',
  summary:
    'Trusted flaggers, whose requests for removal come first, those of now before those of before; for leads',
  access: 'staff',
  roles: ['lead'],
  answer: z.object({
    flaggers: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        email: z.string(),
        addedAt: z.iso.datetime(),
        addedBy: z.string(),
        endedAt: z.iso.datetime().nullable(),
      }),
    ),
  }),
  errors: ['forbidden'],
})

export const changeFlaggers = endpoint({
  method: 'post',
  path: '/staff/flagger',
  summary:
    'Register the address of a trusted flagger, to whom a coordinator for digital services gave that status, or say that they are none any more; what they asked for stays counted as theirs; for leads',
  access: 'staff',
  roles: ['lead'],
  body: z.discriminatedUnion('act', [
    z.object({ act: z.literal('add'), name: textField(MAX_FLAGGER, 1), email }),
    z.object({ act: z.literal('end'), id }),
  ]),
  answer: doneAndNext,
  errors: ['forbidden', 'conflict'],
  pageForm: { name: 'flagger' },
})

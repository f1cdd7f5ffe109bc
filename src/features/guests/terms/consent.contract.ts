import { z } from 'zod'
import { endpoint } from '#api/contract.ts'
import { sender } from '../promo/sender.contract.ts'
import { choices } from './consent.ts'

const answer = z.object({ next: z.string() })

export const confirmAdult = endpoint({
  method: 'post',
  path: '/site/confirmAdult',
  summary: 'Says that somebody is 18 or over, and remembers it on this brand',
  access: 'anyone',
  body: z.object({}),
  answer,
  pageForm: {},
})

export const chooseCookies = endpoint({
  method: 'post',
  path: '/site/chooseCookies',
  summary:
    'Allows the cookies that are not needed, or refuses them and takes back those that are there',
  access: 'anyone',
  body: z.object({
    choice: z.enum(choices, { error: 'Please choose one of the two.' }),
    ...sender.shape,
  }),
  answer,
  pageForm: {},
})

import { z } from 'zod'
import { endpoint } from '#api/contract.ts'

export const emailOffer = endpoint({
  method: 'get',
  path: '/site/emailOffer',
  summary: 'Where an offer in a mail leads, by its key; notes that it was opened',
  access: 'member',
  query: z.object({ key: z.string().max(500).catch('') }),
  answer: z.object({ url: z.string() }),
  limits: [{ name: 'email-offer', per: 'account', most: 60, seconds: 60 }],
})

import { z } from 'zod'
import { endpoint } from '#api/contract.ts'

export const verotelWebhook = endpoint({
  method: 'get',
  path: '/webhook/verotel',
  summary:
    'Verotel reports a payment in signed parameters, and is answered OK; may be repeated, and come in any order',
  access: 'processor',
  answer: z.literal('OK'),
})

import { z } from 'zod'
import { endpoint, textField } from '#api/contract.ts'
import { isSure } from '#members/messages/messages.contract.ts'

/**
 * Above the limit of every brand: the handler checks the brand's limit and has its own error text.
 */
const MAX_CHARACTERS = 10_000

export const sendMagicMessage = endpoint({
  method: 'post',
  path: '/message/sendMagicMessage',
  summary:
    'Send one opener to up to ten members who are online, fit one’s search and have not been written to; takes an Idempotency-Key',
  access: 'member',
  body: z.object({
    body: textField(MAX_CHARACTERS).refine((body) => body !== '', 'Please write something first.'),
    /** Idempotency key of a form posted without script. */
    key: z.string().max(200).optional(),
    isSure,
  }),
  answer: z.object({ sent: z.number(), currentCredits: z.number().nullable(), next: z.string() }),
  errors: ['forbidden', 'noCredits', 'areYouSure', 'conflict'],
  limits: [{ name: 'send-magic-message', per: 'account', most: 20, seconds: 60 }],
  pageForm: { name: 'magic-message', page: '/messages' },
})

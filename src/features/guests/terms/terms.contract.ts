import { z } from 'zod'
import { endpoint } from '#api/contract.ts'

export const acceptNewTerms = endpoint({
  method: 'post',
  path: '/site/acceptTerms',
  summary: 'Accepts the terms and the privacy policy in their present version',
  access: 'signedIn',
  body: z.object({
    /** The version that was shown. */
    version: z.iso.date(),
  }),
  answer: z.object({ next: z.string() }),
  errors: ['conflict'],
  pageForm: { name: 'accept-terms', page: '/dashboard' },
})

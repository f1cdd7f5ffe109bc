import { z } from 'zod'
import { endpoint, textField } from '#api/contract.ts'
import { categoryNames } from '#content/help-categories.ts'
import { isEmailAddress } from '#lib/email-addresses.ts'
import { oneLine } from '#mail/render.ts'
import { pictureFiles } from './ticket-pictures.ts'
import { MAX_MESSAGE, MAX_SUBJECT } from './tickets.ts'

/** '' if left empty, which is allowed for members. */
const emailOrNone = z
  .string()
  .trim()
  .max(254, { error: 'Please enter a shorter address.', abort: true })
  .refine(
    (value) => value === '' || isEmailAddress(value),
    'Please enter an e-mail address, like name@example.org.',
  )
  .default('')

export const saveTicket = endpoint({
  method: 'post',
  path: '/help/save',
  summary:
    'Write to the people who run the site, with up to three pictures; guests say where the answer goes, members are answered at their own address',
  access: 'anyone',
  body: z.object({
    subject: z
      .string({ error: 'Please fill this in.' })
      .transform(oneLine)
      .pipe(textField(MAX_SUBJECT, 1)),
    message: textField(MAX_MESSAGE, 1),
    email: emailOrNone,
    questionId: z.string().max(80).default(''),
    /** '' for none of these; a help question has its own. */
    category: z.enum(['', ...categoryNames], { error: 'Please choose one.' }).default(''),
  }),
  files: pictureFiles,
  /** `number`: the ticket's; null where the same was sent before. */
  answer: z.object({ ok: z.literal(true), next: z.string(), number: z.number().nullable() }),
  errors: ['storageFull'],
  // Counts attempts, including invalid forms; the handler limits created tickets separately.
  limits: [{ name: 'ticket-try', per: 'ip', most: 40, seconds: 3600 }],
  pageForm: { name: 'ticket' },
})

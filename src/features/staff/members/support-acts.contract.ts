import { z } from 'zod'
import { doneAndNext, endpoint, id, textField } from '#api/contract.ts'
import { email } from '#core/accounts/passwords/credentials.contract.ts'
import { proofKinds } from './correct-address.ts'
import { MAX_REASON, MOST_GIVEN, supportActs } from './support-acts.ts'

const empty = (value: unknown) => (value === '' ? undefined : value)

export const actOnMember = endpoint({
  method: 'post',
  path: '/staff/actOnMember',
  summary:
    'Sign a member out everywhere, send the confirmation mail again, cancel what renews, give credits or days, or pay back a charge or a part of it, with a reason; above the brand’s limits it waits for a lead. Another address for whoever has lost their mailbox always does, and counts once it is confirmed there; what waits is taken back',
  access: 'staff',
  roles: ['support', 'lead'],
  body: z.object({
    accountId: id,
    act: z.enum(supportActs, { error: 'Please choose what to do.' }),
    amount: z.preprocess(
      empty,
      z.coerce
        .number({ error: 'Please enter a number.' })
        .int('Please enter a whole number.')
        .min(1, 'Please give at least one.')
        .max(MOST_GIVEN, `Please give at most ${MOST_GIVEN}.`)
        .optional(),
    ),
    /** The charge of which something goes back. */
    payment: z.preprocess(empty, id.optional()),
    /** How much of it goes back, as `12.50`; without it all that is left. */
    sum: textField(20).optional(),
    /** What a processor did not confirm. */
    refund: z.preprocess(empty, id.optional()),
    /** Which the account gets, what was seen of whose the account is, and a note about that. */
    email: z.preprocess(empty, email.optional()),
    proof: z.preprocess(
      empty,
      z.enum(proofKinds, { error: 'Please choose what you saw.' }).optional(),
    ),
    proofNote: textField(MAX_REASON).optional(),
    /** What is taken back. */
    request: z.preprocess(empty, id.optional()),
    reason: textField(MAX_REASON, 1),
    /** Of the form: sent twice, it acts once. */
    key: z
      .string()
      .regex(/^[\x21-\x7e]{1,100}$/)
      .optional(),
  }),
  answer: doneAndNext.extend({ waits: z.boolean() }),
  errors: ['conflict', 'forbidden'],
  limits: [{ name: 'member-acts', per: 'account', most: 30, seconds: 3600 }],
  pageForm: { name: 'member-file' },
})

import { z } from 'zod'
import { done, endpoint, id, textField } from '#api/contract.ts'
import { email } from '#core/accounts/passwords/credentials.contract.ts'
import { CONTRACTS_SECTION, MAX_REASON } from './declarations.ts'

/** Copied into a mail to whatever address was typed, so it must not carry an advertisement. */
const name = textField(80, 1).refine(
  (value) => !/https?:|www\.|[<>@]/i.test(value),
  'Please write your name only.',
)
const order = textField(40)
const limits = [{ name: 'declaration', per: 'ip', most: 20, seconds: 3600 }] as const
const endOn = z
  .union([z.literal(''), z.iso.date()], 'Please choose a day, or leave it empty.')
  .default('')
const next = z.object({ next: z.string() })

/**
 * Not in the specification: statements that need no session (Directive (EU) 2023/2673; section 312k
 * BGB).
 */
export const withdraw = endpoint({
  method: 'post',
  path: '/billing/withdraw',
  summary:
    'Withdraw from a contract by order number and e-mail; the answer does not say whether there is such an order',
  access: 'anyone',
  body: z.object({ name, order, email }),
  answer: next,
  limits,
  pageForm: { path: '/site/withdraw', name: 'withdraw' },
})

export const cancelContract = endpoint({
  method: 'post',
  path: '/billing/cancelContract',
  summary:
    'End a contract by order number and e-mail; the answer does not say whether there is such an order',
  access: 'anyone',
  body: z.object({
    name,
    order,
    email,
    ending: z.enum(['ordinary', 'extraordinary']).default('ordinary'),
    endOn,
    reason: textField(MAX_REASON).default(''),
  }),
  answer: next,
  limits,
  pageForm: { path: '/site/cancelContract', name: 'cancel-contract' },
})

/** Not in the specification: what a member has bought, and what of it renews. */
export const listContracts = endpoint({
  method: 'get',
  path: '/billing/contracts',
  summary:
    'One’s own last orders on all brands: what renews and when, and until when one can withdraw',
  access: 'signedIn',
  answer: z.object({
    contracts: z.array(
      z.object({
        order: id,
        number: z.string(),
        site: z.string(),
        what: z.string(),
        amount: z.string(),
        paidAt: z.iso.datetime(),
        paidUntil: z.iso.datetime().nullable(),
        /** Null where nothing renews any more. */
        renewal: z.object({ at: z.iso.datetime(), amount: z.string() }).nullable(),
        /** While a free trial runs: what follows it, as `US$19.95 every 30 days`. */
        afterTrial: z.string().nullable(),
        /** The day by which one has ended it, where it renews until then. */
        endOn: z.iso.date().nullable(),
        withdrawableUntil: z.iso.datetime().nullable(),
        /** Of what was charged; null where nothing was. */
        paidBack: z.string().nullable(),
        state: z.enum(['paid', 'withdrawn', 'refunded']),
      }),
    ),
  }),
})

export const cancelRenewal = endpoint({
  method: 'post',
  path: '/billing/cancelRenewal',
  summary: 'End the renewal of one’s own membership; what is paid for stays',
  access: 'signedIn',
  body: z.object({ order: id }),
  answer: done,
  errors: ['notFound'],
  pageForm: { next: CONTRACTS_SECTION },
})

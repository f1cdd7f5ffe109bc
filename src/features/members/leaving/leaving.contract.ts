import { z } from 'zod'
import { endpoint, textField } from '#api/contract.ts'
import { proof, proofsOf } from '#core/accounts/passkeys/proof.contract.ts'
import { ownPasswordLimit } from '#core/accounts/passwords/credentials.contract.ts'
import { exportState } from './export.contract.ts'
import { leavingReasons, MAX_LEAVING_WORDS } from './reasons.ts'

/** Not in the specification: what a member loses by leaving, and whether there is a copy. */
export const getLeaving = endpoint({
  method: 'get',
  path: '/profile/leaving',
  summary: 'What a deletion would end, and the newest copy of the data',
  access: 'signedIn',
  answer: z.object({
    /** Of the whole network; they are lost with the account. */
    credits: z.int(),
    /** What renews, on every brand; a deletion ends it. */
    renewals: z.array(z.object({ site: z.string(), paidUntil: z.iso.datetime() })),
    premiumUntil: z.iso.datetime().nullable(),
    asks: proofsOf,
    export: exportState,
  }),
})

export const deleteAccount = endpoint({
  method: 'post',
  path: '/profile/deleteAccount',
  summary: 'Delete the account: hidden at once, erased after fourteen days',
  access: 'signedIn',
  body: z.object({
    ...proof,
    reason: z
      .enum(['', ...leavingReasons.map(({ value }) => value)], {
        error: 'Please choose one, or none.',
      })
      .default(''),
    words: textField(MAX_LEAVING_WORDS).default(''),
  }),
  answer: z.object({ next: z.string() }),
  limits: [ownPasswordLimit],
  hashesPassword: true,
  pageForm: { name: 'delete-account', page: '/profile/edit/settings?screen=leaving' },
})

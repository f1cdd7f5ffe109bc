import { ApiError } from '#api/errors.ts'
import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import { recordAct } from '#core/audit/audit.sql.ts'
import type { Trx } from '#db/connection.server.ts'
import { DECIDED_BEFORE } from '../payouts/payouts.server.ts'
import { termsInWords } from './terms-words.ts'
import { askedTermsById, decideTerms, openTerms, termsNow } from './terms.sql.ts'

const MOST = 100

/** New terms of affiliates that nobody has agreed to yet, each beside those of now. */
export async function waitingTerms({ db }: Services) {
  const open = await openTerms(db, MOST)
  return Promise.all(
    open.map(async ({ id, affiliateId, code, name, askedAt, askedBy, ...terms }) => {
      const now = await termsNow(db, affiliateId)
      return {
        ...{ id, code, name, askedAt, askedBy },
        before: now ? termsInWords(now) : null,
        after: termsInWords(terms),
      }
    }),
  )
}

type Settled = { id: number; outcome: 'approved' | 'refused' }

/**
 * Agrees to terms that somebody else asked for, which count for what is earned from now on, or refuses
 * them. What was earned before stays as it is.
 */
export async function settleTerms(trx: Trx, scope: Scope, { id, outcome }: Settled): Promise<void> {
  const { member, at } = scope
  const asked = await askedTermsById(trx, id)
  if (!asked) throw new ApiError('notFound', 'There are no such terms.')
  if (asked.askedBy === member.id)
    throw new ApiError(
      'forbidden',
      'You asked for these terms yourself. Another owner agrees to them.',
    )
  if (!asked.isOpen) throw new ApiError('conflict', DECIDED_BEFORE)
  await decideTerms(trx, id, { outcome, by: member.id, at })
  await recordAct(trx, scope, {
    action: 'money.decideAffiliateTerms',
    subjectId: null,
    details: { id, affiliate: asked.affiliateId, outcome },
  })
}

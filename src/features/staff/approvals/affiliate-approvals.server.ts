import { ApiError } from '#api/errors.ts'
import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import { usernamesOf } from '#core/accounts/usernames/usernames.sql.ts'
import { rolesOf } from '#core/staff-accounts/roles.sql.ts'
import type { Trx } from '#db/connection.server.ts'
import { staffAffiliatePath } from '#money/affiliates/arrivals/links.ts'
import { settlePayout, waitingPayouts } from '#money/affiliates/payouts/payouts.server.ts'
import { settleTerms, waitingTerms } from '#money/affiliates/terms/terms.server.ts'
import { formatMoney } from '#money/prices/price-list.ts'
import type { WaitingApproval } from './approvals.contract.ts'

/** New terms of affiliates, and what they are to be paid; for owners alone. */
export async function waitingOfPartners(
  services: Services,
  { member }: Scope,
): Promise<WaitingApproval[]> {
  const { db } = services
  if (!(await rolesOf(db, member.id)).includes('owner')) return []
  const [terms, payouts] = await Promise.all([waitingTerms(services), waitingPayouts(services)])
  const names = await usernamesOf(db, [
    ...new Set([...terms, ...payouts].flatMap(({ askedBy }) => askedBy ?? [])),
  ])
  const shown = (one: {
    id: number
    code: string
    name: string
    at: Date
    askedBy: number | null
  }) => ({
    id: one.id,
    accountId: null,
    username: `${one.name} (${one.code})`,
    href: staffAffiliatePath(one.code),
    brand: null,
    askedBy: one.askedBy === null ? null : (names.get(one.askedBy) ?? 'somebody who has left'),
    askedAt: one.at.toISOString(),
    expiresAt: null,
    isOwn: one.askedBy === member.id,
    rule: null,
    objection: null,
    note: '',
    internalNote: '',
    decisionId: null,
  })
  return [
    ...terms.map(({ before, after, askedAt, ...one }) => ({
      ...shown({ ...one, at: askedAt }),
      kind: 'terms' as const,
      before: before ?? 'no terms, so nothing is earned',
      after,
    })),
    ...payouts.map(({ month, amount, currency, commissions, drawnUpAt, ...one }) => ({
      ...shown({ ...one, at: drawnUpAt }),
      kind: 'payout' as const,
      before: null,
      after: `${formatMoney({ amount, currency })} are paid out for ${month.slice(0, 7)}, of ${commissions === 1 ? 'one commission' : `${commissions} commissions`}`,
    })),
  ]
}

type Settled = { kind: string; id: number; outcome: 'approved' | 'refused' }

export async function settleOfPartners(
  _: Services,
  trx: Trx,
  scope: Scope,
  { kind, ...settled }: Settled,
): Promise<string | void> {
  if (!(await rolesOf(trx, scope.member.id)).includes('owner'))
    throw new ApiError('forbidden', 'This is for owners.')
  return kind === 'terms' ? settleTerms(trx, scope, settled) : settlePayout(trx, scope, settled)
}

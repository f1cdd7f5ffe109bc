import { ApiError } from '#api/errors.ts'
import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import { maskedAddress } from '#core/accounts/email/masked-address.ts'
import { voidOffers } from '#core/accounts/mailed-links/grants.sql.ts'
import { type AccountContact, contactsOf } from '#core/accounts/standing/account-status.sql.ts'
import { recordAct } from '#core/audit/audit.sql.ts'
import { assertLead } from '#core/staff-accounts/roles.server.ts'
import { rolesOf } from '#core/staff-accounts/roles.sql.ts'
import type { Trx } from '#db/connection.server.ts'
import { inBatches, type Job } from '#jobs/worker.server.ts'
import { HOUR } from '#lib/clock.ts'
import { brandById } from '#sites/registry.ts'
import { opens } from '#sites/staff-roles.ts'
import { proofLabels } from './correct-address.ts'
import { lockedFile } from './member-file.server.ts'
import { perform, refuseWhereVain } from './perform-act.server.ts'
import { lockedCharge } from './refund-act.server.ts'
import { actOnMember } from './support-acts.contract.ts'
import { actById, endAct, endLateActs, endOffered, openActs } from './support-acts.sql.ts'
import { actInWords } from './support-acts.ts'

/**
 * What support asked for and a lead has not decided yet, or a new address that is not confirmed.
 */

const MOST = 100
const ENDED =
  'This request has ended already: it was decided, withdrawn, or its 24 hours are over. Nothing was changed.'
const ASKER_LEFT =
  'Whoever asked does not work in support any more. Nothing was done: refuse it, or ask for it yourself.'

/** What waits for a lead, the one that ends first before the others; nothing for anybody else. */
export async function waitingActs({ db }: Services, { member, at }: Scope) {
  if (!(await rolesOf(db, member.id)).includes('lead')) return []
  const open = await openActs(db, at, MOST)
  const names = await contactsOf(db, [
    ...new Set(open.flatMap(({ accountId, by }) => [accountId, by])),
  ])
  return open
    .filter(({ accountId }) => accountId !== member.id)
    .map(({ id, accountId, reason, by, at: askedAt, expiresAt, proof, proofNote, ...asked }) => ({
      kind: 'act' as const,
      id,
      accountId,
      username: names.get(accountId)?.username ?? 'a deleted account',
      href: `/staff/member/${accountId}`,
      brand: null,
      askedBy: names.get(by)?.username ?? 'somebody who has left',
      askedAt: askedAt.toISOString(),
      expiresAt: (expiresAt ?? at).toISOString(),
      isOwn: by === member.id,
      before: asked.act === 'correctAddress' ? addressNow(names.get(accountId)) : null,
      after: actInWords(asked),
      rule: null,
      objection: null,
      note: reason,
      internalNote: proof === null ? '' : `${proofLabels[proof]}: ${proofNote ?? ''}`,
      decisionId: null,
    }))
}

function addressNow(contact: AccountContact | undefined): string | null {
  const email = contact?.provenEmail
  return email == null ? 'an address that is not confirmed' : maskedAddress(email)
}

type Settled = { id: number; outcome: 'approved' | 'refused' }

/**
 * Does what somebody else asked for, or refuses it; nobody but a lead learns of it. Throws in
 * words, as `settleApproval` does.
 */
export async function settleAct(
  services: Services,
  trx: Trx,
  scope: Scope,
  { id, outcome }: Settled,
): Promise<void> {
  const [by, at] = [scope.member.id, scope.at]
  await assertLead(trx, by)
  const asked = await actById(trx, id)
  if (!asked) throw new ApiError('notFound', 'There is no such request.')
  const { accountId, act, amount, reference, address } = asked
  const isAgreed = outcome === 'approved'
  const charge =
    isAgreed && reference !== null
      ? await lockedCharge(services, trx, { accountId, by: { reference } })
      : null
  const person = await lockedFile(trx, scope, accountId)
  // Whoever was a lead before they waited for the locks may be none by now.
  await assertLead(trx, by)
  if (asked.by === by)
    throw new ApiError('forbidden', 'You asked for this yourself. Another lead agrees to it.')
  if (isAgreed && !opens(await rolesOf(trx, asked.by), actOnMember.roles))
    throw new ApiError('conflict', ASKER_LEFT)
  const ended = isAgreed ? ('done' as const) : ('refused' as const)
  // Nobody needs it here any more; whoever looks later recognises it.
  const shown = isAgreed && address !== null ? maskedAddress(address) : null
  if (!(await endAct(trx, id, { outcome: ended, by, at, address: shown })))
    throw new ApiError('conflict', ENDED)
  if (isAgreed) {
    const brand = brandById(person.brand) ?? scope.brand
    refuseWhereVain(act, person, brand)
    await perform(services, trx, { id, act, amount, charge, address, person, brand, at })
  }
  await recordAct(trx, scope, {
    action: 'staff.decideMemberAct',
    subjectId: accountId,
    details: { act, id, outcome },
  })
}

type Withdrawn = { id: number | undefined; accountId: number; by: number; at: Date }

/**
 * Whoever asked takes it back before a lead has decided; an address that is agreed to and not
 * confirmed anybody of support takes back, as after an objection. The account is locked by the
 * caller.
 */
export async function withdraw(trx: Trx, { id, accountId, by, at }: Withdrawn): Promise<void> {
  const asked = id === undefined ? undefined : await actById(trx, id)
  if (id === undefined || asked?.accountId !== accountId)
    throw new ApiError('notFound', 'There is no such request.')
  if (asked.outcome === 'done' && (await endOffered(trx, id, at))) {
    await voidOffers(trx, accountId, at)
    return
  }
  if (asked.outcome === null && asked.by !== by)
    throw new ApiError(
      'forbidden',
      'Somebody else asked for this, and takes it back. A lead refuses it.',
    )
  if (!(await endAct(trx, id, { outcome: 'withdrawn', by: null, at, address: null })))
    throw new ApiError('conflict', ENDED)
}

/** What nobody agreed to in time keeps no address. */
export const lateActJob: Job = {
  name: 'lateMemberActs',
  period: HOUR,
  start: ({ db, clock }) => ({
    run: (stopping) => inBatches(stopping, (most) => endLateActs(db, clock.now(), most)),
  }),
}

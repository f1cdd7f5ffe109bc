import { type Handler, handle } from '../../../api/call.server.ts'
import { ApiError, fieldError } from '../../../api/errors.ts'
import { claimOf, once } from '../../../api/idempotency.server.ts'
import { countHit } from '../../../api/limits.server.ts'
import type { Scope } from '../../../api/member.server.ts'
import type { Services } from '../../../api/services.server.ts'
import { endOtherSessions } from '../../../api/sessions.sql.ts'
import type { Trx } from '../../../db/connection.server.ts'
import { DAY, HOUR, later, SECOND } from '../../../lib/clock.ts'
import { brandById } from '../../../sites/registry.ts'
import type { Brand } from '../../../sites/site.ts'
import { opens } from '../../../sites/staff-roles.ts'
import { contactsOf } from '../../core/accounts/account-status.sql.ts'
import { addresseeOf } from '../../core/accounts/accounts.sql.ts'
import { sendFirstMail } from '../../core/accounts/greeting.server.ts'
import { addPremium } from '../../core/accounts/premium.sql.ts'
import type { Person } from '../../core/accounts/standing.sql.ts'
import { recordAct } from '../../core/audit/audit.sql.ts'
import { notifyMember } from '../../core/live/event-hub.server.ts'
import { assertLead } from '../../core/staff-accounts/roles.server.ts'
import { rolesOf } from '../../core/staff-accounts/roles.sql.ts'
import { openStepsOf } from '../../members/onboarding/steps.sql.ts'
import { cancelRenewals } from '../../money/contracts/cancel.server.ts'
import { cancelledMail } from '../../money/contracts/ending/mails.ts'
import { grantCredits } from '../../money/credits/credits.sql.ts'
import type { RefundableCharge } from '../../money/orders/payments.sql.ts'
import { APPROVAL_FOR } from '../decisions/decisions.ts'
import { lockedFile } from './member-file.server.ts'
import {
  brandOf,
  endUnconfirmed,
  lockedCharge,
  lockUnconfirmed,
  payBack,
  sumOf,
} from './refund-act.server.ts'
import { actOnMember } from './support-acts.contract.ts'
import {
  actById,
  endAct,
  givenAlone,
  insertAct,
  lockGiver,
  openActs,
  waitsAlready,
} from './support-acts.sql.ts'
import {
  actInWords,
  actsOn,
  CREDITS_LAST_DAYS,
  isOfRefund,
  LIMIT_DAYS,
  limitOf,
  MEMBERS_A_DAY,
  type SupportAct,
} from './support-acts.ts'

const MOST = 100
const RESENT = { most: 3, seconds: HOUR / SECOND }
const ENDED =
  'This request has ended already: it was decided, or its 24 hours are over. Nothing was changed.'

const WAITS_ALREADY =
  'The same waits for a lead already. Ask a lead to agree or to refuse before you ask again.'
const ASKER_LEFT =
  'Whoever asked does not work in support any more. Nothing was given: refuse it, or give it yourself.'

const actHandler = handle(actOnMember, async (call) => {
  const { body, scope, services, at } = call
  const { accountId, act, reason, refund } = body
  const claim = claimOf(call, 'POST /staff/actOnMember', scope.member.id)
  return once(services.db, { ...claim, key: claim.key ?? body.key ?? null }, async (trx) => {
    if (act === 'refund' && body.payment === undefined)
      throw fieldError('payment', 'Please choose a charge.')
    const charge =
      act === 'refund'
        ? await lockedCharge(services, trx, { accountId, by: { id: body.payment ?? 0 } })
        : null
    const what = ofUnconfirmed(act)
    if (what) await lockUnconfirmed(services, trx, { accountId, what, id: refund })
    const person = await lockedFile(trx, scope, accountId, { evenDeleted: what !== null })
    const brand = charge ? brandOf(charge) : (brandById(person.brand) ?? scope.brand)
    const limit = limitOf(act, brand)
    if (limit !== null && !charge && body.amount === undefined)
      throw fieldError('amount', 'Please say how many.')
    const given = limit === null ? null : (body.amount ?? null)
    const amount = charge ? sumOf(charge, body.sum) : given
    refuseWhereVain(act, person, brand)
    const waits =
      limit !== null &&
      (await isTooMuch(trx, {
        accountId,
        act,
        amount: amount ?? 0,
        by: scope.member.id,
        limit,
        at,
      }))
    const of = { reference: charge?.reference ?? null, currency: charge?.currency ?? null }
    if (waits && (await waitsAlready(trx, { accountId, act, at, reference: of.reference })))
      throw new ApiError('conflict', { detail: WAITS_ALREADY })
    const asked = { accountId, act, amount, ...of, reason, by: scope.member.id, at }
    const expiresAt = waits ? later(at, APPROVAL_FOR) : null
    const id = await insertAct(trx, { ...asked, expiresAt })
    if (!waits) await perform(services, trx, { id, act, amount, charge, refund, person, brand, at })
    await recordAct(trx, scope, {
      action: 'staff.actOnMember',
      subjectId: accountId,
      details: {
        act,
        id,
        waits,
        ...(amount === null ? {} : { amount }),
        ...(charge ? { reference: charge.reference, currency: charge.currency } : {}),
        ...(refund === undefined ? {} : { refund }),
      },
    })
    const done = waits ? 'waits' : act === 'refund' || act === 'refundAgain' ? 'asked' : 'acted'
    return { ok: true as const, waits, next: `/staff/member/${accountId}?done=${done}` }
  })
})

/** What becomes of a refund that its processor did not confirm; null for another act. */
function ofUnconfirmed(act: SupportAct): 'again' | 'drop' | null {
  if (act === 'refundAgain') return 'again'
  return act === 'refundDrop' ? 'drop' : null
}

type Gift = {
  accountId: number
  act: SupportAct
  amount: number
  by: number
  limit: number
  at: Date
}

/** Whether a member gets, or somebody of support gives, more than one person decides. */
async function isTooMuch(trx: Trx, { accountId, act, amount, by, limit, at }: Gift) {
  await lockGiver(trx, by)
  const got = { column: 'account_id', id: accountId } as const
  const gave = { column: 'asked_by', id: by } as const
  return (
    (await givenAlone(trx, act, got, later(at, -LIMIT_DAYS * DAY))) + amount > limit ||
    (await givenAlone(trx, act, gave, later(at, -DAY))) + amount > limit * MEMBERS_A_DAY
  )
}

function refuseWhereVain(act: SupportAct, person: Person, brand: Brand): void {
  const refused = (detail: string) => new ApiError('conflict', { detail })
  if (person.isStaff && act !== 'signOut')
    throw refused('This is an account of staff, which has nothing to confirm and buys nothing.')
  // Money goes back to whoever paid, also where we closed the account.
  if (isOfRefund(act)) return
  if (!actsOn(brand).includes(act)) {
    throw refused(
      brand.billing.model === 'partner'
        ? `On ${brand.name} a partner sells: the money and the membership are the partner’s, and members ask them.`
        : `On ${brand.name} this is not what members buy. Nothing was given.`,
    )
  }
  if (person.bannedAt !== null && act !== 'signOut' && act !== 'cancelRenewal')
    throw refused('This account is closed. Nothing is given or sent to it.')
  if (act === 'resendConfirmation' && person.emailConfirmedAt !== null)
    throw refused('The mail address is confirmed already. Nothing was sent.')
}

type Act = {
  id: number
  act: SupportAct
  amount: number | null
  charge: RefundableCharge | null
  /** A refund that its processor did not confirm. */
  refund?: number | undefined
  person: Person
  brand: Brand
  at: Date
}

async function perform(services: Services, trx: Trx, done: Act): Promise<void> {
  const { id, act, amount, charge, refund, person, brand, at } = done
  const what = ofUnconfirmed(act)
  if (act === 'refund') {
    if (charge) await payBack(trx, charge, amount ?? 0, at)
  } else if (what) await endUnconfirmed(trx, refund, { what, accountId: person.id, at })
  else if (act === 'signOut') {
    await endOtherSessions(trx, person.id, null)
    await notifyMember(trx, person.id, { type: 'signedOut' })
  } else if (act === 'resendConfirmation') {
    await countHit(trx, `resend-confirmation:account:${person.id}`, RESENT, at)
    const openSteps = await openStepsOf(trx, person.id)
    await sendFirstMail(services, trx, brand, { ...person, openSteps }, at)
  } else if (act === 'cancelRenewal') await cancelAll(services, trx, done)
  else if (act === 'giveCredits') {
    await grantCredits(trx, person.id, {
      credits: amount ?? 0,
      source: 'grant',
      reference: `support:${id}`,
      expiresAt: later(at, CREDITS_LAST_DAYS * DAY),
      at,
    })
  } else await addPremium(trx, person.id, (amount ?? 0) * DAY, at)
}

/** The member gets the receipt that a cancellation of their own has. */
async function cancelAll(services: Services, trx: Trx, { person, at }: Act): Promise<void> {
  const renewals = await cancelRenewals(trx, person.id, at)
  if (renewals.length === 0)
    throw new ApiError('conflict', {
      detail:
        'Nothing of this member renews with us. What a partner sold is cancelled by the partner.',
    })
  const account = await addresseeOf(trx, person.id)
  for (const { order, brand, paidUntil } of renewals) {
    if (account === null || order === null) continue
    await services.queueMail(trx, cancelledMail(services, brand, account, { order, at, paidUntil }))
  }
}

/** What waits for a lead, the one that ends first before the others; nothing for anybody else. */
export async function waitingActs({ db }: Services, { member, at }: Scope) {
  if (!(await rolesOf(db, member.id)).includes('lead')) return []
  const open = await openActs(db, at, MOST)
  const names = await contactsOf(db, [
    ...new Set(open.flatMap(({ accountId, by }) => [accountId, by])),
  ])
  return open
    .filter(({ accountId }) => accountId !== member.id)
    .map(({ id, accountId, reason, by, at: askedAt, expiresAt, ...asked }) => ({
      kind: 'act' as const,
      id,
      accountId,
      username: names.get(accountId)?.username ?? 'a deleted account',
      brand: null,
      askedBy: names.get(by)?.username ?? 'somebody who has left',
      askedAt: askedAt.toISOString(),
      expiresAt: (expiresAt ?? at).toISOString(),
      isOwn: by === member.id,
      before: null,
      after: actInWords(asked),
      rule: null,
      objection: null,
      note: reason,
      internalNote: '',
      decisionId: null,
    }))
}

type Settled = { id: number; outcome: 'approved' | 'refused' }

/** Does what somebody else asked for, or refuses it; nobody but a lead learns of it. Throws in words, as `settleApproval` does. */
export async function settleAct(
  services: Services,
  trx: Trx,
  scope: Scope,
  { id, outcome }: Settled,
): Promise<void> {
  const [by, at] = [scope.member.id, scope.at]
  await assertLead(trx, by)
  const asked = await actById(trx, id)
  if (!asked) throw new ApiError('notFound', { detail: 'There is no such request.' })
  const { accountId, act, amount, reference } = asked
  const isAgreed = outcome === 'approved'
  const charge =
    isAgreed && reference !== null
      ? await lockedCharge(services, trx, { accountId, by: { reference } })
      : null
  const person = await lockedFile(trx, scope, accountId)
  // Whoever was a lead before they waited for the locks may be none by now.
  await assertLead(trx, by)
  if (asked.by === by)
    throw new ApiError('forbidden', {
      detail: 'You asked for this yourself. Another lead agrees to it.',
    })
  if (isAgreed && !opens(await rolesOf(trx, asked.by), actOnMember.roles))
    throw new ApiError('conflict', { detail: ASKER_LEFT })
  if (!(await endAct(trx, id, { outcome: isAgreed ? 'done' : 'refused', by, at })))
    throw new ApiError('conflict', { detail: ENDED })
  if (isAgreed) {
    const brand = brandById(person.brand) ?? scope.brand
    refuseWhereVain(act, person, brand)
    await perform(services, trx, { id, act, amount, charge, person, brand, at })
  }
  await recordAct(trx, scope, {
    action: 'staff.decideMemberAct',
    subjectId: accountId,
    details: { act, id, outcome },
  })
}

export const supportActHandlers: Handler[] = [actHandler]

import { ApiError } from '#api/errors.ts'
import { countHit } from '#api/limits.server.ts'
import type { Services } from '#api/services.server.ts'
import { endOtherSessions } from '#api/sessions.sql.ts'
import { addresseeOf } from '#core/accounts/accounts.sql.ts'
import { sendFirstMail } from '#core/accounts/greeting.server.ts'
import { addPremium } from '#core/accounts/standing/premium.sql.ts'
import type { Person } from '#core/accounts/standing/standing.sql.ts'
import { notifyMember } from '#core/live/event-hub.server.ts'
import type { Trx } from '#db/connection.server.ts'
import { DAY, HOUR, later, SECOND } from '#lib/clock.ts'
import { openStepsOf } from '#members/onboarding/steps.sql.ts'
import { cancelRenewals } from '#money/contracts/cancel.server.ts'
import { cancelledMail } from '#money/contracts/ending/mails.ts'
import { grantCredits } from '#money/credits/credits.sql.ts'
import type { RefundableCharge } from '#money/orders/payments.sql.ts'
import type { Brand } from '#sites/site.ts'
import { offerCorrection } from './address-act.server.ts'
import { endUnconfirmed, payBack } from './refund-act.server.ts'
import { actsOn, CREDITS_LAST_DAYS, isOfRefund, type SupportAct } from './support-acts.ts'

const RESENT = { most: 3, seconds: HOUR / SECOND }

/**
 * Throws `conflict`, in words, where an act would come to nothing, or is not for such an account.
 */
export function refuseWhereVain(act: SupportAct, person: Person, brand: Brand): void {
  const refused = (detail: string) => new ApiError('conflict', detail)
  if (act === 'withdraw') return
  if (person.isStaff && act !== 'signOut')
    throw refused('This is an account of staff, which has nothing to confirm and buys nothing.')
  // Money goes back to whoever paid, also where we closed the account.
  if (isOfRefund(act)) return
  if (act.startsWith('give') && !actsOn(brand).includes(act)) {
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

/** What becomes of a refund that its processor did not confirm; null for another act. */
export function ofUnconfirmed(act: SupportAct): 'again' | 'drop' | null {
  if (act === 'refundAgain') return 'again'
  return act === 'refundDrop' ? 'drop' : null
}

type Act = {
  id: number
  act: SupportAct
  amount: number | null
  charge: RefundableCharge | null
  /** A refund that its processor did not confirm. */
  refund?: number | undefined
  /** Which the account gets once it is confirmed there. */
  address: string | null
  person: Person
  brand: Brand
  at: Date
}

export async function perform(services: Services, trx: Trx, done: Act): Promise<void> {
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
  } else if (act === 'giveDays') await addPremium(trx, person.id, (amount ?? 0) * DAY, at)
  else if (act === 'correctAddress') await offerCorrection(services, trx, done)
}

/** The member gets the receipt that a cancellation of their own has. */
async function cancelAll(services: Services, trx: Trx, { person, at }: Act): Promise<void> {
  const renewals = await cancelRenewals(trx, person.id, at)
  if (renewals.length === 0)
    throw new ApiError(
      'conflict',
      'Nothing of this member renews with us. What a partner sold is cancelled by the partner.',
    )
  const account = await addresseeOf(trx, person.id)
  for (const { order, brand, paidUntil } of renewals) {
    if (account === null || order === null) continue
    await services.queueMail(trx, cancelledMail(services, brand, account, { order, at, paidUntil }))
  }
}

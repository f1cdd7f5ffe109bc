import type { Mail } from '../../../mail/mail.ts'
import type { Brand } from '../../../sites/site.ts'
import type { Addressee } from '../../accounts/accounts.sql.ts'
import { dayIn, momentIn } from '../../accounts/dates.ts'
import { linkTo } from '../../accounts/mails.ts'
import type { Product } from '../offers.ts'
import { formatMoney } from '../price-list.ts'
import type { Declaration } from './declarations.sql.ts'
import { CANCEL_PAGE, CONTRACTS_SECTION, declarationWords, orderNumber, WITHDRAW_PAGE } from './declarations.ts'
import type { Settled } from './refund-rules.ts'

type Network = Parameters<typeof linkTo>[0]

type Receipt = {
  order: { id: number; currency: string; renewalAmount: number }
  product: Product
  amount: number
  at: Date
  until: Date
  isRenewal: boolean
}

/** After each payment: what was bought, of whom, what comes next, and how to end it. */
export function receiptMail(network: Network, brand: Brand, account: Addressee, { order, product, amount, at, until, isRenewal }: Receipt): Mail {
  const { locale } = account
  const number = orderNumber(brand, order.id)
  const sum = formatMoney({ amount, currency: order.currency })
  const next = formatMoney({ amount: order.renewalAmount, currency: order.currency })
  const { gives } = product
  return {
    kind: isRenewal ? 'renewalReceipt' : 'receipt',
    brand,
    accountId: account.id,
    to: account.email,
    subject: `Your receipt ${number}`,
    greeting: 'Thank you,',
    paragraphs: [
      `Order number: ${number}. Paid on ${momentIn(locale, at)}: ${sum}, including any tax, for ${product.name} on ${brand.name}.`,
      gives.kind === 'credits'
        ? `You have ${gives.credits} credits more. They expire on ${dayIn(locale, until)}. Nothing renews.`
        : gives.renews
          ? `It is paid until ${momentIn(locale, until)}. Then it renews for ${next}, until you cancel: in your settings with two clicks, or at ${linkTo(network, brand, CANCEL_PAGE)} without signing in.`
          : `It is paid until ${momentIn(locale, until)}. Nothing renews.`,
      `Your contract is with ${brand.legal.companyName}, which is the name for questions about your statement as well. You can withdraw from it within 14 days, without a reason, at ${linkTo(network, brand, WITHDRAW_PAGE)}, with the order number above and this e-mail address.`,
    ],
    action: { label: 'See what I have bought', url: linkTo(network, brand, CONTRACTS_SECTION) },
    list: null,
  }
}

type Renewal = { order: number; name: string; amount: string; at: Date; isTrial: boolean }

/** Before a renewal or the end of a free trial. */
export function reminderMail(network: Network, brand: Brand, account: Addressee, { order, name, amount, at, isTrial }: Renewal): Mail {
  const when = momentIn(account.locale, at)
  return {
    kind: isTrial ? 'trialReminder' : 'renewalReminder',
    brand,
    accountId: account.id,
    to: account.email,
    subject: isTrial ? 'Your free day ends soon' : 'Your membership renews soon',
    greeting: 'Hello,',
    paragraphs: [
      isTrial
        ? `Your free day on ${brand.name} ends on ${when}. Unless you cancel before, it goes on as a membership, and ${amount} are charged to your card.`
        : `Your membership on ${brand.name} (${name}, order ${orderNumber(brand, order)}) renews on ${when}: ${amount} are charged to your card.`,
      'If you want that, there is nothing to do. If not, cancel before: two clicks, and what is paid for stays open to its end.',
    ],
    action: { label: 'Cancel or keep it', url: linkTo(network, brand, CONTRACTS_SECTION) },
    list: null,
  }
}

/** To a member who has cancelled in the settings. */
export function cancelledMail(
  network: Network,
  brand: Brand,
  account: Addressee,
  { order, at, paidUntil }: { order: number; at: Date; paidUntil: Date },
): Mail {
  return {
    kind: 'cancelled',
    brand,
    accountId: account.id,
    to: account.email,
    subject: 'Your cancellation',
    greeting: 'Hello,',
    paragraphs: [
      `We received your cancellation of order ${orderNumber(brand, order)} on ${momentIn(account.locale, at)}. Nothing renews and nothing is charged any more.`,
      `What is paid for stays open until ${momentIn(account.locale, paidUntil)}; then the contract ends.`,
    ],
    action: { label: 'See what I have bought', url: linkTo(network, brand, CONTRACTS_SECTION) },
    list: null,
  }
}

const effects: Record<Settled['rule'], (sum: string) => string> = {
  unpaid: () => 'This order was never paid: nothing was charged, and nothing will be.',
  over: () => 'This contract has ended before, so there was nothing left to end.',
  late: () =>
    'The 14 days for a withdrawal are over. We have ended the renewal instead: nothing is charged any more, and what is paid for stays open to its end.',
  trial: () => 'The free trial has ended with your statement. Nothing was charged, and nothing will be.',
  untouched: (sum) =>
    `The contract has ended with your statement. You get ${sum} back, the whole sum, on the card that you paid with, at the latest within 14 days.`,
  usedUp: () => 'The contract has ended with your statement. Everything in it had been used, so that no money is due.',
  partlyUsed: (sum) =>
    `The contract has ended with your statement. You get ${sum} back, in proportion to what was not used, on the card that you paid with, at the latest within 14 days.`,
}

export type Effect =
  | { kind: 'withdrawn'; settled: Settled; currency: string }
  | { kind: 'cancelled'; paidUntil: Date | null }
  | { kind: 'partner' }
  | { kind: 'unmatched' }

/** The receipt of a statement, with its content and time (Article 11a CRD), and what came of it. */
export function declarationMail(brand: Brand, declaration: Declaration, effect: Effect, account: Addressee | null): Mail {
  const { noun } = declarationWords[declaration.kind]
  const locale = account?.locale ?? null
  // What was typed is repeated in full only to somebody whose order it names.
  const reason = declaration.reason === '' ? [] : [effect.kind === 'unmatched' ? 'Your reason is kept with it.' : `Your reason: ${declaration.reason}`]
  return {
    kind: `${noun}Receipt`,
    brand,
    accountId: account?.id ?? null,
    to: declaration.email,
    replyTo: brand.legal.supportEmail,
    subject: `Your ${noun}`,
    greeting: 'Hello,',
    paragraphs: [
      `We received your ${noun} on ${momentIn(locale, declaration.declaredAt)}. Name: ${declaration.name}. Order number: ${declaration.orderNumber === '' ? 'none' : declaration.orderNumber}. E-mail: ${declaration.email}.`,
      ...reason,
      effectInWords(effect, locale, brand),
      `${brand.legal.companyName} keeps this statement as you made it. If something is not right, answer this mail.`,
    ],
    action: null,
    list: null,
  }
}

function effectInWords(effect: Effect, locale: string | null, brand: Brand): string {
  switch (effect.kind) {
    case 'withdrawn':
      return effects[effect.settled.rule](formatMoney({ amount: effect.settled.refund, currency: effect.currency }))
    case 'cancelled':
      return effect.paidUntil === null
        ? 'Nothing of this order renews, so nothing is charged any more.'
        : `The contract ends on ${momentIn(locale, effect.paidUntil)}. Until then it stays open to you; nothing is charged any more.`
    case 'partner':
      return `What you bought for ${brand.name} you bought from our partner. We have passed your statement on, with the time at which it reached us, and tell you what came of it.`
    case 'unmatched':
      return 'We found no order with this number and this e-mail address, so nothing has changed. The number is in the mail that we sent you after paying; please use the address to which we sent it, or answer this mail.'
  }
}

/** To support: a statement that people must act on. */
export function declarationForSupportMail(brand: Brand, declaration: Declaration, why: string): Mail {
  const { noun } = declarationWords[declaration.kind]
  return {
    kind: 'declarationForSupport',
    brand,
    accountId: null,
    to: brand.legal.supportEmail,
    replyTo: declaration.email,
    subject: `A ${noun} to act on`,
    greeting: 'Hello,',
    paragraphs: [
      `${declaration.name} declared a ${noun} on ${brand.name}, received ${momentIn(null, declaration.declaredAt)}.`,
      `Order number: ${declaration.orderNumber === '' ? 'none' : declaration.orderNumber}. E-mail: ${declaration.email}.`,
      ...(declaration.reason === '' ? [] : [`Reason: ${declaration.reason}`]),
      why,
    ],
    action: null,
    list: null,
  }
}

import type { Addressee } from '#core/accounts/accounts.sql.ts'
import { linkTo, type Network } from '#core/accounts/mails.ts'
import { dayIn, momentIn } from '#lib/formats.ts'
import { type Mail, mailTo } from '#mail/mail.ts'
import type { Product } from '#money/prices/offers.ts'
import { formatMoney } from '#money/prices/price-list.ts'
import type { Brand } from '#sites/site.ts'
import type { Declaration } from './declarations.sql.ts'
import {
  CANCEL_PAGE,
  CONTRACTS_SECTION,
  declarationWords,
  orderNumber,
  WITHDRAW_PAGE,
} from './declarations.ts'
import type { Settled } from './refund-rules.ts'

type Receipt = {
  order: { id: number; currency: string; renewalAmount: number }
  product: Product
  amount: number
  at: Date
  until: Date
  /** By which day the buyer ended the contract, where this is its last period. */
  endOn: string | null
  isRenewal: boolean
}

/** After each payment: what was bought, of whom, what comes next, and how to end it. */
export function receiptMail(
  network: Network,
  brand: Brand,
  account: Addressee,
  { order, product, amount, at, until, endOn, isRenewal }: Receipt,
): Mail {
  const { locale } = account
  const number = orderNumber(brand, order.id)
  const sum = formatMoney({ amount, currency: order.currency })
  const next = formatMoney({ amount: order.renewalAmount, currency: order.currency })
  const { gives } = product
  return mailTo(brand, account, {
    kind: isRenewal ? 'renewalReceipt' : 'receipt',
    subject: `Your receipt ${number}`,
    greeting: 'Thank you,',
    paragraphs: [
      `Order number: ${number}. Paid on ${momentIn(locale, at)}: ${sum}, including any tax, for ${product.name} on ${brand.name}.`,
      gives.kind === 'credits'
        ? `You have ${gives.credits} credits more. They expire on ${dayIn(locale, until)}. Nothing renews.`
        : endOn !== null
          ? `It is paid until ${momentIn(locale, until)}. You ended the contract by ${dayOf(locale, endOn)}, so this was the last payment: nothing renews.`
          : gives.renews
            ? `It is paid until ${momentIn(locale, until)}. Then it renews for ${next}, until you cancel: in your settings with two clicks, or at ${linkTo(network, brand, CANCEL_PAGE)} without signing in.`
            : `It is paid until ${momentIn(locale, until)}. Nothing renews.`,
      `Your contract is with ${brand.legal.companyName}, which is the name for questions about your statement as well. You can withdraw from it within 14 days, without a reason, at ${linkTo(network, brand, WITHDRAW_PAGE)}, with the order number above and this e-mail address.`,
    ],
    action: { label: 'See what I have bought', url: linkTo(network, brand, CONTRACTS_SECTION) },
  })
}

type Told = Pick<Mail, 'kind' | 'subject' | 'paragraphs'> & { label?: string }

/** A mail that leads to what a member has bought. */
export function contractMail(
  network: Network,
  brand: Brand,
  account: Addressee,
  { label = 'See what I have bought', ...said }: Told,
): Mail {
  const action = { label, url: linkTo(network, brand, CONTRACTS_SECTION) }
  return mailTo(brand, account, {
    ...said,
    greeting: 'Hello,',
    action,
  })
}

export type PaidBack = { order: number; amount: number; currency: string }

/** To a member whose card was charged again for an order that was paid. */
export function paidTwiceMail(
  network: Network,
  brand: Brand,
  account: Addressee,
  { order, amount, currency }: PaidBack,
): Mail {
  return contractMail(network, brand, account, {
    kind: 'paidTwice',
    subject: 'A payment goes back to you',
    paragraphs: [
      `Order ${orderNumber(brand, order)} was paid a second time. We give the second payment back, ${formatMoney({ amount, currency })}, on the card that it came from, at the latest within 14 days. What you bought stays as it is.`,
    ],
  })
}

/** To a member who has paid a second order at the price of one code. */
export function codeUsedMail(
  network: Network,
  brand: Brand,
  account: Addressee,
  { order, amount, currency }: PaidBack,
): Mail {
  return contractMail(network, brand, account, {
    kind: 'paidTwice',
    subject: 'A payment goes back to you',
    paragraphs: [
      `Order ${orderNumber(brand, order)} was made with a code that you had used for another order, and a code counts once. We give this payment back, ${formatMoney({ amount, currency })}, on the card that it came from, at the latest within 14 days. What you bought with the other order stays as it is.`,
    ],
  })
}

type Renewal = { order: number; name: string; amount: string; at: Date; isTrial: boolean }

/** Before a renewal or the end of a free trial. */
export function reminderMail(
  network: Network,
  brand: Brand,
  account: Addressee,
  { order, name, amount, at, isTrial }: Renewal,
): Mail {
  const when = momentIn(account.locale, at)
  return contractMail(network, brand, account, {
    kind: isTrial ? 'trialReminder' : 'renewalReminder',
    subject: isTrial ? 'Your free day ends soon' : 'Your membership renews soon',
    paragraphs: [
      isTrial
        ? `Your free day on ${brand.name} ends on ${when}. Unless you cancel before, it goes on as a membership, and ${amount} are charged to your card.`
        : `Your membership on ${brand.name} (${name}, order ${orderNumber(brand, order)}) renews on ${when}: ${amount} are charged to your card.`,
      'If you want that, there is nothing to do. If not, cancel before: two clicks, and what is paid for stays open to its end.',
    ],
    label: 'Cancel or keep it',
  })
}

/** To a member who has cancelled in the settings. */
export function cancelledMail(
  network: Network,
  brand: Brand,
  account: Addressee,
  { order, at, paidUntil }: { order: number; at: Date; paidUntil: Date },
): Mail {
  return contractMail(network, brand, account, {
    kind: 'cancelled',
    subject: 'Your cancellation',
    paragraphs: [
      `We received your cancellation of order ${orderNumber(brand, order)} on ${momentIn(account.locale, at)}. Nothing renews and nothing is charged any more.`,
      `What is paid for stays open until ${momentIn(account.locale, paidUntil)}; then the contract ends.`,
    ],
  })
}

const effects: Record<Settled['rule'], (sum: string) => string> = {
  unpaid: () => 'This order was never paid: nothing was charged, and nothing will be.',
  over: () => 'This contract has ended before, so there was nothing left to end.',
  late: () =>
    'The 14 days for a withdrawal are over. We have ended the renewal instead: nothing is charged any more, and what is paid for stays open to its end.',
  trial: () =>
    'The free trial has ended with your statement. Nothing was charged, and nothing will be.',
  untouched: (sum) =>
    `The contract has ended with your statement. You get ${sum} back, the whole sum, on the card that you paid with, at the latest within 14 days.`,
  usedUp: () =>
    'The contract has ended with your statement. Everything in it had been used, so that no money is due.',
  partlyUsed: (sum) =>
    `The contract has ended with your statement. You get ${sum} back, in proportion to what was not used, on the card that you paid with, at the latest within 14 days.`,
}

export type DeclarationEffect =
  | { kind: 'withdrawn'; settled: Settled; currency: string }
  | { kind: 'cancelled'; paidUntil: Date | null }
  | { kind: 'goesOn'; paidUntil: Date; endOn: string; amount: string }
  | { kind: 'partner' }
  | { kind: 'unmatched' }

/** The receipt of a statement, with its content and time (Article 11a CRD), and what came of it. */
export function declarationMail(
  brand: Brand,
  declaration: Declaration,
  effect: DeclarationEffect,
  account: Addressee | null,
): Mail {
  const { noun } = declarationWords[declaration.kind]
  const locale = account?.locale ?? null
  // What was typed is repeated in full only to somebody whose order it names.
  const reason =
    declaration.reason === ''
      ? []
      : [
          effect.kind === 'unmatched'
            ? 'Your reason is kept with it.'
            : `Your reason: ${declaration.reason}`,
        ]
  return {
    kind: `${noun}Receipt`,
    brand,
    accountId: account?.id ?? null,
    to: declaration.email,
    subject: `Your ${noun}`,
    greeting: 'Hello,',
    paragraphs: [
      `We received your ${noun} on ${momentIn(locale, declaration.declaredAt)}. Name: ${declaration.name}. Order number: ${declaration.orderNumber === '' ? 'none' : declaration.orderNumber}. E-mail: ${declaration.email}.`,
      ...endingInWords(declaration, locale),
      ...reason,
      effectInWords(effect, locale, brand),
      ...(declaration.ending === 'extraordinary' &&
      (effect.kind === 'cancelled' || effect.kind === 'goesOn')
        ? [
            'One of us reads your reason, and writes to you whether it ends the contract earlier, and what is then paid back.',
          ]
        : []),
      `${brand.legal.companyName} keeps this statement as you made it. If something is not right, answer this mail.`,
    ],
    action: null,
    list: null,
  }
}

function effectInWords(effect: DeclarationEffect, locale: string | null, brand: Brand): string {
  switch (effect.kind) {
    case 'withdrawn':
      return effects[effect.settled.rule](
        formatMoney({ amount: effect.settled.refund, currency: effect.currency }),
      )
    case 'cancelled':
      return effect.paidUntil === null
        ? 'Nothing of this order renews, so nothing is charged any more.'
        : `The contract ends on ${momentIn(locale, effect.paidUntil)}. Until then it stays open to you; nothing is charged any more.`
    case 'goesOn':
      return `As you asked, the contract goes on beyond what is paid for: it renews on ${momentIn(locale, effect.paidUntil)} for ${effect.amount}, and then until ${dayOf(locale, effect.endOn)} is reached. After that nothing is charged any more, and the contract ends with the period in which that day is. To end it sooner, send the form again with an earlier day or none.`
    case 'partner':
      return `What you bought for ${brand.name} you bought from our partner. We pass your statement on, with the time at which it reached us, and tell you what comes of it.`
    case 'unmatched':
      return 'We found no order with this number and this e-mail address, so nothing has changed. The number is in the mail that we sent you after paying; please use the address to which we sent it, or answer this mail.'
  }
}

function endingInWords({ kind, ending, endOn }: Declaration, locale: string | null): string[] {
  if (kind !== 'cancellation') return []
  const day = endOn === null ? 'as soon as possible' : `on ${dayOf(locale, endOn)}`
  return [
    `Kind of ending: ${ending === 'extraordinary' ? 'extraordinary, for an important reason' : 'ordinary'}. To end: ${day}.`,
  ]
}

const dayOf = (locale: string | null, day: string) => dayIn(locale, new Date(`${day}T00:00:00Z`))

/** To support: a statement that people must act on. */
export function declarationForSupportMail(
  brand: Brand,
  declaration: Declaration,
  why: string,
): Mail {
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
      ...endingInWords(declaration, null),
      ...(declaration.reason === '' ? [] : [`Reason: ${declaration.reason}`]),
      why,
    ],
    action: null,
    list: null,
  }
}

import type { Addressee } from '#core/accounts/accounts.sql.ts'
import { linkTo, type Network } from '#core/accounts/mails.ts'
import { momentIn } from '#lib/formats.ts'
import { type Mail, mailTo } from '#mail/mail.ts'
import type { Brand } from '#sites/site.ts'
import { orderNumber } from '../ending/declarations.ts'

type About = { order: number; plan: string; amount: string }

const reasons: Readonly<Record<string, string>> = {
  insufficientFunds: 'Your bank says that there was not enough money on the card.',
  expiredCard: 'Your bank says that the card has expired.',
  authenticationFailed: 'Your bank asked you to confirm the payment, and heard nothing.',
  stolenCard:
    'Your bank says that the card was reported lost or stolen, so we do not try it again.',
}

function mailOf(
  network: Network,
  brand: Brand,
  account: Addressee,
  { kind, subject, paragraphs }: Pick<Mail, 'kind' | 'subject' | 'paragraphs'>,
): Mail {
  const action = {
    label: 'Choose a plan and pay with another card',
    url: linkTo(network, brand, '/billing/upgrade'),
  }
  return mailTo(brand, account, {
    kind,
    subject,
    greeting: 'Hello,',
    paragraphs,
    action,
  })
}

type Told = About & { reason: string | null; openUntil: Date | null; retryAt: Date | null }

export function declinedMail(
  network: Network,
  brand: Brand,
  account: Addressee,
  { order, plan, amount, reason, openUntil, retryAt }: Told,
): Mail {
  const { locale } = account
  return mailOf(network, brand, account, {
    kind: 'renewalDeclined',
    subject: 'A payment did not go through',
    paragraphs: [
      `Your membership on ${brand.name} (${plan}, order ${orderNumber(brand, order)}) was to renew for ${amount}, and the payment was declined. ${reasons[reason ?? ''] ?? 'Your bank did not say why.'}`,
      retryAt === null
        ? 'Nothing was charged.'
        : `Nothing was charged. The card is tried again from ${momentIn(locale, retryAt)} on; if it works then, there is nothing to do for you.`,
      openUntil === null
        ? 'Until a payment goes through, your account is a standard one.'
        : `Until ${momentIn(locale, openUntil)} everything stays open to you.`,
      'If you do not want the membership any more, there is nothing to do either: it ends by itself, and you can cancel it in your settings at once.',
    ],
  })
}

export function graceOverMail(
  network: Network,
  brand: Brand,
  account: Addressee,
  { order, plan, amount }: About,
): Mail {
  return mailOf(network, brand, account, {
    kind: 'renewalGraceOver',
    subject: 'Your membership is paused',
    paragraphs: [
      `The renewal of your membership on ${brand.name} (${plan}, order ${orderNumber(brand, order)}) for ${amount} still does not go through, so your account is a standard one for now. Your profile, your photos and your conversations stay as they are.`,
      'The card is tried once more within a week. If that works, the membership goes on from that day.',
    ],
  })
}

export function endedMail(
  network: Network,
  brand: Brand,
  account: Addressee,
  { order, plan }: About,
): Mail {
  return mailOf(network, brand, account, {
    kind: 'renewalEnded',
    subject: 'Your membership has ended',
    paragraphs: [
      `The renewal of your membership on ${brand.name} (${plan}, order ${orderNumber(brand, order)}) did not go through, so the membership has ended. The card is not tried again, and nothing is owed.`,
      'Your account stays, as a standard one. You can become a member again whenever you like.',
    ],
  })
}

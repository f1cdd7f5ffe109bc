import { COME_BACK, DAYS_TO_COME_BACK, eraseDay } from '#core/accounts/come-back/come-back.ts'
import { linkTo, type Network } from '#core/accounts/mails.ts'
import { type Mail, mailTo, type Recipient } from '#mail/mail.ts'
import type { Brand } from '#sites/site.ts'
import { leavingReasons } from './reasons.ts'

/** To somebody who has deleted the account: until when, and how, it can come back. */
export function leavingMail(
  network: Network,
  brand: Brand,
  account: Recipient,
  { token, eraseAt, ended }: { token: string; eraseAt: Date; ended: readonly string[] },
): Mail {
  return mailTo(brand, account, {
    kind: 'leaving',
    subject: 'Your account is deleted',
    greeting: 'Hello,',
    paragraphs: [
      `Your account is deleted. Nobody can see or find it any more, and it is erased on ${eraseDay(eraseAt)}.`,
      ...(ended.length === 0
        ? []
        : [`Nothing renews any more: we have ended your membership on ${ended.join(' and ')}.`]),
      `If you think better of it, you have ${DAYS_TO_COME_BACK} days: sign in with your password, or use the link below, and everything is as it was. The link works once.`,
      `If this was not you, get it back with the link, choose a new password, and write to ${brand.legal.supportEmail}.`,
    ],
    action: {
      label: 'Keep my account',
      url: linkTo(network, brand, `${COME_BACK}?token=${token}`),
    },
  })
}

/** To support, without saying who left. */
export function leavingWordsMail(
  brand: Brand,
  { reason, words }: { reason: string; words: string },
): Mail {
  const label = leavingReasons.find(({ value }) => value === reason)?.label
  return {
    kind: 'leavingWords',
    brand,
    accountId: null,
    to: brand.legal.supportEmail,
    subject: 'Why somebody has left',
    greeting: 'Hello,',
    paragraphs: [
      `Somebody has deleted an account on ${brand.name}.`,
      ...(label === undefined ? [] : [`Reason: ${label}.`]),
      ...(words === '' ? [] : [words]),
    ],
    action: null,
    list: null,
  }
}

/**
 * To somebody whose copy is ready. The file opens on that page alone, for who is signed in to the
 * account.
 */
export function exportReadyMail(
  network: Network,
  brand: Brand,
  account: Recipient,
  until: Date,
): Mail {
  return mailTo(brand, account, {
    kind: 'exportReady',
    subject: 'What you asked for is ready',
    greeting: 'Hello,',
    paragraphs: [
      `The copy of your data is ready. You can download it until ${eraseDay(until)}; then the file is removed.`,
      'The link leads to your settings, where the file is, and works only when you are signed in. On a computer that others use, delete the file when you have read it.',
    ],
    action: {
      label: 'Get my copy',
      url: linkTo(network, brand, '/profile/edit/settings?screen=leaving#copy'),
    },
  })
}

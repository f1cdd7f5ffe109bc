import { type Mail, mailTo, type Recipient } from '#mail/mail.ts'
import type { Brand } from '#sites/site.ts'

/** The owner is notified of each change, whoever made it. */
const sentences = {
  setUp:
    'A second factor was just set up for your account. From now on, work as staff begins with a code of your app.',
  recovered: 'A recovery code was just used in place of your app’s code. It will not work again.',
  reset:
    'Your second factor was just taken away by the operator. You set up a new one when you next begin to work.',
}

export function secondFactorMail(
  brand: Brand,
  account: Recipient,
  what: keyof typeof sentences,
): Mail {
  return mailTo(brand, account, {
    kind: 'secondFactor',
    subject: 'Your second factor',
    paragraphs: [
      sentences[what],
      'If you know of this, there is nothing to do. If you do not, tell the operator at once, and choose a new password.',
    ],
  })
}

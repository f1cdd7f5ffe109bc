import { type Mail, mailTo, type Recipient } from '#mail/mail.ts'
import type { Brand } from '#sites/site.ts'

/** Asked for by the member who shared a date; names neither the other nor the place. */
export function checkInMail(
  brand: Brand,
  account: Recipient,
  { ends, url }: { ends: string; url: string },
): Mail {
  return mailTo(brand, account, {
    kind: 'dateCheckIn',
    subject: 'Are you back safely?',
    greeting: `Hello, ${account.username}.`,
    paragraphs: [
      `You asked to be reminded. The link that you shared ends by itself at ${ends}; if you are back, end it now with one button.`,
      'Nobody else is told, whether or not you answer: whoever has your link should know when to expect your call.',
    ],
    action: { label: 'I am back', url },
  })
}

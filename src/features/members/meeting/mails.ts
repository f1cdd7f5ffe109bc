import { type Mail, mailTo } from '../../../mail/mail.ts'
import type { Brand } from '../../../sites/site.ts'

type Addressee = { id: number; username: string; email: string }

/** Asked for by the member who shared a date; names neither the other nor the place. */
export function checkInMail(
  brand: Brand,
  account: Addressee,
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

import type { Mail } from '../../mail/mail.ts'
import type { Brand } from '../../sites/site.ts'
import { linkTo } from '../accounts/mails.ts'

type Network = Parameters<typeof linkTo>[0]

/** Tells the sender, since nothing is kept from anybody in silence. */
export function withheldMail(network: Network, brand: Brand, { id, email }: { id: number; email: string }): Mail {
  return {
    kind: 'letterWithheld',
    brand,
    accountId: id,
    to: email,
    subject: 'A message of yours was not passed on',
    greeting: 'Hello,',
    paragraphs: [
      'A first message that you wrote looked to our rules like one that asks for money or leads people away. Somebody of our staff has read it before it was passed on, and has decided against it. Whom you wrote to has not seen it.',
      'Another mail says what was decided about your account and why, and how you can object.',
    ],
    action: { label: 'Write to us', url: linkTo(network, brand, '/help#submit-ticket') },
    list: null,
  }
}

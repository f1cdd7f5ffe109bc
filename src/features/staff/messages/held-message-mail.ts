import { linkTo, type Network } from '#core/accounts/mails.ts'
import type { Mail } from '#mail/mail.ts'
import type { Brand } from '#sites/site.ts'

/** Tells the sender, since nothing is kept from anybody in silence. */
export function withheldMail(
  network: Network,
  brand: Brand,
  { id, email }: { id: number; email: string },
  credits: number,
): Mail {
  return {
    kind: 'messageWithheld',
    brand,
    accountId: id,
    to: email,
    subject: 'A message of yours was not passed on',
    greeting: 'Hello,',
    paragraphs: [
      'A first message that you wrote looked to our rules like one that asks for money or leads people away. Somebody of our staff has read it before it was passed on, and has decided against it. Whom you wrote to has not seen it.',
      ...(credits === 0
        ? []
        : [
            `You have ${credits === 1 ? 'the credit' : `the ${credits} credits`} back that it cost.`,
          ]),
      'Another mail says what was decided about your account and why, and how you can object.',
    ],
    action: { label: 'Write to us', url: linkTo(network, brand, '/help#submit-ticket') },
    list: null,
  }
}

/** After an objection that was right. */
export function passedOnMail(
  network: Network,
  brand: Brand,
  { id, email }: { id: number; email: string },
): Mail {
  return {
    kind: 'messagePassedOn',
    brand,
    accountId: id,
    to: email,
    subject: 'Your message is passed on',
    greeting: 'Hello,',
    paragraphs: [
      'We had kept back a first message of yours. The decision behind that is taken back, and whoever you wrote to has your message now.',
      ...(brand.billing.model === 'credits'
        ? ['The credits that you had back for it stay yours: sending it has cost you nothing.']
        : []),
    ],
    action: { label: 'See your messages', url: linkTo(network, brand, '/messages') },
    list: null,
  }
}

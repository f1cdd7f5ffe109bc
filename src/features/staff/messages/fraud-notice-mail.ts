import { linkTo, type Network } from '#core/accounts/mails.ts'
import { type Mail, mailTo, type Recipient } from '#mail/mail.ts'
import type { Brand } from '#sites/site.ts'

/**
 * To everybody who wrote with somebody that was banned for fraud. No list: one cannot unsubscribe
 * from a warning.
 */
export function fraudNoticeMail(
  network: Network,
  brand: Brand,
  account: Recipient,
  otherName: string,
): Mail {
  return mailTo(brand, account, {
    kind: 'fraudNotice',
    subject: 'About somebody you have written with',
    paragraphs: [
      `We have closed the account ${otherName}, with whom you have exchanged messages. We have reason to believe that it was used for fraud, or that its owner was not who they said.`,
      'Never send money, gift cards, coins or pictures of documents to somebody whom you know from here, and tell nobody your bank details or passwords. Whoever asks for them, with whatever story, is best reported and blocked.',
      `If you have sent something already, write to your bank at once, and to the police. If you have a question, write to ${brand.legal.supportEmail}.`,
    ],
    action: { label: 'How to stay safe', url: linkTo(network, brand, '/help') },
  })
}

import { linkTo, type Network } from '#core/accounts/mails.ts'
import { dayInWords } from '#lib/zoned-times.ts'
import { type Mail, mailTo, type Recipient } from '#mail/mail.ts'
import type { Brand } from '#sites/site.ts'

type Where = { brand: Brand; brands: readonly Brand[] }

/** Before terms change. No list: one cannot unsubscribe from what concerns one's contract. */
export function termsNoticeMail(
  network: Network,
  { brand, brands }: Where,
  account: Recipient,
  { from, changes, path }: { from: Date; changes: string; path: string },
): Mail {
  const day = dayInWords(from, brand.timeZone)
  return mailTo(brand, account, {
    kind: 'termsNotice',
    subject: `What changes on ${day}`,
    paragraphs: [
      `From ${day} there are new terms or a new privacy policy on ${namesOf(brands)}. ${changes}`,
      'You can read the new text now. From that day on we ask you once whether you accept it; until then nothing changes.',
      `If you do not want it, you can leave before, and any contract of yours ends with it at no cost. If you have a question, write to ${brand.legal.supportEmail}.`,
    ],
    action: { label: 'Read the new text', url: linkTo(network, brand, path) },
  })
}

/** After `termsNoticeMail`, where what it told of does not come. */
export function termsStayMail(
  network: Network,
  { brand, brands }: Where,
  account: Recipient,
  from: Date,
): Mail {
  const day = dayInWords(from, brand.timeZone)
  return mailTo(brand, account, {
    kind: 'termsNotice',
    subject: `Nothing changes on ${day}`,
    paragraphs: [
      `We wrote to you that from ${day} there would be new terms or a new privacy policy on ${namesOf(brands)}. That does not happen: those of today go on, and you have nothing to do.`,
      `Before others come, we write to you again. If you have a question, write to ${brand.legal.supportEmail}.`,
    ],
    action: { label: 'Read the terms', url: linkTo(network, brand, '/site/terms') },
  })
}

function namesOf(brands: readonly Brand[]): string {
  return new Intl.ListFormat('en-GB').format(brands.map(({ name }) => name))
}

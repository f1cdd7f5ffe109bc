import type { Mail } from '../../mail/mail.ts'
import type { Brand } from '../../sites/site.ts'
import { linkTo } from '../accounts/mails.ts'

type Network = Parameters<typeof linkTo>[0]
type Addressee = { id: number; username: string; email: string }

/** Why a photo is shown to nobody, and what to do. */
export function refusedPhotoMail(network: Network, brand: Brand, account: Addressee, reason: string): Mail {
  return {
    kind: 'photoRefused',
    brand,
    accountId: account.id,
    to: account.email,
    subject: 'One of your photos',
    greeting: `Hello ${account.username},`,
    paragraphs: [
      'We looked at one of your photos, and it does not fit our rules. Nobody but you sees it.',
      `The reason: ${reason}`,
      'You can delete it, or put another in its place. Your other photos stay as they are.',
      `If you think that we are wrong, write to ${brand.legal.supportEmail}, and somebody looks at it again.`,
    ],
    action: { label: 'See my photos', url: linkTo(network, brand, '/profile/edit/managePhotos') },
    list: 'activity',
  }
}

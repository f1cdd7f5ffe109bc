import { linkTo, type Network } from '#core/accounts/mails.ts'
import { type Mail, mailTo, type Recipient } from '#mail/mail.ts'
import { type PoseRefusal, reasonOf } from '#members/poses/pose-checks.ts'
import type { Brand } from '#sites/site.ts'

/** What staff decided about a photo in a pose; `refusal` is null where they approved it. */
export function poseDecidedMail(
  network: Network,
  brand: Brand,
  account: Recipient,
  refusal: PoseRefusal | null,
): Mail {
  const paragraphs =
    refusal === null
      ? [
          'We have compared your photo with your main photo, and your profile now says that it was checked, and when.',
          'The mark belongs to this main photo: it falls away when you put another first. You can withdraw it at any time.',
        ]
      : [
          'We have looked at your photo, and could not give you the mark. Nothing else about your profile changes.',
          `The reason: ${reasonOf(refusal) ?? ''}`,
          'You can try again with another pose, up to three times in seven days.',
          `If you think that we are wrong, write to ${brand.legal.supportEmail}, and somebody else looks at it.`,
        ]
  return mailTo(brand, account, {
    kind: 'poseDecided',
    subject: 'Your photo check',
    paragraphs: [...paragraphs, 'The photo that you sent us for this is deleted.'],
    action: {
      label: 'See my photos',
      url: linkTo(network, brand, '/profile/edit/managePhotos#photo-check'),
    },
    list: 'activity',
  })
}

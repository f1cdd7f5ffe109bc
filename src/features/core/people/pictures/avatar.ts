import type { AvatarLook } from '#ui/avatar-look.ts'
import type { Picture } from './pictures.contract.ts'
import { addressOf } from './pictures.ts'

/** At most 48 px wide, for which the smallest rendition is enough on any screen. */
export function avatarOf(picture: Picture | null): AvatarLook['photo'] {
  return picture && { src: addressOf(picture, 320, 'webp'), placeholder: picture.placeholder }
}

import type { Picture } from './pictures.contract.ts'
import { addressOf } from './pictures.ts'

/** At most 48 px wide, for which the smallest rendition is enough on any screen. */
export function avatarOf(
  picture: Picture | null,
): { src: string; placeholder: string; description: string } | null {
  if (picture === null) return null
  const { placeholder, description } = picture
  return { src: addressOf(picture, 320, 'webp'), placeholder, description }
}

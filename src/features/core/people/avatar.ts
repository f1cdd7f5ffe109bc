import type { Picture } from '../../members/photos/photos.contract.ts'

export function avatarOf(
  picture: Picture | null,
): { src: string; srcSet: string | undefined; placeholder: string; description: string } | null {
  if (picture === null) return null
  const { src, sources, placeholder, description } = picture
  return { src, srcSet: sources.at(-1)?.srcSet, placeholder, description }
}

import type { Picture } from '../../core/people/pictures.contract.ts'

type Size = Pick<Picture, 'width' | 'height'>

/** Width by height, to three digits: a frame of this ratio shows next to nothing beside its photo. */
export function ratioOf({ width, height }: Size): string {
  return (width / height).toFixed(3)
}

/** Tells the gallery's styles the ratio of each photo, which the policy allows in a style of the page only. */
export function ratioStyles(photos: readonly Size[]): string {
  return [...new Set(photos.map(ratioOf))]
    .map((ratio) => `[data-ratio="${ratio}"]{--ratio:${ratio}}`)
    .join('')
}

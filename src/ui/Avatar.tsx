import type { AvatarLook } from './avatar-look.ts'
import { initial } from './initial.ts'

/** `eager`: at the top of a page, which must not load lazily. */
type Props = AvatarLook & { eager?: boolean }

/** For islands; pages have Avatar.astro, since React renders each component of a page as a tree. */
export function Avatar({ name, photo, size = 'medium', eager = false }: Props) {
  return (
    <span className={size === 'medium' ? 'avatar' : `avatar avatar-${size}`}>
      {photo ? (
        <>
          <img src={photo.placeholder} alt="" />
          <img src={photo.src} alt="" loading={eager ? 'eager' : 'lazy'} decoding="async" />
        </>
      ) : (
        <span aria-hidden="true">{initial(name)}</span>
      )}
    </span>
  )
}

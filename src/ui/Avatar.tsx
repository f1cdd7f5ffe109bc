import { type AvatarLook, avatarWidths } from './avatar-look.ts'
import { initial } from './initial.ts'

/** For islands; pages have Avatar.astro, since each React component of a page is rendered as a tree of its own. */
export function Avatar({
  name,
  photo,
  size = 'medium',
  decorative = false,
  eager = false,
}: AvatarLook) {
  return (
    <span className={size === 'medium' ? 'avatar' : `avatar avatar-${size}`}>
      {photo ? (
        <>
          {photo.placeholder ? <img src={photo.placeholder} alt="" /> : null}
          <img
            src={photo.src}
            srcSet={photo.srcSet}
            sizes={photo.srcSet === undefined ? undefined : avatarWidths[size]}
            alt={decorative ? '' : photo.description || name}
            loading={eager ? 'eager' : 'lazy'}
            decoding="async"
          />
        </>
      ) : (
        <span
          role={decorative ? undefined : 'img'}
          aria-label={decorative ? undefined : name}
          aria-hidden={decorative || undefined}
        >
          {initial(name)}
        </span>
      )}
    </span>
  )
}

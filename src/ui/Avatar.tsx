import { initial } from './initial.ts'

type Picture = { src: string; srcSet?: string | undefined; placeholder?: string | null | undefined; description?: string | undefined }

type Props = {
  name: string
  photo?: Picture | null | undefined
  /** `fill` takes the width of its container at 4:5, for cards. */
  size?: 'small' | 'medium' | 'fill'
  /** Set if the name is next to the picture: screen readers skip it. */
  decorative?: boolean
  /** Disables lazy loading, for pictures at the top of a page. */
  eager?: boolean
}

const widths = { small: '36px', medium: '48px', fill: '(width < 600px) 46vw, 220px' }

export function Avatar({ name, photo, size = 'medium', decorative = false, eager = false }: Props) {
  return (
    <span className={size === 'medium' ? 'avatar' : `avatar avatar-${size}`}>
      {photo ? (
        <>
          {photo.placeholder ? <img src={photo.placeholder} alt="" /> : null}
          <img
            src={photo.src}
            srcSet={photo.srcSet}
            sizes={photo.srcSet === undefined ? undefined : widths[size]}
            alt={decorative ? '' : photo.description || name}
            loading={eager ? 'eager' : 'lazy'}
            decoding="async"
          />
        </>
      ) : (
        <span role={decorative ? undefined : 'img'} aria-label={decorative ? undefined : name} aria-hidden={decorative || undefined}>
          {initial(name)}
        </span>
      )}
    </span>
  )
}

import type { Picture } from './photos.contract.ts'
import styles from './PhotoPicture.module.css'

type Props = {
  picture: Picture
  /** Whose it is, for those who do not see it and where the owner has not said what it shows. */
  alt: string
  /** How wide it will be, as in `<img sizes>`. */
  sizes: string
  /** `cover` fills its place; `contain` shows all of it. */
  fit?: 'cover' | 'contain'
  /** For the first pictures of a page, which must not wait for scrolling. */
  eager?: boolean
}

/** A photo in the best format that the browser has, over its placeholder until it is there. */
export function PhotoPicture({ picture, alt, sizes, fit = 'cover', eager = false }: Props) {
  return (
    <span className={`${styles['picture']} ${styles[fit]}`}>
      <img src={picture.placeholder} alt="" />
      <picture>
        {picture.sources.map(({ type, srcSet }) => (
          <source key={type} type={type} srcSet={srcSet} sizes={sizes} />
        ))}
        <img
          src={picture.src}
          width={picture.width}
          height={picture.height}
          alt={picture.description || alt}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
        />
      </picture>
    </span>
  )
}

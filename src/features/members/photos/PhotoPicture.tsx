import type { ReactNode } from 'react'
import type { Picture } from '#core/people/pictures/pictures.contract.ts'
import { sourcesOf, srcOf, type Width } from '#core/people/pictures/pictures.ts'
import styles from './PhotoPicture.module.css'

export type PhotoProps = {
  picture: Picture
  /** The owner's name, as alt text if there is no description. */
  alt: string
  sizes: string
  /** Of the renditions offered, for a picture that is never shown larger. */
  widest?: Width
  /** For pictures above the fold, which must not load lazily. */
  eager?: boolean
  /** Seen until it is loaded. */
  before?: ReactNode
}

/** A photo in the best supported format, over its placeholder until it is loaded. */
export function PhotoPicture({ picture, alt, sizes, widest, eager = false, before }: PhotoProps) {
  return (
    <span className={styles['picture']} data-photo="">
      <img src={picture.placeholder} alt="" />
      {before}
      <picture>
        {sourcesOf(picture, widest).map(({ type, srcSet }) => (
          <source key={type} type={type} srcSet={srcSet} sizes={sizes} />
        ))}
        <img
          src={srcOf(picture)}
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

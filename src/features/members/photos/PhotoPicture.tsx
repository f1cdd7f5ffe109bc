import type { Picture } from '../../core/people/pictures.contract.ts'
import { IN_LISTS, sourcesOf, srcOf, type Width } from '../../core/people/pictures.ts'
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
  /** The browser has it as lists show it: that is seen until this size is loaded. */
  wasInList?: boolean
}

/** A photo in the best supported format, over its placeholder until it is loaded. */
export function PhotoPicture({ wasInList = false, ...photo }: PhotoProps) {
  const { picture, alt } = photo
  return (
    <span className={styles['picture']} data-photo="">
      <img src={picture.placeholder} alt="" />
      {wasInList ? <Files picture={picture} alt="" {...IN_LISTS} eager decoding="sync" /> : null}
      <Files {...photo} alt={picture.description || alt} decoding="async" />
    </span>
  )
}

type FilesProps = Omit<PhotoProps, 'wasInList'> & { decoding: 'sync' | 'async' }

function Files({ picture, alt, sizes, widest, eager = false, decoding }: FilesProps) {
  return (
    <picture>
      {sourcesOf(picture, widest).map(({ type, srcSet }) => (
        <source key={type} type={type} srcSet={srcSet} sizes={sizes} />
      ))}
      <img
        src={srcOf(picture)}
        width={picture.width}
        height={picture.height}
        alt={alt}
        loading={eager ? 'eager' : 'lazy'}
        decoding={decoding}
      />
    </picture>
  )
}

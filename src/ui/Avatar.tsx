/** One picture in the widths that the server made; `placeholder` is a tiny blurred `data:` image. */
type Picture = { src: string; srcSet?: string | undefined; placeholder?: string | null | undefined; description?: string | undefined }

type Props = {
  name: string
  photo?: Picture | null | undefined
  /** `fill` is as wide as its place, 4:5: the picture of a card. */
  size?: 'small' | 'medium' | 'large' | 'huge' | 'fill'
  /** Set where the name stands beside it anyway. */
  decorative?: boolean
  /** For the first pictures of a page, which must not wait for scrolling. */
  eager?: boolean
}

const widths = { small: '36px', medium: '48px', large: '80px', huge: '144px', fill: '(width < 600px) 46vw, 220px' }

/** Somebody's photo over its placeholder; without one, their initial. */
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

/** Made at first use: it is dear to make, and few pages show a face without a photo. */
let segmenter: Intl.Segmenter | undefined

/** The first letter or digit, by what people see as one character. */
function initial(name: string): string {
  segmenter ??= new Intl.Segmenter('en')
  const [first] = [...segmenter.segment(name)].filter(({ segment }) => /[\p{L}\p{N}]/u.test(segment))
  return (first?.segment ?? '?').toUpperCase()
}

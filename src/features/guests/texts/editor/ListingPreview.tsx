import { listingLimits } from '#sites/listing.ts'
import type { RenderedText } from '../previews/preview.contract.ts'
import { cutAt } from './shown-length.ts'
import styles from './ListingPreview.module.css'

/**
 * A brand as search engines list it, and as it looks where its landing is shared; both cut long
 * words.
 */
export function ListingPreview({
  title,
  listing,
}: {
  title: string
  listing: NonNullable<RenderedText['listing']>
}) {
  const { address, description, shareTitle, shareLine, picture, keywords, tagline } = listing
  return (
    <div className={styles['listed']}>
      <h3>In a search engine</h3>
      <article className={styles['result']}>
        <p className="muted">{address}</p>
        <p className={styles['title']}>{cutAt(title, listingLimits.seoTitle.shown)}</p>
        <p>{cutAt(description, listingLimits.seoDescription.shown)}</p>
      </article>
      <h3>Where it is shared</h3>
      <article className={styles['card']}>
        <img src={picture} alt="" width={1200} height={630} loading="lazy" />
        <div>
          <p className="muted">{address}</p>
          <p>
            <strong>{cutAt(shareTitle, listingLimits.shareTitle.shown)}</strong>
          </p>
          <p>{cutAt(shareLine, listingLimits.shareLine.shown)}</p>
        </div>
      </article>
      <h3>On its own pages</h3>
      <p>{tagline}</p>
      <p className="muted">People who search with: {keywords}</p>
    </div>
  )
}

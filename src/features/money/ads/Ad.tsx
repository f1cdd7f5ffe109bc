import { type ReactNode, useEffect, useRef, useState } from 'react'
import { withBoundary } from '#ui/Boundary.tsx'
import { ZONE_SANDBOX } from './ad-zone.ts'
import { trackAd } from './ads.store.ts'
import type { Advertisement } from './ads.ts'
import styles from './Ad.module.css'

type FrameProps = {
  id: string
  label: string
  /** `markAdvert` */
  isMarked: boolean
}

/** What every ad has: its place, its mark, and its first view, which is counted once a page. */
function AdFrame({
  id,
  label,
  isMarked,
  look,
  children,
}: FrameProps & { look: string; children: ReactNode }) {
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    const watcher = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        watcher.disconnect()
        trackAd(id, 'view')
      },
      { threshold: 0.5 },
    )
    if (place.current) watcher.observe(place.current)
    return () => watcher.disconnect()
  }, [id])
  return (
    <aside ref={place} className={`${styles['ad']} ${styles[look]}`} aria-label={label}>
      {isMarked ? <p className={styles['mark']}>Advertisement</p> : null}
      {children}
    </aside>
  )
}

type AdProps = FrameProps & {
  ad: Omit<Advertisement, 'id' | 'slot' | 'weight'>
  isWide: boolean
  /**
   * `adblockOptimiserAds`: of words where its picture is blocked, instead of an empty frame
   * (specification §3).
   */
  fallsBack: boolean
}

export const Ad = withBoundary(function Ad({ ad, isWide, fallsBack, ...frame }: AdProps) {
  const image = useRef<HTMLImageElement>(null)
  const [isBlocked, setBlocked] = useState(false)
  useEffect(() => {
    // Blocked before the page was alive.
    if (image.current?.complete && image.current.naturalWidth === 0) setBlocked(true)
  }, [])
  const ofWords = isBlocked && fallsBack
  return (
    <AdFrame {...frame} look={ofWords ? 'words-only' : isWide ? 'wide' : 'line'}>
      <a
        href={ad.link}
        target="_blank"
        rel="sponsored noopener noreferrer"
        referrerPolicy="no-referrer"
        data-no-under=""
        onClick={() => trackAd(frame.id, 'click')}
      >
        {ofWords ? null : (
          <img
            ref={image}
            src={ad.image}
            alt={ad.alt}
            width={480}
            height={240}
            loading={isWide ? 'eager' : 'lazy'}
            decoding="async"
            onError={() => setBlocked(true)}
          />
        )}
        <span className={styles['words']}>
          <strong>{ad.headline}</strong>
          <span>{ad.text}</span>
          <span className={styles['action']}>
            {ad.action}
            <span className="visually-hidden"> (opens in a new tab)</span>
          </span>
        </span>
      </a>
    </AdFrame>
  )
})

type ZoneProps = FrameProps & { src: string; width: number; height: number }

/** A zone of an ad network, in a frame of its own. */
export const AdZone = withBoundary(function AdZone({ src, width, height, ...frame }: ZoneProps) {
  return (
    <AdFrame {...frame} look="zone">
      <iframe
        src={src}
        title="Advertisement of another company"
        width={width}
        height={height}
        sandbox={ZONE_SANDBOX}
        referrerPolicy="no-referrer"
        loading="lazy"
      />
    </AdFrame>
  )
})

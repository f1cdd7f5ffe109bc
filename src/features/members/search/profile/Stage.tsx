import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import type { Picture } from '#core/people/pictures/pictures.contract.ts'
import { sourcesOf, srcOf } from '#core/people/pictures/pictures.ts'
import type { Photo } from '#members/photos/own/photos.contract.ts'
import { PhotoPicture } from '#members/photos/PhotoPicture.tsx'
import { Icon } from '#ui/Icon.tsx'
import { useIsAlive } from '#ui/use-seeded.ts'
import styles from './Gallery.module.css'

export type StageProps = {
  username: string
  photos: readonly Photo[]
  shown: number
  onShow(index: number): void
  actsOf(photo: Photo, index: number): ReactNode
  sizes: string
  full: { label: string; toggle(): void }
  isFull?: boolean
  inLists?: Picture | null
}

/** The strip of photos with what lies over it, on the page or on the whole screen. */
export function Stage(props: StageProps) {
  const {
    username,
    photos,
    shown,
    onShow,
    actsOf,
    sizes,
    full,
    isFull = false,
    inLists = null,
  } = props
  const isAlive = useIsAlive()
  const strip = useRef<HTMLDivElement>(null)
  /** Target of a running scroll; photos passed on the way are not shown. */
  const wanted = useRef<number | null>(null)
  const seen = useRef<number | null>(null)
  const last = photos.length - 1
  const several = last > 0

  useLayoutEffect(() => {
    const element = strip.current
    const isFirst = seen.current === null
    if (!element || seen.current === shown) return
    // After a reload or with a photo's fragment, the strip may start at another photo.
    const at = isFirst && !isFull ? indexIn(element) : shown
    seen.current = at
    if (at !== shown) return onShow(at)
    if (indexIn(element) === at) return
    wanted.current = at
    element.scrollTo({
      left: at * element.clientWidth,
      ...(isFirst ? { behavior: 'instant' } : {}),
    })
  }, [shown, onShow, isFull])
  useEffect(() => {
    if (isFull) strip.current?.focus({ preventScroll: true })
  }, [isFull])

  const scroll = () => {
    const element = strip.current
    if (!element || element.clientWidth === 0) return
    const index = Math.min(last, indexIn(element))
    if (wanted.current === index) wanted.current = null
    if (wanted.current !== null || index === shown) return
    seen.current = index
    onShow(index)
  }
  const byHand = () => (wanted.current = null)
  const turn = (by: 1 | -1) => () => {
    const to = shown + by
    // A disabled button loses the focus.
    if (to === 0 || to === last) strip.current?.focus({ preventScroll: true })
    onShow(to)
  }

  return (
    <div className={styles['stage']}>
      <div
        ref={strip}
        className={styles['strip']}
        role="group"
        aria-label={several ? 'Use the arrow keys to look at the others' : 'Photo'}
        tabIndex={several ? 0 : isFull ? -1 : undefined}
        onScroll={scroll}
        onPointerDown={byHand}
        onWheel={byHand}
        onTouchStart={byHand}
      >
        {photos.map((photo, index) => (
          <div
            key={photo.id}
            className={styles['slide']}
            id={isFull ? undefined : `photo-${photo.id}`}
          >
            <PhotoPicture
              picture={photo}
              alt={several ? `${username}, photo ${index + 1} of ${photos.length}` : username}
              sizes={sizes}
              eager={index === 0 || isFull}
              before={index === 0 && inLists ? <AsInLists picture={inLists} /> : null}
            />
            <div className={styles['acts']}>{actsOf(photo, index)}</div>
            {photo.isPrivate ? (
              <p className={`badge ${styles['private']}`}>
                <Icon name="lock" /> Private
              </p>
            ) : null}
          </div>
        ))}
      </div>
      <button
        type="button"
        className={`over-photo ${styles['full']}`}
        aria-label={full.label}
        hidden={!isAlive}
        onClick={full.toggle}
      >
        <Icon name={isFull ? 'close' : 'expand'} />
      </button>
      {several ? (
        <>
          <button
            type="button"
            className={`over-photo ${styles['turn']} ${styles['before']}`}
            aria-label="Photo before"
            hidden={!isAlive}
            disabled={shown === 0}
            onClick={turn(-1)}
          >
            <Icon name="back" />
          </button>
          <button
            type="button"
            className={`over-photo ${styles['turn']} ${styles['after']}`}
            aria-label="Next photo"
            hidden={!isAlive}
            disabled={shown === last}
            onClick={turn(1)}
          >
            <Icon name="forward" />
          </button>
          <p className={styles['position']} aria-live="polite" aria-atomic="true" hidden={!isAlive}>
            <span className="visually-hidden">Photo </span>
            <span>{shown + 1}</span> of {photos.length}
          </p>
        </>
      ) : null}
    </div>
  )
}

/** As a card of a list (MemberCard) shows it, so that the browser has the file: no blur is seen. */
function AsInLists({ picture }: { picture: Picture }) {
  return (
    <picture>
      {sourcesOf(picture, 720).map(({ type, srcSet }) => (
        <source key={type} type={type} srcSet={srcSet} sizes="(width < 600px) 46vw, 220px" />
      ))}
      <img src={srcOf(picture)} alt="" decoding="sync" />
    </picture>
  )
}

function indexIn({ scrollLeft, clientWidth }: HTMLElement): number {
  return Math.max(0, Math.round(scrollLeft / Math.max(1, clientWidth)))
}

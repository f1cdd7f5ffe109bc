import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Picture } from '#core/people/pictures/pictures.contract.ts'
import type { Photo } from '#members/photos/own/photos.contract.ts'
import { PhotoPicture } from '#members/photos/PhotoPicture.tsx'
import { withBoundary } from '#ui/Boundary.tsx'
import { initial } from '#ui/initial.ts'
import { onPlainClick } from '#ui/plain-click.ts'
import { PartActs } from './PartActs.tsx'
import { Stage, type StageProps } from './Stage.tsx'
import styles from './Gallery.module.css'

type Props = {
  owner: { id: number; username: string }
  photos: readonly Photo[]
  /** Of somebody else, which of them the viewer likes. */
  liked: readonly number[] | null
  size: 'large' | 'normal'
  /** The first of them as a list has just shown it. */
  inLists: Picture | null
}

const sizesOf = {
  large: '(width >= 900px) 512px, (width >= 600px) 50vw, 100vw',
  normal: '(width >= 900px) 320px, (width >= 600px) 40vw, 60vw',
}

/** A strip of photos with links to each; buttons, keys and the full screen come with the script. */
export const Gallery = withBoundary(Region)

function Region({ owner, photos, liked, size, inLists }: Props) {
  const { username } = owner
  const [shown, show] = useState(0)
  const [isFull, setFull] = useState(false)
  const look = `${styles['gallery']} ${styles[size]}`
  if (photos.length === 0)
    return (
      <div className={look}>
        <div className={styles['stage']}>
          <span className="avatar avatar-fill">
            <span aria-hidden="true">{initial(username)}</span>
          </span>
          <p className={styles['position']}>No photo yet</p>
        </div>
      </div>
    )
  const several = photos.length > 1
  const press = (event: KeyboardEvent) => {
    const targets: Partial<Record<string, number>> = {
      ArrowLeft: shown - 1,
      ArrowRight: shown + 1,
      Home: 0,
      End: photos.length - 1,
    }
    const target = targets[event.key]
    if (!several || target === undefined) return
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    show(Math.min(photos.length - 1, Math.max(0, target)))
  }
  const stage = {
    username,
    photos,
    shown,
    onShow: show,
    actsOf: (photo: Photo, index: number) =>
      liked === null ? null : (
        <PartActs
          owner={{ ...owner, picture: photos[0] ?? null }}
          part={{ kind: 'photo', id: photo.id }}
          words={several ? `photo ${index + 1} of ${username}` : `the photo of ${username}`}
          isLiked={liked.includes(photo.id)}
        />
      ),
  }
  return (
    <section
      className={look}
      aria-roledescription="gallery"
      aria-label={`Photos of ${username}`}
      onKeyDown={press}
    >
      <Stage
        {...stage}
        sizes={sizesOf[size]}
        inLists={inLists}
        full={{ label: 'Full screen', toggle: () => setFull(true) }}
      />
      {several ? <Thumbs photos={photos} shown={shown} onShow={show} /> : null}
      {isFull ? <FullScreen {...stage} onClose={() => setFull(false)} /> : null}
    </section>
  )
}

type ThumbsProps = Pick<StageProps, 'photos' | 'shown' | 'onShow'>

function Thumbs({ photos, shown, onShow }: ThumbsProps) {
  const row = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const thumb = row.current?.children[shown]
    if (!row.current || !(thumb instanceof HTMLElement)) return
    const { offsetLeft, clientWidth } = row.current
    row.current.scrollTo({
      left: thumb.offsetLeft - offsetLeft - (clientWidth - thumb.offsetWidth) / 2,
    })
  }, [shown])
  return (
    <ul ref={row} className={styles['thumbs']} role="list">
      {photos.map((photo, index) => (
        <li key={photo.id}>
          <a
            href={`#photo-${photo.id}`}
            aria-label={nameOf(photo, index, photos.length)}
            aria-current={index === shown ? 'true' : undefined}
            onClick={onPlainClick(() => onShow(index))}
          >
            <PhotoPicture
              picture={{ ...photo, description: '' }}
              alt=""
              sizes="72px"
              widest={320}
            />
          </a>
        </li>
      ))}
    </ul>
  )
}

type FullScreenProps = Omit<StageProps, 'sizes' | 'full' | 'inLists'> & { onClose(): void }

/** The whole screen; its photos come once it is open, since it scrolls to the one in sight. */
function FullScreen({ onClose, ...stage }: FullScreenProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(false)
  useLayoutEffect(() => {
    dialog.current?.showModal()
    setOpen(true)
  }, [])
  /** Says so at once: the browser does a frame later, and a key before that would be lost. */
  const leave = () => {
    dialog.current?.close()
    onClose()
  }
  return (
    <dialog
      ref={dialog}
      className={styles['screen']}
      aria-label={`Photos of ${stage.username}`}
      onCancel={leave}
      onClose={onClose}
    >
      {isOpen ? (
        <Stage
          {...stage}
          sizes="100vw"
          full={{ label: 'Leave full screen', toggle: leave }}
          isFull
        />
      ) : null}
    </dialog>
  )
}

function nameOf({ description }: Photo, index: number, of: number): string {
  return `Photo ${index + 1} of ${of}${description === '' ? '' : `: ${description}`}`
}

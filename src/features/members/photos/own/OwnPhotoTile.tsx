import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import { Button } from '#ui/Button.tsx'
import { PathIcon } from '#ui/Icon.tsx'
import { onPlainClick } from '#ui/plain-click.ts'
import { useIsAlive } from '#ui/use-seeded.ts'
import { PhotoPicture } from '../PhotoPicture.tsx'
import { movePhoto } from './arranging.store.ts'
import { tileOf } from './own-photo.ts'
import type { OwnPhoto } from './photos.contract.ts'
import { undoRemove } from './photos.store.ts'
import styles from './OwnPhotos.module.css'

const MOVE = 'M4 9h16M4 15h16'

type Props = {
  photo: OwnPhoto
  index: number
  count: number
  /** Whether it is deleted once it can no longer be taken back. */
  isLeaving: boolean
  isDragged: boolean
  hold(id: number, tile: HTMLElement | null): void
  grip(id: number, by: 'picture' | 'handle', event: PointerEvent): void
  onOpen(id: number): void
  /** The tile is gone with the focus in it. */
  onGone(): void
}

const steps: Readonly<Record<string, 1 | -1>> = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
}

/** One of one's own photos: a link to all that can be done with it, and a handle that moves it. */
export const OwnPhotoTile = memo(function OwnPhotoTile({
  photo,
  index,
  count,
  isLeaving,
  isDragged,
  hold,
  grip,
  onOpen,
  onGone,
}: Props) {
  const isAlive = useIsAlive()
  const { name, badges, reason, statement } = tileOf(photo, index, count)
  const tile = useRef<HTMLLIElement>(null)
  const link = useRef<HTMLAnchorElement>(null)
  const undo = useRef<HTMLButtonElement>(null)
  const wasLeaving = useRef(isLeaving)
  useEffect(() => {
    if (wasLeaving.current === isLeaving) return
    wasLeaving.current = isLeaving
    // What had the focus is gone.
    if (document.activeElement === document.body)
      (isLeaving ? undo : link).current?.focus({ preventScroll: true })
  }, [isLeaving])
  useLayoutEffect(() => {
    const element = tile.current
    hold(photo.id, element)
    return () => {
      hold(photo.id, null)
      if (element?.contains(document.activeElement)) onGone()
    }
    // Once, as the tile comes and goes.
  }, [])
  const press = (event: KeyboardEvent) => {
    const by = steps[event.key]
    if (by === undefined) return
    event.preventDefault()
    movePhoto(photo.id, by)
  }
  const picture = (
    <PhotoPicture
      picture={photo}
      alt={`Your photo ${index + 1}`}
      sizes="(width < 600px) 46vw, 220px"
      eager={index < 4}
    />
  )
  const look = [styles['tile'], isLeaving && styles['leaving'], isDragged && styles['dragged']]
  return (
    <li ref={tile} className={look.filter(Boolean).join(' ')} id={`photo-${photo.id}`}>
      <div className={styles['picture']}>
        {isLeaving ? (
          picture
        ) : (
          <a
            ref={link}
            href={`/profile/edit/managePhotos?photo=${photo.id}#one-photo`}
            draggable={false}
            onClick={onPlainClick(() => onOpen(photo.id))}
            onPointerDown={(event) => count > 1 && grip(photo.id, 'picture', event)}
          >
            {picture}
            <span className="visually-hidden">{`Change: ${name}`}</span>
          </a>
        )}
        <div className={styles['badges']}>
          {badges.main ? <span className="badge badge-accent">Main photo</span> : null}
          {badges.private ? <span className="badge">Private</span> : null}
          {badges.waiting ? (
            <span className="badge badge-warning">Being checked – only you see it</span>
          ) : null}
          {badges.rejected ? <span className="badge badge-danger">Not accepted</span> : null}
        </div>
        {isAlive && count > 1 && !isLeaving ? (
          <button
            type="button"
            className={styles['handle']}
            onPointerDown={(event) => grip(photo.id, 'handle', event)}
            onClick={() => onOpen(photo.id)}
            onKeyDown={press}
            aria-describedby="own-photos-order"
          >
            <PathIcon path={MOVE} />
            <span className="visually-hidden">{`Move: ${name}`}</span>
          </button>
        ) : null}
        {isLeaving ? (
          <div className={styles['deleted']}>
            <span>Deleted.</span>
            <Button ref={undo} variant="soft" size="small" onClick={() => undoRemove(photo.id)}>
              Undo<span className="visually-hidden">{` deleting: ${name}`}</span>
            </Button>
          </div>
        ) : null}
      </div>
      {reason === '' ? null : <p className="field-error">{reason}</p>}
      {statement === null ? null : (
        <p>
          <a href={statement}>
            Why, and how to object<span className="visually-hidden">{`: ${name}`}</span>
          </a>
        </p>
      )}
    </li>
  )
})

import { useStore } from '@nanostores/react'
import { useLayoutEffect, useRef, useState } from 'react'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { PhotoPicture } from './PhotoPicture.tsx'
import type { OwnPhoto } from './photos.contract.ts'
import { $leaving, remove, setPrimary, undoRemove } from './photos.store.ts'
import styles from './OwnPhotoTile.module.css'

type Props = {
  photo: OwnPhoto
  number: number
  onEdit(): void
  /** Called when the tile is removed while it contains the focus. */
  onGone(): void
}

export function OwnPhotoTile({ photo, number, onEdit, onGone }: Props) {
  const isLeaving = useStore($leaving).has(photo.id)
  const name = photo.description || `photo ${number}`
  const tile = useRef<HTMLLIElement>(null)
  const [hasReturned, setReturned] = useState(false)

  // A layout effect's cleanup runs before the DOM node is removed, so that it can still read the focus.
  useLayoutEffect(
    () => () => {
      if (tile.current?.contains(document.activeElement)) onGone()
    },
    [],
  )

  return (
    <li ref={tile} className={styles['tile']}>
      <div className={isLeaving ? `${styles['picture']} ${styles['leaving']}` : styles['picture']}>
        <PhotoPicture picture={photo} alt={`Your photo ${number}`} sizes="(width < 600px) 46vw, 220px" eager={number <= 4} />
        <div className={styles['badges']}>
          <Badges photo={photo} />
        </div>
      </div>
      {photo.status === 'rejected' ? <p className="field-error">{photo.rejectReason ?? 'This photo was not accepted.'}</p> : null}
      <div className={styles['actions']}>
        {isLeaving ? (
          <Undo id={photo.id} name={name} onUndo={() => setReturned(true)} />
        ) : (
          <Actions photo={photo} name={name} hasReturned={hasReturned} onEdit={onEdit} />
        )}
      </div>
    </li>
  )
}

/** Receives the focus, because the pressed button was removed. */
function Undo({ id, name, onUndo }: { id: number; name: string; onUndo(): void }) {
  const undo = () => {
    onUndo()
    undoRemove(id)
  }
  return (
    <>
      <span role="status">Deleted.</span>
      <Button variant="soft" size="small" autoFocus onClick={undo} aria-label={`Undo deleting ${name}`}>
        Undo
      </Button>
    </>
  )
}

type ActionsProps = {
  photo: OwnPhoto
  name: string
  hasReturned: boolean
  onEdit(): void
}

function Actions({ photo, name, hasReturned, onEdit }: ActionsProps) {
  return (
    <>
      {photo.status === 'approved' && !photo.isPrimary && !photo.isPrivate ? (
        <Button variant="soft" size="small" onClick={() => void setPrimary(photo.id)} aria-label={`Show ${name} first`}>
          Show first
        </Button>
      ) : null}
      <Button variant="quiet" size="small" onClick={onEdit} aria-label={`Edit ${name}`}>
        Edit
      </Button>
      <Button variant="plain" size="small" autoFocus={hasReturned} onClick={() => remove(photo.id)} aria-label={`Delete ${name}`}>
        Delete
      </Button>
    </>
  )
}

function Badges({ photo: { status, isPrimary, isPrivate } }: { photo: OwnPhoto }) {
  return (
    <>
      {isPrimary ? <Badge tone="accent">Shown first</Badge> : null}
      {isPrivate ? <Badge>Private</Badge> : null}
      {status === 'waiting' ? <Badge tone="warning">Being checked – only you see it</Badge> : null}
      {status === 'rejected' ? <Badge tone="danger">Not accepted</Badge> : null}
    </>
  )
}

import { useEffect, useRef, useState } from 'react'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { loadedLater } from '../../ui/loaded-later.ts'
import { useSeeded } from '../../ui/use-seeded.ts'
import type { PhotoRequests as PhotoRequestLists } from './access.store.ts'
import { OwnPhotoTile } from './OwnPhotoTile.tsx'
import { PhotoRequests } from './PhotoRequests.tsx'
import type { OwnPhoto } from './photos.contract.ts'
import { $photos, finishRemovals, seedPhotos } from './photos.store.ts'
import { PhotoUploader } from './PhotoUploader.tsx'
import styles from './PhotoManager.module.css'

type Props = {
  photos: readonly OwnPhoto[]
  most: number
  requests: PhotoRequestLists
  uploadError?: string | null
}

const loadEditPhoto = () => import('./EditPhoto.tsx').then(({ EditPhoto }) => EditPhoto)
const EditPhoto = loadedLater(loadEditPhoto, ({ photo }) => photo !== null)

export function PhotoManager({ photos: seed, most, requests, uploadError = null }: Props) {
  const photos = useSeeded($photos, seed, seedPhotos)
  const [edited, setEdited] = useState<OwnPhoto | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    const finish = () => void finishRemovals()
    addEventListener('pagehide', finish)
    return () => removeEventListener('pagehide', finish)
  }, [])

  return (
    <div className={styles['manager']}>
      <section aria-labelledby="own-photos" data-own="">
        <h2 id="own-photos" ref={heading} tabIndex={-1}>
          Your photos{' '}
          <span className="muted">
            {photos.length} of {most}
          </span>
        </h2>
        {photos.length === 0 ? (
          <EmptyState icon="image" title="No photos yet">
            One clear photo of you says more than a page of words.
          </EmptyState>
        ) : (
          <ul className={styles['photos']} onFocus={() => void loadEditPhoto()} onPointerEnter={() => void loadEditPhoto()}>
            {photos.map((photo, index) => (
              <OwnPhotoTile key={photo.id} photo={photo} number={index + 1} onEdit={() => setEdited(photo)} onGone={() => heading.current?.focus()} />
            ))}
          </ul>
        )}
      </section>
      <section className="card" aria-label="Add a photo">
        {photos.length < most ? (
          <PhotoUploader error={uploadError} />
        ) : (
          <p className="notice">You have {most} photos, which is the most. Delete one to add another.</p>
        )}
      </section>
      <PhotoRequests requests={requests} />
      <EditPhoto photo={edited} onClose={() => setEdited(null)} />
    </div>
  )
}

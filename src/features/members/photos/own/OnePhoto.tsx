import { useState } from 'react'
import { withBoundary } from '#ui/Boundary.tsx'
import { useSeeded } from '#ui/use-seeded.ts'
import { LazyCrop } from '../crop/LazyCrop.tsx'
import { PhotoActs, titleOf } from './PhotoActs.tsx'
import type { OwnPhoto } from './photos.contract.ts'
import { $photos, seedPhotos } from './photos.store.ts'
import styles from './PhotoSheet.module.css'

type Props = { id: number; photos: readonly OwnPhoto[]; isSaved: boolean }

/** What one does with a photo that the address names, as a link leads there without script. */
export const OnePhoto = withBoundary(Region)

function Region({ id, photos: given, isSaved }: Props) {
  const photos = useSeeded($photos, given, seedPhotos)
  const [isCropped, setCropped] = useState(false)
  const index = photos.findIndex((photo) => photo.id === id)
  const photo = photos[index]
  if (!photo) return null
  return (
    <section className={`card ${styles['one']}`} aria-labelledby="one-photo">
      <h2 id="one-photo">{titleOf(photo, index)}</h2>
      {isSaved ? (
        <p className="notice" role="status">
          Saved.
        </p>
      ) : null}
      <PhotoActs
        photo={photo}
        index={index}
        count={photos.length}
        onCrop={() => setCropped(true)}
      />
      <p>
        <a href={`/profile/edit/managePhotos#photo-${id}`}>Back to all photos</a>
      </p>
      {isCropped ? <LazyCrop id={id} onClose={() => setCropped(false)} /> : null}
    </section>
  )
}

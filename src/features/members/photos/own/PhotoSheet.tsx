import { useState } from 'react'
import { Dialog } from '#ui/Dialog.tsx'
import { LazyCrop } from '../crop/LazyCrop.tsx'
import { PhotoActs, titleOf } from './PhotoActs.tsx'
import type { OwnPhoto } from './photos.contract.ts'

type Props = {
  id: number
  photos: readonly OwnPhoto[]
  isOpen: boolean
  onClose(): void
}

export function PhotoSheet({ id, photos, isOpen, onClose }: Props) {
  const [cropped, setCropped] = useState<number | null>(null)
  const index = photos.findIndex((photo) => photo.id === id)
  const photo = photos[index]
  return (
    <>
      <Dialog open={isOpen} onClose={onClose} title={photo ? titleOf(photo, index) : ''}>
        {photo ? (
          <PhotoActs
            photo={photo}
            index={index}
            count={photos.length}
            onDone={onClose}
            onCrop={() => {
              onClose()
              setCropped(id)
            }}
          />
        ) : null}
      </Dialog>
      {cropped === null ? null : (
        <LazyCrop key={cropped} id={cropped} onClose={() => setCropped(null)} />
      )}
    </>
  )
}

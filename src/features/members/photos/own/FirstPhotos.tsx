import { type SubmitEvent, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import type { FormValues } from '#ui/form-answer.ts'
import { useFocus } from '#ui/use-focus.ts'
import { useSeeded } from '#ui/use-seeded.ts'
import { useStore } from '#ui/use-store.ts'
import { PhotoPicture } from '../PhotoPicture.tsx'
import { AddingPhotos, AddTile } from './AddPhotos.tsx'
import { $said } from './arranging.store.ts'
import type { OwnPhoto } from './photos.contract.ts'
import { $photos, removePhoto, seedPhotos } from './photos.store.ts'
import styles from './OwnPhotos.module.css'

type Props = {
  photos: readonly OwnPhoto[]
  most: number
  asksRules: boolean
  account: number
  sendingKey: string
  /** What was typed where one was refused without script. */
  typed?: FormValues | undefined
}

/** The photos of somebody who is joining: added, or taken away again. */
export function FirstPhotos({ photos: given, most, asksRules, account, sendingKey, typed }: Props) {
  const photos = useSeeded($photos, given, seedPhotos)
  const said = useStore($said, { ssr: 'initial' })
  const [input, focusInput] = useFocus<HTMLInputElement>()
  const [leaving, setLeaving] = useState<readonly number[]>([])
  const drop = (id: number) => (event: SubmitEvent) => {
    event.preventDefault()
    if (leaving.includes(id)) return
    setLeaving([...leaving, id])
    $said.set('Removed.')
    removePhoto(id)
    focusInput()
  }
  return (
    <div className={styles['own']}>
      <div className={styles['grid']}>
        <ul role="list" aria-label="Your photos">
          {photos.map((photo, index) => (
            <li key={photo.id} className={styles['tile']}>
              <div className={styles['picture']}>
                <PhotoPicture
                  picture={photo}
                  alt={`Your photo ${index + 1}`}
                  sizes="(width < 600px) 46vw, 220px"
                  eager
                />
              </div>
              <form method="post" action="/image/manage" onSubmit={drop(photo.id)}>
                <input type="hidden" name="id" value={photo.id} />
                <Button type="submit" size="small" variant="quiet" name="act" value="delete">
                  Remove<span className="visually-hidden">{` photo ${index + 1}`}</span>
                </Button>
              </form>
            </li>
          ))}
        </ul>
        {photos.length < most ? <AddTile input={input} sendingKey={sendingKey} /> : null}
      </div>
      <p className={styles['said']} role="status">
        {said}
      </p>
      <AddingPhotos
        most={most}
        typed={typed}
        asksRules={asksRules}
        account={account}
        mayBePrivate={false}
        onGone={focusInput}
      />
    </div>
  )
}

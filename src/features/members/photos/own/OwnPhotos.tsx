import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { withBoundary } from '#ui/Boundary.tsx'
import { Button } from '#ui/Button.tsx'
import type { FormValues } from '#ui/form-answer.ts'
import { useFocus } from '#ui/use-focus.ts'
import { useLatest } from '#ui/use-latest.ts'
import { useSeeded } from '#ui/use-seeded.ts'
import { useStore } from '#ui/use-store.ts'
import { AddingPhotos, AddTile } from './AddPhotos.tsx'
import { $said, orderAsBefore, placePhotos } from './arranging.store.ts'
import { OwnPhotoTile } from './OwnPhotoTile.tsx'
import type { OwnPhoto } from './photos.contract.ts'
import { $leaving, $orderBefore, $photos, seedPhotos } from './photos.store.ts'
import { useDragOrder } from './use-drag-order.ts'
import styles from './OwnPhotos.module.css'

const loadSheet = () => import('./PhotoSheet.tsx')
const PhotoSheet = lazy(async () => ({ default: (await loadSheet()).PhotoSheet }))

type Props = {
  photos: readonly OwnPhoto[]
  most: number
  asksRules: boolean
  account: number
  /** What was done without script. */
  said: string
  /** Of a photo that was refused without script. */
  typed?: FormValues | undefined
  /** What a good photo is. */
  children?: ReactNode
}

/** A member's photos in their order, and the place for another. */
export const OwnPhotos = withBoundary(Region)

function Region({
  photos: given,
  most,
  asksRules,
  account,
  said: saidBefore,
  typed,
  children,
}: Props) {
  const photos = useSeeded($photos, given, seedPhotos)
  const said = useSeeded($said, saidBefore, (words) => $said.set(words))
  const leaving = useStore($leaving, { ssr: 'initial' })
  const orderBefore = useStore($orderBefore, { ssr: 'initial' })
  const [input, focusInput] = useFocus<HTMLInputElement>()
  const [heading, focusHeading] = useFocus<HTMLHeadingElement>()
  const [open, setOpen] = useState<number | null>(null)
  const order = photos.map(({ id }) => id)
  const { ids, dragged, hold, grip, handlers } = useDragOrder(order, placePhotos)
  const gone = useCallback(() => focusHeading(), [])
  const shown = photos.some(({ id }) => id === open) ? open : null
  const latest = useLatest(shown)
  const prepare = () => void loadSheet()
  return (
    <div className={styles['own']}>
      <section className={styles['own']} aria-labelledby="own-photos">
        <div className={styles['head']}>
          <h2 id="own-photos" tabIndex={-1} ref={heading}>
            Your photos{' '}
            <span className="muted">
              <span>{photos.length}</span> of {most}
            </span>
          </h2>
          <p className={styles['said']} role="status">
            <span>{said}</span>{' '}
            {orderBefore === null ? null : (
              <Button
                size="small"
                variant="soft"
                onClick={() => {
                  void orderAsBefore()
                  focusHeading()
                }}
              >
                Undo<span className="visually-hidden"> the new order</span>
              </Button>
            )}
          </p>
        </div>
        <p className="muted">
          <span>
            {photos.length === 0
              ? 'No photos yet. One clear photo of you says more than a page of words.'
              : 'The first photo that everybody may see is your main photo. '}
          </span>
          {photos.length > 1 ? (
            <span className={styles['drag']} id="own-photos-order">
              Drag photos by their handles into another order, or use the arrow keys there.
            </span>
          ) : null}
        </p>
        <div className={styles['grid']} onPointerEnter={prepare} onFocus={prepare} {...handlers}>
          <ul role="list">
            {ids.map((id) => {
              const index = photos.findIndex((photo) => photo.id === id)
              const photo = photos[index]
              if (!photo) return null
              return (
                <OwnPhotoTile
                  key={id}
                  photo={photo}
                  index={index}
                  count={photos.length}
                  isLeaving={leaving.has(id)}
                  isDragged={dragged === id}
                  hold={hold}
                  grip={grip}
                  onOpen={setOpen}
                  onGone={gone}
                />
              )
            })}
          </ul>
          {photos.length < most ? <AddTile input={input} /> : null}
        </div>
      </section>
      <AddingPhotos
        most={most}
        typed={typed}
        asksRules={asksRules}
        account={account}
        onGone={() => (input.current ? focusInput() : focusHeading())}
      >
        {children}
      </AddingPhotos>
      {latest === null ? null : (
        <Suspense>
          <PhotoSheet
            id={latest}
            photos={photos}
            isOpen={shown !== null}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </div>
  )
}

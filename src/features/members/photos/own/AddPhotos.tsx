import {
  type ChangeEvent,
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Button } from '#ui/Button.tsx'
import { type FormValues, valueOf } from '#ui/form-answer.ts'
import { Icon } from '#ui/Icon.tsx'
import { Tick } from '#ui/Tick.tsx'
import { useIsAlive, useSeeded } from '#ui/use-seeded.ts'
import { useStore } from '#ui/use-store.ts'
import { ACCEPT, MAX_DESCRIPTION } from '../photos.ts'
import '../upload/drop-queue.css'
import { $uploads, dropUpload, type PhotoUpload, retryUpload } from '../upload/uploads.store.ts'
import { allInWords, shownAs } from '../upload/uploads.ts'
import {
  $adding,
  $isOver,
  $isUnkept,
  addChosen,
  choosePrivate,
  seedAdding,
  tickRules,
} from './adding.store.ts'
import { PHOTO_RULES, photoRules } from './photo-rules.ts'
import styles from './OwnPhotos.module.css'

const FORM = 'add-photos'

/**
 * Takes what was chosen; else the form would send it once more, and the same file could not be
 * chosen again.
 */
function take(input: HTMLInputElement, key?: string): void {
  const chosen = [...(input.files ?? [])]
  input.value = ''
  addChosen(chosen, key)
}

const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => take(currentTarget)

type TileProps = {
  input: RefObject<HTMLInputElement | null>
  /** Of what is chosen before the page is alive, by which its form may be sent meanwhile. */
  sendingKey?: string
}

/** The empty tile: choose, drop or paste. Without script it is the file field of the form below. */
export function AddTile({ input, sendingKey }: TileProps) {
  const isAlive = useIsAlive()
  const isOver = useStore($isOver, { ssr: 'initial' })
  useEffect(() => {
    // Chosen before the page was alive.
    if (input.current) take(input.current, sendingKey)
  }, [input, sendingKey])
  return (
    <div className={`${styles['add']} ${isOver ? styles['over'] : ''}`}>
      <Icon name="close" />
      <span className={styles['words']} id="new-photo-label">
        <span>
          Add photos<span className="visually-hidden">: Photos of you</span>
        </span>
        <span className={styles['fine']}>or drop or paste them</span>
      </span>
      <input
        ref={input}
        id="new-photo"
        type="file"
        name="photo"
        form={FORM}
        accept={ACCEPT}
        required={!isAlive}
        multiple={isAlive}
        aria-labelledby="new-photo-label"
        aria-describedby="new-photo-hint"
        onChange={choose}
      />
      {sendingKey === undefined ? null : (
        <input type="hidden" name="key" form={FORM} value={sendingKey} />
      )}
    </div>
  )
}

type Props = {
  most: number
  asksRules: boolean
  account: number
  /** Whether one may be added as private. */
  mayBePrivate?: boolean
  /** What was typed where it was refused without script. */
  typed?: FormValues | undefined
  /** An upload was taken from the list with the focus in it. */
  onGone(): void
  children?: ReactNode
}

/** How photos are added, and those that are on their way. */
export function AddingPhotos({
  most,
  asksRules,
  account,
  mayBePrivate = true,
  typed = {},
  onGone,
  children,
}: Props) {
  const isTyped = (name: string) => typed[name] !== undefined
  const initial = { isPrivate: isTyped('isPrivate'), asksRules, isTicked: isTyped('rules') }
  const adding = useSeeded($adding, initial, () => seedAdding(initial, account))
  const isAlive = useIsAlive()
  const isUnkept = useStore($isUnkept, { ssr: 'initial' })
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    // Ticked before the page was alive, or before a reload.
    const early = new FormData(form.current ?? undefined)
    if (early.has('isPrivate')) choosePrivate(true)
    if (early.has('rules')) tickRules(true)
  }, [])
  return (
    <>
      <Queue onGone={onGone} />
      <form
        ref={form}
        className="form"
        id={FORM}
        method="post"
        action="/image/upload"
        encType="multipart/form-data"
        aria-label="Add photos"
        onSubmit={(event) => event.preventDefault()}
      >
        {adding.asksRules ? (
          <div className={styles['rules']}>
            <label className="choice">
              <input
                type="checkbox"
                name="rules"
                value={PHOTO_RULES}
                required={!isAlive}
                checked={adding.isTicked}
                onChange={({ currentTarget }) => tickRules(currentTarget.checked)}
                aria-describedby="new-photo-rules"
              />
              <span>{photoRules.tick}</span>
            </label>
            <p className="field-hint" id="new-photo-rules">
              {photoRules.hint}{' '}
              <a href="/site/terms" target="_blank">
                The terms
              </a>{' '}
              say all of them.
            </p>
          </div>
        ) : null}
        {mayBePrivate ? (
          <Tick
            name="isPrivate"
            label="Add as private"
            hint="Shown only to members whom you allow. You can change it later."
            checked={adding.isPrivate}
            onChange={({ currentTarget }) => choosePrivate(currentTarget.checked)}
          />
        ) : null}
        <label className="drop-camera button button-quiet button-small" hidden={!isAlive}>
          <Icon name="camera" />
          Take a photo
          <input type="file" accept="image/*" capture="user" onChange={choose} />
        </label>
        <p className="field-hint" id="new-photo-hint">
          JPEG, PNG, WebP, AVIF or GIF, up to 15 MB each; {most} photos at most. Where and when they
          were taken is not kept.
        </p>
        <p className="field-hint" role="status">
          {isUnkept
            ? 'This browser cannot keep photos until they are sent. Please leave this page open until then.'
            : ''}
        </p>
        {isAlive ? null : (
          <div className="form once-chosen">
            <div className="field">
              <label className="field-label" htmlFor="new-photo-description">
                What does it show?
              </label>
              <input
                className="input"
                id="new-photo-description"
                name="description"
                defaultValue={valueOf(typed, 'description')}
                maxLength={MAX_DESCRIPTION}
                autoComplete="off"
                aria-describedby="new-photo-description-hint"
              />
              <p className="field-hint" id="new-photo-description-hint">
                Read out to members who cannot see it. You may leave it empty.
              </p>
            </div>
            <Button type="submit">Add photo</Button>
          </div>
        )}
      </form>
      {children}
    </>
  )
}

function Queue({ onGone }: Pick<Props, 'onGone'>) {
  const uploads = useStore($uploads, { ssr: 'initial' })
  return (
    <>
      {uploads.length === 0 ? null : (
        <ul className="drop-queue" role="list" aria-label="Photos being added">
          {uploads.map((upload) => (
            <Upload key={upload.key} upload={upload} onGone={onGone} />
          ))}
        </ul>
      )}
      <p className="drop-overall" role="status">
        {allInWords(uploads)}
      </p>
    </>
  )
}

const Upload = memo(function Upload({ upload, onGone }: { upload: PhotoUpload; onGone(): void }) {
  const { key, file } = upload
  const { share, said, wrong, canRetry, drop } = shownAs(upload)
  const [preview, setPreview] = useState<string>()
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    const address = URL.createObjectURL(file)
    setPreview(address)
    return () => URL.revokeObjectURL(address)
  }, [file])
  useLayoutEffect(() => {
    const element = item.current
    return () => {
      if (element?.contains(document.activeElement)) onGone()
    }
    // Once, as it goes.
  }, [])
  return (
    <li className="drop-item" ref={item}>
      <img
        className="drop-preview"
        alt=""
        src={preview}
        // What is no picture that the browser can show.
        onError={() => setPreview(undefined)}
      />
      <div className="drop-state">
        <p className="drop-name">{file.name}</p>
        {share === undefined ? null : (
          <progress max={1} value={share ?? undefined} aria-label={file.name} />
        )}
        <p className="field-hint">{said}</p>
        <p className="field-error">{wrong}</p>
      </div>
      <div className="drop-acts">
        {canRetry ? (
          <Button size="small" variant="soft" onClick={() => retryUpload(key)}>
            Try again<span className="visually-hidden"> {file.name}</span>
          </Button>
        ) : null}
        <Button size="small" variant="quiet" onClick={() => dropUpload(key)}>
          <span>{drop}</span>
          <span className="visually-hidden"> {file.name}</span>
        </Button>
      </div>
    </li>
  )
})

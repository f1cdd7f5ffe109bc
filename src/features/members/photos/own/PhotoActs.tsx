import type { SubmitEvent } from 'react'
import { ActionForm, Submit } from '#ui/ActionForm.tsx'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { textIn } from '#ui/form-answer.ts'
import { Icon } from '#ui/Icon.tsx'
import { Tick } from '#ui/Tick.tsx'
import { useIsAlive } from '#ui/use-seeded.ts'
import { useStore } from '#ui/use-store.ts'
import { loadCrop } from '../crop/LazyCrop.tsx'
import { PhotoPicture } from '../PhotoPicture.tsx'
import { MAX_DESCRIPTION } from '../photos.ts'
import { $said, movePhoto, showFirst } from './arranging.store.ts'
import { tileOf } from './own-photo.ts'
import type { OwnPhoto } from './photos.contract.ts'
import { describe, remove } from './photos.store.ts'
import styles from './PhotoSheet.module.css'

export function titleOf({ description }: OwnPhoto, index: number): string {
  return `Change ${description || `photo ${index + 1}`}`
}

type Props = {
  photo: OwnPhoto
  index: number
  count: number
  onCrop(): void
  /** What was asked for is done elsewhere: of a dialog alone. */
  onDone?: () => void
}

const action = '/image/manage'

/** The forms, on a sheet and on a page of their own. */
export function PhotoActs({ photo, index, count, onCrop, onDone }: Props) {
  const isAlive = useIsAlive()
  const said = useStore($said, { ssr: 'initial' })
  const { id, description, isPrivate } = photo
  const { name, reason, statement, mayComeFirst, isFirst, isLast } = tileOf(photo, index, count)
  const act = (verb: (by: string) => void) => (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    verb(textIn(new FormData(event.currentTarget, event.nativeEvent.submitter), 'act'))
  }
  const arrange = act((by) => {
    if (by !== 'first') return movePhoto(id, by === 'later' ? 1 : -1)
    showFirst(id)
    onDone?.()
  })
  const save = async (fields: FormData) => {
    await describe(id, {
      description: textIn(fields, 'description'),
      isPrivate: fields.has('isPrivate'),
    })
    if (!onDone) return 'Saved.'
    $said.set('Saved.')
    return onDone()
  }
  const drop = act(() => {
    remove(id)
    onDone?.()
  })
  const which = <input type="hidden" name="id" value={id} />
  return (
    <div className={styles['parts']}>
      <div className={styles['picture']}>
        <PhotoPicture
          picture={photo}
          alt={`Your photo ${index + 1}`}
          sizes="(width < 600px) 92vw, 320px"
          eager
        />
      </div>
      <div className="stack">
        {reason === '' ? null : <p className="field-error">{reason}</p>}
        {statement === null ? null : (
          <p>
            <a href={statement}>Why, and how to object</a>
          </p>
        )}
        <form className="cluster" method="post" action={action} onSubmit={arrange}>
          {which}
          {mayComeFirst ? (
            <Button type="submit" variant="soft" name="act" value="first">
              Show first<span className="visually-hidden">{`: ${name}`}</span>
            </Button>
          ) : null}
          {count > 1 ? (
            <>
              {(['earlier', 'later'] as const).map((way) => (
                <Button
                  key={way}
                  type="submit"
                  variant="quiet"
                  name="act"
                  value={way}
                  aria-disabled={(way === 'earlier' ? isFirst : isLast) || undefined}
                >
                  <Icon name={way === 'earlier' ? 'back' : 'forward'} />
                  <span className="visually-hidden">{`Move ${way}: ${name}`}</span>
                </Button>
              ))}
              <span className="muted" role="status">
                {onDone && said !== '' ? said : `Place ${index + 1} of ${count}`}
              </span>
            </>
          ) : null}
        </form>
        {isAlive ? (
          <div className={styles['crop']}>
            <Button variant="quiet" onClick={onCrop} onPointerEnter={() => void loadCrop()}>
              Crop or turn<span className="visually-hidden">{`: ${name}`}</span>
            </Button>
          </div>
        ) : (
          <form className="cluster" method="post" action={action}>
            {which}
            <Button type="submit" variant="quiet" name="act" value="turnLeft">
              Turn left
            </Button>
            <Button type="submit" variant="quiet" name="act" value="turnRight">
              Turn right
            </Button>
          </form>
        )}
        <ActionForm
          className="form"
          action={action}
          send={save}
          actions={
            <div className="cluster">
              <Submit name="act" value="save">
                Save
              </Submit>
            </div>
          }
        >
          {which}
          <Field
            name="description"
            label="What does it show?"
            hint="Read out to members who cannot see it."
            defaultValue={description}
            most={MAX_DESCRIPTION}
            autoComplete="off"
          />
          <Tick
            name="isPrivate"
            label="Private"
            hint="Shown only to members whom you allow."
            defaultChecked={isPrivate}
          />
        </ActionForm>
        {/* Without script it takes the files at once, so the button comes second. */}
        {isAlive ? (
          <form className={styles['drop']} method="post" action={action} onSubmit={drop}>
            {which}
            <Button type="submit" variant="plain" name="act" value="delete">
              <Icon name="trash" />
              Delete this photo
            </Button>
          </form>
        ) : (
          <details className={styles['delete']}>
            <summary className="button button-plain">
              <Icon name="trash" />
              Delete this photo
            </summary>
            <form className="stack" method="post" action={action}>
              {which}
              <p>
                This takes the photo away at once and cannot be undone.
                {isPrivate
                  ? null
                  : ' If you only want to choose who sees it, make it private instead.'}
              </p>
              <div className="cluster">
                <Button type="submit" variant="danger" name="act" value="delete">
                  Delete for good
                </Button>
              </div>
            </form>
          </details>
        )}
      </div>
    </div>
  )
}

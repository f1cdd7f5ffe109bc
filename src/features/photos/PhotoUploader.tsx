import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Choice, Field } from '../../ui/Field.tsx'
import { showToast } from '../../ui/toasts.store.ts'
import { PhotoField } from './PhotoField.tsx'
import { $upload, clearUpload, upload } from './photos.store.ts'
import { MAX_DESCRIPTION } from './photos.ts'
import styles from './PhotoUploader.module.css'

type Props = {
  /** Error of a form that was sent without script and refused. */
  error?: string | null
}

export function PhotoUploader({ error = null }: Props) {
  const sending = useStore($upload)
  const [uploadCount, setUploadCount] = useState(0)
  const [said, setSaid] = useState(error)
  const isBusy = sending.state === 'sending'

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    setSaid(null)
    if (!(await upload(new FormData(form)))) return
    form.reset()
    setUploadCount((before) => before + 1)
    showToast('Your photo was added.')
  }
  return (
    <form className="form" method="post" action="/image/upload" encType="multipart/form-data" onSubmit={(event) => void submit(event)}>
      <PhotoField
        label="Add a photo"
        required
        resetCount={uploadCount}
        error={sending.state === 'failed' ? sending.message : said}
        onChoose={() => {
          setSaid(null)
          clearUpload()
        }}
      />
      <Field
        label="What does it show?"
        name="description"
        maxLength={MAX_DESCRIPTION}
        hint="Read out to members who cannot see it. You may leave it empty."
        autoComplete="off"
      />
      <Choice label="Private: shown only to members whom you allow" name="isPrivate" />
      {isBusy ? <Progress share={sending.share} onCancel={sending.cancel} /> : null}
      <Button type="submit" busy={isBusy}>
        {sending.state === 'failed' && sending.canRetry ? 'Try again' : 'Add photo'}
      </Button>
    </form>
  )
}

function Progress({ share, onCancel }: { share: number; onCancel(): void }) {
  const percent = Math.round(share * 100)
  const isSent = percent === 100
  return (
    <div className={styles['progress']}>
      <label>
        <span>{isSent ? 'Preparing your photo…' : `Sending… ${percent} %`}</span>
        {isSent ? <progress /> : <progress max={100} value={percent} />}
      </label>
      <Button variant="quiet" size="small" onClick={onCancel}>
        Cancel
      </Button>
      <p className="visually-hidden" role="status">
        {isSent ? 'Your photo was sent and is being prepared.' : 'Your photo is being sent.'}
      </p>
    </div>
  )
}

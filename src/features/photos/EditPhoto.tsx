import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, Switch } from '../../ui/Field.tsx'
import type { OwnPhoto } from './photos.contract.ts'
import { describe } from './photos.store.ts'
import { MAX_DESCRIPTION } from './photos.ts'

const FORM = 'edit-photo'

export function EditPhoto({ photo, onClose }: { photo: OwnPhoto | null; onClose(): void }) {
  const [isSaving, setSaving] = useState(false)

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!photo) return
    const fields = new FormData(event.currentTarget)
    const description = fields.get('description')
    setSaving(true)
    const isSaved = await describe(photo.id, {
      description: typeof description === 'string' ? description : '',
      isPrivate: fields.has('isPrivate'),
    })
    setSaving(false)
    if (isSaved) onClose()
  }
  return (
    <Dialog
      open={photo !== null}
      onClose={onClose}
      title="Edit photo"
      size="small"
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={FORM} busy={isSaving}>
            Save
          </Button>
        </>
      }
    >
      <form id={FORM} className="form" onSubmit={(event) => void save(event)}>
        <Field
          label="What does it show?"
          name="description"
          defaultValue={photo?.description}
          maxLength={MAX_DESCRIPTION}
          hint="Read out to members who cannot see it."
          autoComplete="off"
        />
        <Switch label="Private: shown only to members whom you allow" name="isPrivate" defaultChecked={photo?.isPrivate} />
      </form>
    </Dialog>
  )
}

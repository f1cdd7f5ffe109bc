import { type ComponentProps, useEffect, useRef, useState } from 'react'
import type { OwnPartId } from '#sites/profile-parts.ts'
import { ActionForm, Submit } from '#ui/ActionForm.tsx'
import { withBoundary } from '#ui/Boundary.tsx'
import type { FormValues } from '#ui/form-answer.ts'
import { fieldsOf } from '#ui/form-fields.ts'
import { useFocus } from '#ui/use-focus.ts'
import { savePart } from './own-profile.store.ts'
import { type PartField, saidIn } from './part-fields.ts'
import { PartFields } from './PartFields.tsx'

export type RefusedPart = ComponentProps<typeof ActionForm>['refused']

type Props = {
  part: OwnPartId
  /** The section of the profile, and which of it is saved. */
  section: FormValues
  fields: readonly PartField[]
  /** As stored, by field. */
  stored: FormValues
  refused: RefusedPart
  /** Whether it has just been saved without script. */
  isSaved: boolean
  /** What its row says where nothing is chosen. */
  otherwise?: string
}

/**
 * A part of one's own profile: saved by itself, and taken back as long as nothing else is typed.
 */
export const PartForm = withBoundary(function PartForm(props: Props) {
  const { part, section, fields, stored, refused, isSaved, otherwise = '' } = props
  const [filled, setFilled] = useState({ values: refused?.values ?? stored, times: 0 })
  const [before, setBefore] = useState<FormValues | null>(null)
  const [isTyped, setTyped] = useState(false)
  const saved = useRef<FormValues>({ ...stored, ...section })
  const [saveButton, focusSave] = useFocus<HTMLButtonElement>()

  useEffect(() => {
    if (!isTyped) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isTyped])

  const send = async (form: FormData) => {
    const back = form.has('undo') ? before : null
    const values = back ?? fieldsOf(form)
    await savePart(part, values, saidIn(fields, values) || otherwise)
    setTyped(false)
    setBefore(back ? null : saved.current)
    saved.current = values
    if (!back) return 'Saved.'
    // Fields of another key are those of before; the button that was pressed is gone.
    setFilled({ values, times: filled.times + 1 })
    focusSave()
    return 'Back as it was.'
  }
  return (
    <ActionForm
      className="form"
      action="/profile/save"
      send={send}
      refused={filled.times === 0 && refused ? { ...refused, values: {} } : null}
      saying={isSaved ? 'Saved.' : ''}
      onInput={() => {
        setTyped(true)
        setBefore(null)
      }}
      actions={
        <div className="cluster">
          <Submit ref={saveButton}>Save</Submit>
          {before ? (
            <Submit variant="quiet" name="undo" value="1">
              Undo
            </Submit>
          ) : null}
        </div>
      }
    >
      {Object.entries(section).flatMap(([name, values]) =>
        [values]
          .flat()
          .map((value) => (
            <input key={`${name}-${value}`} type="hidden" name={name} value={value} />
          )),
      )}
      <PartFields key={filled.times} fields={fields} values={filled.values} />
    </ActionForm>
  )
})

import type { ComponentProps, ReactNode } from 'react'
import { useForm } from '#ui/ActionForm.tsx'
import { withBoundary } from '#ui/Boundary.tsx'
import { Radio, TextField } from '#ui/Field.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { severities, type Severity, severityTable } from '../decisions/decisions.ts'
import { DecideForm } from '../desk/DecideForm.tsx'
import { Veiled } from '../desk/Veiled.tsx'
import { answerRequest } from './removal.store.ts'

type Props = {
  id: number
  task: number
  /** What is broken where it is removed, and how grave that usually is. */
  rule: string
  severity: Severity
  /** Characters of the reason. */
  most: number
  refused: NonNullable<ComponentProps<typeof DecideForm>['refused']> | null
  /** The photos of what is named, each with its box; none where there is none. */
  children?: ReactNode
}

const verdicts = [
  { value: 'remove', label: 'Remove the chosen photos, and hide their copies' },
  { value: 'refuse', label: 'Refuse the request' },
]

/** What is removed on a request, or why nothing is. */
export const AnswerForm = withBoundary(function AnswerForm({
  id,
  task,
  rule,
  severity,
  most,
  refused,
  children,
}: Props) {
  return (
    <DecideForm action="/staff/decideRemoval" send={answerRequest} refused={refused}>
      <input type="hidden" name="queue" value="removals" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="task" value={task} />
      {children ? (
        <>
          <Veiled task={task}>{children}</Veiled>
          <PhotosError />
        </>
      ) : (
        <p className="notice notice-warning">None of what is named is a photo that we have.</p>
      )}
      <Radio
        name="verdict"
        label="What do you decide?"
        options={children ? verdicts : verdicts.slice(1)}
        required
      />
      {children ? (
        <SelectField
          name="severity"
          label={`Where removed: ${rule}, which counts against whose photo it was`}
          hint="What it comes to with earlier strikes is in the person’s file; decide there about the account."
          defaultValue={severity}
          options={severities.map((one) => ({
            value: one,
            label: `${severityTable[one].label}: counts ${severityTable[one].weight}`,
          }))}
        />
      ) : null}
      <TextField
        name="reason"
        label="Reason"
        hint="Whoever asked reads it; if something is removed, it is in the statement for whose photo it was, too. Name nobody."
        minLength={10}
        most={most}
        rows={4}
        required
      />
    </DecideForm>
  )
})

function PhotosError() {
  const { errors } = useForm()
  return <p className="field-error">{errors['photos']}</p>
}

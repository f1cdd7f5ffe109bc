import type { ComponentProps } from 'react'
import { DecideForm } from '#staff/desk/DecideForm.tsx'
import { withBoundary } from '#ui/Boundary.tsx'
import { Field, Radio, TextField } from '#ui/Field.tsx'
import { answerAppeal } from '../deciding/deciding.store.ts'
import { MAX_DAYS, MAX_NOTE } from '../decisions.ts'

type Props = {
  taskId: number
  isOwnDecision: boolean
  refused: NonNullable<ComponentProps<typeof DecideForm>['refused']> | null
}

const answers = [
  { value: 'uphold', label: 'The decision stays' },
  { value: 'overturn', label: 'We were wrong: give everything back' },
  { value: 'adjust', label: 'It went too far: a shorter time, or a warning, instead' },
]

/** The three answers to an objection; none for whoever took part in the decision. */
export const AppealForm = withBoundary(function AppealForm({
  taskId,
  isOwnDecision,
  refused,
}: Props) {
  if (isOwnDecision)
    return (
      <p className="notice notice-warning">
        You decided this the first time, agreed to it, or reported it. Somebody else decides about
        the objection: please skip it.
      </p>
    )
  return (
    <DecideForm action="/staff/decideAppeal" send={answerAppeal} refused={refused}>
      <input type="hidden" name="queue" value="appeals" />
      <input type="hidden" name="taskId" value={taskId} />
      <Radio name="outcome" label="What holds?" options={answers} required />
      <Field
        name="days"
        label="Days instead"
        hint="Counted from the first decision; empty: a warning."
        type="number"
        min="1"
        max={MAX_DAYS}
      />
      <TextField
        name="note"
        label="Note to the member"
        hint="Needed where something else holds instead."
        most={MAX_NOTE}
        rows={4}
      />
    </DecideForm>
  )
})

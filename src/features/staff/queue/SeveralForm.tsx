import type { ComponentProps } from 'react'
import type { Queue, TaskPlace } from '#core/staff-accounts/queues.ts'
import { ActionForm, Submit, useForm } from '#ui/ActionForm.tsx'
import { withBoundary } from '#ui/Boundary.tsx'
import { DecisionFields } from '../decisions/deciding/DecisionFields.tsx'
import { CtrlEnter } from '../desk/CtrlEnter.tsx'
import { decideChosen } from './several.store.ts'
import { actsAtOnce, SEVERAL_FORM } from './several.ts'
import styles from '../decisions/deciding/DecisionForm.module.css'

type Props = {
  /** Of one press of the button; what is sent again with it decides once. */
  formKey: string
  /** The list, and its filters. */
  place: TaskPlace
  queues: readonly Queue[]
  brand: string
  refused: ComponentProps<typeof ActionForm>['refused']
}

/** One form for what is chosen in the list, whose boxes belong to it. */
export const SeveralForm = withBoundary(function SeveralForm({
  formKey,
  place,
  queues,
  brand,
  refused = null,
}: Props) {
  return (
    <CtrlEnter>
      <ActionForm
        id={SEVERAL_FORM}
        className={`form ${styles['form']}`}
        action="/staff/decideSeveral"
        send={decideChosen}
        refused={refused}
        actions={
          <p>
            <Submit>Decide all that is chosen</Submit>{' '}
            <span className="muted">You can take it back for ten seconds.</span>
          </p>
        }
      >
        <input type="hidden" name="key" value={formKey} />
        <input type="hidden" name="place" value={place} />
        {queues.map((queue) => (
          <input key={queue} type="hidden" name="queue" value={queue} />
        ))}
        <input type="hidden" name="brand" value={brand} />
        <NoneChosen />
        <DecisionFields allowed={actsAtOnce} advice={null} photos={[]} task={null} />
      </ActionForm>
    </CtrlEnter>
  )
})

function NoneChosen() {
  const { errors } = useForm()
  return <p className="field-error">{errors['tasks']}</p>
}

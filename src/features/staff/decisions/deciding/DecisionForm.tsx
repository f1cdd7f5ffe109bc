import type { ComponentProps } from 'react'
import { DecideForm } from '#staff/desk/DecideForm.tsx'
import { withBoundary } from '#ui/Boundary.tsx'
import { decide } from './deciding.store.ts'
import { DecisionFields, type DecisionFieldsProps } from './DecisionFields.tsx'
import styles from './DecisionForm.module.css'

type Props = Omit<DecisionFieldsProps, 'photos' | 'task'> & {
  /** Of one press of the button; what is sent again with it decides once. */
  formKey: string
  /** About whom, unless the task says so. */
  accountId?: number | undefined
  taskId?: number | undefined
  photos?: DecisionFieldsProps['photos']
  /** Of the photo as it is shown. */
  photoKey?: string | undefined
  refused?: NonNullable<ComponentProps<typeof DecideForm>['refused']> | null
}

/**
 * A decision: what is recommended is chosen, the words of the rule stand beside it, and a number
 * chooses the act.
 */
export const DecisionForm = withBoundary(Region)

const nothing: DecisionFieldsProps['photos'] = []

function Region({
  formKey,
  accountId,
  taskId,
  allowed,
  advice,
  photos = nothing,
  about,
  photoKey,
  first,
  refused = null,
}: Props) {
  const isOfPhoto = photos.length > 0 || photoKey !== undefined || about?.kind === 'photo'
  const offered = isOfPhoto ? allowed : allowed.filter((act) => act !== 'hidePhoto')
  const hidden = {
    key: formKey,
    taskId,
    photoKey,
    accountId,
    about: about?.kind,
    aboutId: about?.id,
  }
  return (
    <DecideForm
      className={`form ${styles['form']}`}
      action="/staff/decide"
      send={decide}
      refused={refused}
    >
      {Object.entries(hidden).map(([name, value]) =>
        value === undefined ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
      <DecisionFields
        {...{ advice, photos, about, first }}
        allowed={offered}
        task={taskId ?? null}
      />
    </DecideForm>
  )
}

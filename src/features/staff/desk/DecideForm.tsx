import type { ComponentProps } from 'react'
import { ActionForm, Submit } from '#ui/ActionForm.tsx'
import { CtrlEnter } from './CtrlEnter.tsx'

/** A form that decides, at one press or by Ctrl and Enter. */
export function DecideForm({
  className = 'form',
  ...form
}: Omit<ComponentProps<typeof ActionForm>, 'actions'>) {
  return (
    <CtrlEnter>
      <ActionForm
        {...form}
        className={className}
        actions={
          <p>
            <Submit>Decide</Submit>{' '}
            <span className="muted">You can take it back for ten seconds.</span>
          </p>
        }
      />
    </CtrlEnter>
  )
}

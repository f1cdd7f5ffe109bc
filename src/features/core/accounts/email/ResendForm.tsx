import { useEffect } from 'react'
import { ActionForm, Submit } from '#ui/ActionForm.tsx'
import { withBoundary } from '#ui/Boundary.tsx'
import { resendConfirmation, tellOfDialog } from './confirm-email.store.ts'

/** Of the dialog `#resend`: sends the link once more, and opens the dialog that says so. */
export const ResendForm = withBoundary(function ResendForm() {
  useEffect(() => {
    const look = () => {
      if (location.hash === '#resend') tellOfDialog()
    }
    look()
    addEventListener('hashchange', look)
    return () => removeEventListener('hashchange', look)
  }, [])
  const send = async () => {
    await resendConfirmation()
    location.replace('#confirmation-sent')
  }
  return (
    <ActionForm
      className="form"
      action="/site/resendWelcomeEmail"
      send={send}
      actions={<Submit wide>Send a new link</Submit>}
    >
      {null}
    </ActionForm>
  )
})

import { useState } from 'react'
import { api, CallError } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { showToast } from '../../ui/toasts.store.ts'
import type { resendWelcomeEmail } from './email.contract.ts'

/** Reminds a member whose address waits to be confirmed, and sends the link again. */
export function ConfirmEmail({ email }: { email: string }) {
  const [state, setState] = useState<'open' | 'sending' | 'sent'>('open')

  const resend = async () => {
    setState('sending')
    try {
      await api.send<typeof resendWelcomeEmail>('POST /site/resendWelcomeEmail', {})
      setState('sent')
    } catch (error) {
      setState('open')
      if (!(error instanceof CallError)) throw error
      showToast(error.message)
    }
  }
  return (
    <aside className="notice notice-warning cluster" aria-label="Your address">
      <p role="status">
        {state === 'sent'
          ? `A new link is on its way to ${email}. It works once, for ten minutes.`
          : `Please confirm your address: we have sent a link to ${email}.`}
      </p>
      {state === 'sent' ? null : (
        <Button variant="quiet" size="small" busy={state === 'sending'} onClick={() => void resend()}>
          Send it again
        </Button>
      )}
    </aside>
  )
}

import { api, assertRefused } from '../../../api/client.ts'
import '../../../ui/hash-dialogs.client.ts'
import { enhanceForm } from '../../../ui/enhance-form.client.ts'
import type { recordEvent } from '../live/tickers.contract.ts'
import type { resendWelcomeEmail } from './email.contract.ts'

/** Reports once that the member used the dialog. */
document.getElementById('resend')?.addEventListener(
  'focusin',
  () => {
    api
      .send<typeof recordEvent>('POST /event/{name}', {
        params: { name: 'emailConfirmationPopupInteraction' },
      })
      .catch(assertRefused)
  },
  { once: true },
)

for (const form of document.querySelectorAll<HTMLFormElement>(
  'form[action="/site/resendWelcomeEmail"]',
)) {
  enhanceForm(form, async () => {
    await api.send<typeof resendWelcomeEmail>('POST /site/resendWelcomeEmail', {})
    return { next: '#confirmation-sent', replaces: true }
  })
}

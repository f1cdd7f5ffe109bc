import { api } from '../../api/client.ts'
import '../../ui/hash-dialogs.client.ts'
import { enhanceForm } from '../../ui/enhance-form.client.ts'
import type { resendWelcomeEmail } from './email.contract.ts'

for (const form of document.querySelectorAll<HTMLFormElement>('form[action="/site/resendWelcomeEmail"]')) {
  enhanceForm(form, async () => {
    await api.send<typeof resendWelcomeEmail>('POST /site/resendWelcomeEmail', {})
    return { next: '#confirmation-sent', replaces: true }
  })
}

import { api } from '../../api/client.ts'
import { enhanceForm, textIn } from '../../ui/enhance-form.client.ts'
import type { setBirthday } from './birthday.contract.ts'

/** Sends the correction without a page load, so that a refusal shows in place. */
for (const form of document.querySelectorAll<HTMLFormElement>('form[action="/profile/setBirthday"]')) {
  enhanceForm(form, async (fields) => {
    await api.send<typeof setBirthday>('POST /profile/setBirthday', { body: { birthday: textIn(fields, 'birthday') } })
    return { next: '/dashboard', replaces: true }
  })
}

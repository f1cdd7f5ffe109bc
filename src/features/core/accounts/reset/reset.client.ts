import { api } from '#api/client.ts'
import { enhanceForm } from '#ui/enhance-form.client.ts'
import { textIn } from '#ui/form-answer.ts'
import type { requestReset, savePassword } from './reset.contract.ts'
import { resetPage } from './reset.ts'

for (const form of document.querySelectorAll<HTMLFormElement>(
  'form[action="/resetPassword/processRequest"]',
)) {
  enhanceForm(form, async (fields) => {
    await api.send<typeof requestReset>('POST /resetPassword/processRequest', {
      body: { email: textIn(fields, 'email') },
    })
    return { next: resetPage.sent }
  })
}

for (const form of document.querySelectorAll<HTMLFormElement>(
  'form[action="/resetPassword/save"]',
)) {
  enhanceForm(form, async (fields) => {
    await api.send<typeof savePassword>('POST /resetPassword/save', {
      body: {
        password: textIn(fields, 'password'),
        passwordRepeat: textIn(fields, 'passwordRepeat'),
      },
    })
    // The page stays in the back/forward cache: clear the passwords.
    form.reset()
    return { next: resetPage.changed }
  })
}

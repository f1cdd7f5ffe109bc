import { api } from '../../../api/client.ts'
import { enhanceForm } from '../../../ui/enhance-form.client.ts'
import { textIn } from '../../../ui/form-answer.ts'
import '../../../ui/hash-dialogs.client.ts'
import type { setBirthday } from './birthday.contract.ts'

for (const form of document.querySelectorAll<HTMLFormElement>(
  'form[action="/profile/setBirthday"]',
)) {
  enhanceForm(form, async (fields) => {
    await api.send<typeof setBirthday>('POST /profile/setBirthday', {
      body: { birthday: textIn(fields, 'birthday') },
    })
    return { next: '/dashboard', replaces: true }
  })
}

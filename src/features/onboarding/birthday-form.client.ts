import { api } from '../../api/client.ts'
import { takeOverForm, textIn } from '../../ui/take-over-form.client.ts'
import type { setBirthday } from './birthday.contract.ts'

/** Corrects a birthday without leaving the page if it is refused. */
for (const form of document.querySelectorAll<HTMLFormElement>('form[action="/profile/setBirthday"]')) {
  takeOverForm(form, async (fields) => {
    await api.send<typeof setBirthday>('POST /profile/setBirthday', { body: { birthday: textIn(fields, 'birthday') } })
    return { next: '/dashboard', replaces: true }
  })
}

import { assertRefused } from '../../../../api/client.ts'
import { enhanceForm } from '../../../../ui/enhance-form.client.ts'
import { textIn } from '../../../../ui/form-answer.ts'

/** Offers to add a passkey where the browser can make one; what makes it is loaded when it is asked for. */
const form = document.querySelector<HTMLFormElement>('form[data-passkey-form]')

if (form && 'PublicKeyCredential' in window) {
  document
    .querySelectorAll<HTMLElement>('[data-no-passkeys]')
    .forEach((element) => (element.hidden = true))
  document
    .querySelectorAll<HTMLElement>('[data-makes-passkeys]')
    .forEach((element) => (element.hidden = false))
  enhanceForm(form, async (fields) => {
    const { makePasskey } = await import('./make-passkey.client.ts')
    try {
      const next = await makePasskey(textIn(fields, 'name'), textIn(fields, 'password'))
      // The next address may differ from this one in its fragment alone.
      history.replaceState(null, '', next)
      location.reload()
      return { said: '' }
    } catch (error) {
      assertRefused(error)
      if (error.errors.some(({ field }) => field === 'password')) askPassword(form)
      throw error
    }
  })
}

/** The sign-in was recent when the page was loaded, and is no more. */
function askPassword(form: HTMLFormElement): void {
  const place = form.querySelector<HTMLElement>('[data-asks-password]')
  if (place) place.hidden = false
}

import { assertRefused } from '../../../api/client.ts'
import { signOut } from './session.store.ts'

/** Clears this browser's data before the sign-out form is sent; without script the form works alone. */
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-sign-out]')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    signOut().catch((error: unknown) => {
      assertRefused(error)
      // The request failed: let the browser submit the form and show the error.
      form.submit()
    })
  })
}

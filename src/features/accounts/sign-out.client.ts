import { assertRefused } from '../../api/client.ts'
import { signOut } from './session.store.ts'

/** Signing out by the form in the menu also forgets what this browser kept; without script, the form does it alone. */
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-sign-out]')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    signOut().catch((error: unknown) => {
      assertRefused(error)
      // Let the browser try, and say what went wrong if that fails as well.
      form.submit()
    })
  })
}

import { outdatePages } from '../stored-user.ts'

/** Going back from here loads pages again, and so meets the lock, instead of restoring what they showed. */
outdatePages()

const part = document.querySelector<HTMLElement>('[data-unlock]')

if (part && 'PublicKeyCredential' in window) {
  part.hidden = false
  part
    .querySelector('button')
    ?.addEventListener(
      'click',
      () =>
        void import('./unlock.client.ts').then(({ unlockWithPasskey }) => unlockWithPasskey(part)),
    )
}

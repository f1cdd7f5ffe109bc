import { api, assertRefused } from '#api/client.ts'
import type { askSignIn, signInByPasskey } from '#core/accounts/passkeys/passkeys.contract.ts'
import { signature } from '#core/accounts/passkeys/signature.client.ts'

async function signIn(useBrowserAutofill: boolean): Promise<void> {
  const optionsJSON = await api.send<typeof askSignIn>('POST /site/passkeyOptions', { body: {} })
  const response = await signature({ optionsJSON, useBrowserAutofill })
  const { next } = await api.send<typeof signInByPasskey>('POST /site/signInByPasskey', {
    body: { response },
  })
  location.assign(next)
}

function say(form: HTMLFormElement, words: string): void {
  const place = form.querySelector('[data-problem]')
  if (place) place.textContent = words
}

/** Signs in with the passkey that the browser lets somebody choose. */
export function signInWithPasskey(form: HTMLFormElement): void {
  say(form, '')
  signIn(false).catch((error: unknown) => {
    assertRefused(error)
    say(form, error.message)
  })
}

let isOffered = false

/**
 * Passkeys among what the browser fills in (conditional UI): the browser waits until somebody
 * chooses one.
 */
export async function offerInAutofill(form: HTMLFormElement): Promise<void> {
  // Of 2022: a browser may have passkeys without it.
  if (isOffered || !('isConditionalMediationAvailable' in PublicKeyCredential)) return
  if (!(await PublicKeyCredential.isConditionalMediationAvailable())) return
  isOffered = true
  try {
    await signIn(true)
  } catch (error) {
    assertRefused(error)
    // Nobody has asked for the offer, so its end is told only to who has chosen a passkey.
    if (!['badCredentials', 'forbidden'].includes(error.code)) return
    say(form, error.message)
    isOffered = false
    await offerInAutofill(form)
  }
}

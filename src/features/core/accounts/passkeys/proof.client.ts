import { api, assertRefused } from '../../../../api/client.ts'
import type { askProof } from './passkeys.contract.ts'

/** Lets a passkey stand for the password of a form, which is then sent. */
if ('PublicKeyCredential' in window) {
  for (const part of document.querySelectorAll<HTMLElement>('[data-proof]')) {
    const button = part.querySelector<HTMLButtonElement>('[data-prove]')
    if (!button) continue
    button.hidden = false
    button.addEventListener('click', () => void prove(part))
  }
}

async function prove(part: HTMLElement): Promise<void> {
  const form = part.closest('form')
  const field = part.querySelector<HTMLInputElement>('input[name=passkey]')
  const problem = part.querySelector('[data-proof-problem]')
  const password = form?.querySelector<HTMLInputElement>('input[name=password]')
  if (!form || !field) return
  if (problem) problem.textContent = ''
  try {
    const { signature } = await import('./use-passkey.client.ts')
    const optionsJSON = await api.send<typeof askProof>('POST /profile/proofOptions', { body: {} })
    field.value = JSON.stringify(await signature({ optionsJSON }))
  } catch (error) {
    assertRefused(error)
    if (problem) problem.textContent = error.message
    return
  }
  if (password) password.required = false
  form.requestSubmit()
  // A signature proves once: the form's data was taken when it was submitted.
  field.value = ''
  if (password) password.required = true
}

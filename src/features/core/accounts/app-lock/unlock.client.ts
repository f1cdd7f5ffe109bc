import { api, assertRefused } from '../../../../api/client.ts'
import { signature } from '../passkeys/use-passkey.client.ts'
import type { askUnlock, unlockByPasskey } from './app-lock.contract.ts'

/** Lets a passkey open the lock; the page behind it is then at this address. */
export async function unlockWithPasskey(part: HTMLElement): Promise<void> {
  const problem = part.querySelector('[data-problem]')
  if (problem) problem.textContent = ''
  try {
    const optionsJSON = await api.send<typeof askUnlock>('POST /profile/unlockOptions', {
      body: {},
    })
    const response = await signature({ optionsJSON })
    await api.send<typeof unlockByPasskey>('POST /profile/unlockByPasskey', { body: { response } })
    location.reload()
  } catch (error) {
    assertRefused(error)
    // Signed out elsewhere: the address leads to the landing.
    if (error.code === 'unauthenticated') location.reload()
    if (problem) problem.textContent = error.message
  }
}

import { api, assertRefused } from '#api/client.ts'
import type { askUnlock, unlockByPasskey } from './app-lock.contract.ts'

/** Lets a passkey open the lock: the page behind it is then at this address. Else, why not. */
export async function unlockWithPasskey(): Promise<string> {
  const { signature } = await import('../passkeys/signature.client.ts')
  try {
    const optionsJSON = await api.send<typeof askUnlock>('POST /profile/unlockOptions', {
      body: {},
    })
    const response = await signature({ optionsJSON })
    await api.send<typeof unlockByPasskey>('POST /profile/unlockByPasskey', { body: { response } })
    location.reload()
    return ''
  } catch (error) {
    assertRefused(error)
    // Signed out elsewhere: the address leads to the landing.
    if (error.code === 'unauthenticated') location.reload()
    return error.message
  }
}

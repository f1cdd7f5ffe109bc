import { startRegistration } from '@simplewebauthn/browser'
import { api, CallError } from '#api/client.ts'
import type { addPasskey, askPasskey } from './passkeys.contract.ts'

/** Lets the browser make a passkey, and adds it; returns the next page. Throws CallError. */
export async function makePasskey(name: string, password: string): Promise<string> {
  const optionsJSON = await api.send<typeof askPasskey>('POST /profile/passkeyOptions', {
    body: { password },
  })
  const made = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    const isThere = error instanceof Error && error.name === 'InvalidStateError'
    const detail = isThere
      ? 'This device has a passkey for your account already.'
      : 'No passkey was made. You can try again.'
    throw new CallError({ code: 'conflict', status: 409, detail })
  })
  const { id, rawId, response } = made
  const { clientDataJSON, attestationObject, transports = [] } = response
  const { next } = await api.send<typeof addPasskey>('POST /profile/addPasskey', {
    body: {
      name,
      response: {
        id,
        rawId,
        type: 'public-key',
        response: { clientDataJSON, attestationObject, transports },
      },
    },
  })
  return next
}

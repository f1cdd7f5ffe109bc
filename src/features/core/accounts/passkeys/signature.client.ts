import { startAuthentication } from '@simplewebauthn/browser'
import { CallError } from '#api/client.ts'
import type { Assertion } from './passkeys.contract.ts'

type Options = Parameters<typeof startAuthentication>[0]

/** What a passkey signs, as the server takes it. Throws CallError if the browser gives none. */
export async function signature(options: Options): Promise<Assertion> {
  const given = await startAuthentication(options).catch(() => {
    // The browser tells neither why nor whether somebody declined.
    throw new CallError({
      code: 'conflict',
      status: 409,
      detail: 'No passkey was used. You can try again.',
    })
  })
  const { clientDataJSON, authenticatorData, signature: signed, userHandle } = given.response
  const response = {
    clientDataJSON,
    authenticatorData,
    signature: signed,
    ...(userHandle === undefined ? {} : { userHandle }),
  }
  return { id: given.id, rawId: given.rawId, type: 'public-key', response }
}

import { api } from '#api/client.ts'
import type { removePasskey as removing, renamePasskey as renaming } from './passkeys.contract.ts'

/** What members do with their passkeys. Each throws CallError where the server refuses. */

/** Has the browser make a passkey, adds it, and loads the page with it. */
export async function addPasskey(name: string, password: string): Promise<void> {
  const { makePasskey } = await import('./make-passkey.client.ts')
  const next = await makePasskey(name, password)
  // The next address may differ from this one in its fragment alone.
  history.replaceState(null, '', next)
  location.reload()
}

export async function renamePasskey(id: number, name: string): Promise<void> {
  await api.send<typeof renaming>('POST /profile/renamePasskey', { body: { id, name } })
}

/** The password or another passkey's signature proves who asks. */
export async function removePasskey(id: number, password: string, passkey: string): Promise<void> {
  await api.send<typeof removing>('POST /profile/removePasskey', {
    body: { id, password, passkey },
  })
}

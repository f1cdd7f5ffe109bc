import { api } from '#api/client.ts'
import type { Given } from '#api/contract.ts'
import { forgetSession, setLanding } from '#core/accounts/session.store.ts'
import type { deleteAccount as contract } from './leaving.contract.ts'

/**
 * Deletes the account, forgets the session here, and leads to the page that says so. Throws
 * CallError.
 */
export async function deleteAccount(body: Given<typeof contract>['body']): Promise<void> {
  setLanding('/deleted-account')
  try {
    const { next } = await api.send<typeof contract>('POST /profile/deleteAccount', { body })
    forgetSession()
    location.replace(next)
  } catch (error) {
    setLanding(null)
    throw error
  }
}

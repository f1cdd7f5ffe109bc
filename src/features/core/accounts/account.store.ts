import { api } from '#api/client.ts'
import type { changeUsername as renaming } from './changes/change-username.contract.ts'
import type { saveEmailAddress } from './email/email.contract.ts'
import type { changeOwnPassword } from './own-account.contract.ts'

/** What members change about their account. Each throws CallError where the server refuses. */

export async function changeUsername(username: string): Promise<void> {
  await api.send<typeof renaming>('POST /profile/changeUsername', { body: { username } })
}

/** Has a link sent to the new address. */
export async function changeEmail(body: {
  email: string
  password: string
  passkey: string
}): Promise<void> {
  await api.send<typeof saveEmailAddress>('POST /site/saveEmailAddress', { body })
}

export async function changePassword(body: {
  currentPassword: string
  password: string
  passwordRepeat: string
}): Promise<void> {
  await api.send<typeof changeOwnPassword>('POST /profile/changePassword', { body })
}

import { api } from '#api/client.ts'
import type { endOwnSession } from './own-account.contract.ts'

/** Signs out another device, or all others. Throws CallError. */
export async function endSession(id: number | 'others'): Promise<void> {
  await api.send<typeof endOwnSession>('POST /profile/endSession', { body: { id } })
}

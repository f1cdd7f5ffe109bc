import { api, assertRefused } from '#api/client.ts'
import type { chatMessages } from '../messages.contract.ts'

/** The address of a recording, good for five minutes more; null where it is gone. */
export async function freshVoice(of: { id: number; userId: number }): Promise<string | null> {
  try {
    const { messages } = await api.send<typeof chatMessages>('GET /message/chatMessages', {
      query: { id: of.userId, before: of.id + 1 },
    })
    return messages.find(({ id }) => id === of.id)?.voice?.src ?? null
  } catch (error) {
    assertRefused(error)
    return null
  }
}
